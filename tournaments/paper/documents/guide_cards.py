"""Guide cards: where each player goes, with whom and with which étuis; four A6 cards on a sheet."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.base.access import Right
from tournaments.core.formats.attack_rotation import Badge
from tournaments.enums import DocumentKind
from tournaments.models import Entry, Person, Tournament
from tournaments.movements.queries.movements import sections_of
from tournaments.paper.documents.chosen_cards import (
    CARD_OPTIONS,
    CARDS_PER_SHEET,
    ROUNDS_BY_FIT,
    card_people,
    choose_itineraries,
)
from tournaments.paper.documents.document import DocumentType
from tournaments.paper.documents.imposition import cut_and_stack, fit_of, split_to_fit
from tournaments.paper.documents.options import PLAIN, DocumentOptions
from tournaments.paper.documents.ready import require_seats
from tournaments.seating.queries.attackers import RoundBadges, load_badges
from tournaments.seating.queries.seats import RoundSeats, Stop, TableSeats, load_rounds

MOST_ROUNDS = 13
"""Rounds of one card, each with three names in 7 points; more go on a second one."""


@dataclass(frozen=True, slots=True)
class GuideLine:
    """One round of a card; a rest has no table and no seats."""

    round: int
    table: int | None
    seats: tuple[int, ...]
    boards: tuple[int, ...]
    others: tuple[tuple[tuple[int, ...], Entry], ...]
    """Seats and entry of the others at the table, the one who plays next first."""
    badges: tuple[Badge, ...]
    """Members who attack, in the order of the boards, where triplets attack in turn."""


@dataclass(frozen=True, slots=True)
class GuideCard:
    """The card of one player, or of one side of a team."""

    entry: Entry
    side: tuple[int, ...]
    """Seats of the side where teams hold two tables at once; else empty."""
    section: int | None
    """Number of the section, None when it is the only one."""
    lines: tuple[GuideLine, ...]
    people: tuple[tuple[Badge | None, Person], ...]
    """Who plays for a team, with the badge of each in triplets; empty for a player."""
    fit: str
    part: int
    """From 1: which of the cards that the evening takes."""
    part_count: int


@dataclass(frozen=True, slots=True)
class GuideCardsSheet:
    """Cards in reading order; None where the last sheet has none."""

    cards: tuple[GuideCard | None, ...]


def build_guide_cards(
    tournament: Tournament, options: DocumentOptions = PLAIN
) -> tuple[GuideCardsSheet, ...]:
    """Sheets of every section wanted in turn, players by starting place. Four queries a section, one more."""
    sections = sections_of(tournament)
    per_sheet = options.per_sheet or CARDS_PER_SHEET[0]
    sheets: list[GuideCardsSheet] = []
    for section in sections:
        if not options.has_section(section.number):
            continue
        rounds = load_rounds(section)
        badges = load_badges(tournament, section, rounds)
        cards = section_cards(rounds, section.number if len(sections) > 1 else None, badges, options)
        sheets += [GuideCardsSheet(placed) for placed in cut_and_stack(cards, per_sheet)]
    return tuple(sheets)


def section_cards(
    rounds: tuple[RoundSeats, ...],
    section: int | None,
    badges: RoundBadges,
    options: DocumentOptions = PLAIN,
) -> list[GuideCard]:
    """The cards wanted of one section."""
    tables = {(row.number, table.table): table for row in rounds for table in row.tables}
    cards: list[GuideCard] = []
    for itinerary in choose_itineraries(rounds, options):
        entry = itinerary.entry
        people = card_people(entry, has_badges=bool(badges))
        parts = split_to_fit(itinerary.stops, MOST_ROUNDS)
        for part, stops in enumerate(parts, start=1):
            lines = tuple(_line(stop, tables, badges.get((entry.pk, stop.round), ())) for stop in stops)
            fit = fit_of(len(lines), ROUNDS_BY_FIT)
            cards.append(GuideCard(entry, itinerary.side, section, lines, people, fit, part, len(parts)))
    return cards


def _line(stop: Stop, tables: Mapping[tuple[int, int], TableSeats], badges: tuple[Badge, ...]) -> GuideLine:
    others = () if stop.table is None else _others(tables[stop.round, stop.table], stop.seats)
    return GuideLine(stop.round, stop.table, stop.seats, stop.boards, others, badges)


def _others(table: TableSeats, own: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], Entry], ...]:
    """Who holds the other seats, the one who plays next first."""
    size = len(table.entries)
    others = [(seats, entry) for seats, entry in table.sides if entry is not None and seats != own]
    return tuple(sorted(others, key=lambda side: (side[0][0] - own[0]) % size))


GUIDE_CARDS = DocumentType(
    kind=DocumentKind.GUIDE_CARDS,
    right=Right.PRINT,
    require=require_seats,
    build=build_guide_cards,
    template="tournaments/paper/pdf/guide_cards.html",
    stylesheet="css/print/a6_cards.css",
    options=CARD_OPTIONS,
    per_sheets=CARDS_PER_SHEET,
)
