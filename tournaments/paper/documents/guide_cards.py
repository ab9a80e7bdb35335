"""Guide cards: where each player goes, with whom and with which étuis; four A6 cards on a sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

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
ROUNDS_HEIGHT, LINE_HEIGHT, ROOMY_LINE = 110, 2.75, 3.35
"""Millimetres of a card for all its rounds, of a name's line in 7 points, and in the 7.5 of a roomy card."""
LETTERS, LABEL = 31, 4
"""Small letters of a line in 7 points, and those that the seats before a name take the place of."""
CAPITAL = Fraction(4, 3)
"""Of a small letter's width."""


@dataclass(frozen=True, slots=True)
class GuideOther:
    """Somebody else at the table."""

    seats: tuple[int, ...]
    entry: Entry
    is_whole: bool
    """The name goes on several lines rather than being cut: the card has room for them."""


@dataclass(frozen=True, slots=True)
class GuideLine:
    """One round of a card; a rest has no table and no seats."""

    round: int
    table: int | None
    seats: tuple[int, ...]
    boards: tuple[int, ...]
    others: tuple[GuideOther, ...]
    """The one who plays next first."""
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
        parts = split_to_fit(itinerary.stops, _most_rounds(rounds))
        for part, stops in enumerate(parts, start=1):
            room = int(ROUNDS_HEIGHT / len(stops) / LINE_HEIGHT)
            lines = tuple(_line(stop, tables, badges.get((entry.pk, stop.round), ()), room) for stop in stops)
            fit = _fit(lines)
            cards.append(GuideCard(entry, itinerary.side, section, lines, people, fit, part, len(parts)))
    return cards


def _most_rounds(rounds: Sequence[RoundSeats]) -> int:
    """Rounds of one card of which every other side of the largest table has its line."""
    others = max(len(table.sides) - 1 for row in rounds for table in row.tables)
    return max(1, min(MOST_ROUNDS, int(ROUNDS_HEIGHT / (others * LINE_HEIGHT))))


def _fit(lines: Sequence[GuideLine]) -> str:
    """The widest setting in which all rounds fit, names included."""
    names = sum(len(line.others) for line in lines) * ROOMY_LINE
    widest = 0 if names <= ROUNDS_HEIGHT else 1
    return fit_of(len(lines), ROUNDS_BY_FIT[widest:])


def _line(
    stop: Stop, tables: Mapping[tuple[int, int], TableSeats], badges: tuple[Badge, ...], room: int
) -> GuideLine:
    others = () if stop.table is None else _others(tables[stop.round, stop.table], stop.seats, room)
    return GuideLine(stop.round, stop.table, stop.seats, stop.boards, others, badges)


def _others(table: TableSeats, own: tuple[int, ...], room: int) -> tuple[GuideOther, ...]:
    """Who holds the other seats, the one who plays next first; names are whole as far as `room` lines go."""
    size = len(table.entries)
    held = [(seats, entry) for seats, entry in table.sides if entry is not None and seats != own]
    held.sort(key=lambda side: (side[0][0] - own[0]) % size)
    spare = room - len(held)
    others = []
    for seats, entry in held:
        more = _lines(str(entry)) - 1
        is_whole = 0 < more <= spare
        spare -= more if is_whole else 0
        others.append(GuideOther(seats, entry, is_whole))
    return tuple(others)


def _lines(name: str) -> int:
    """Lines that a name takes behind its seats."""
    return ceil((LABEL + sum(CAPITAL if letter.isupper() else 1 for letter in name)) / LETTERS)


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
