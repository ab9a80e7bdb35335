"""Guide cards: where each player goes, with whom and with which étuis; four A6 cards on a sheet."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.access import Right
from tournaments.documents.document import DocumentType
from tournaments.documents.imposition import cut_and_stack, fit_of
from tournaments.documents.ready import require_seats
from tournaments.enums import DocumentKind
from tournaments.models import Entry, Section, Tournament
from tournaments.queries.seats import RoundSeats, Stop, itineraries, load_rounds

PER_SHEET = 4
LINES_BY_FIT = (("roomy", 8), ("usual", 13))
"""How many rounds fit on a card in each setting; more are set tight."""


@dataclass(frozen=True, slots=True)
class GuideLine:
    """One round of a card; a rest has no table and no seat."""

    round: int
    table: int | None
    seat: int | None
    boards: tuple[int, ...]
    others: tuple[tuple[int, Entry], ...]
    """Seat and entry of the others at the table, in playing order from the player's left."""


@dataclass(frozen=True, slots=True)
class GuideCard:
    """One player's card."""

    entry: Entry
    section: int | None
    """Number of the section, None when it is the only one."""
    lines: tuple[GuideLine, ...]
    fit: str


@dataclass(frozen=True, slots=True)
class GuideCardsSheet:
    """Cards in reading order; None where the last sheet has none."""

    cards: tuple[GuideCard | None, ...]


def build_guide_cards(tournament: Tournament) -> tuple[GuideCardsSheet, ...]:
    """Sheets of every section in turn, players by starting place. Three queries a section, one more."""
    sections = list(Section.objects.filter(session__tournament=tournament).order_by("session", "number"))
    sheets: list[GuideCardsSheet] = []
    for section in sections:
        cards = section_cards(load_rounds(section), section.number if len(sections) > 1 else None)
        sheets += [GuideCardsSheet(placed) for placed in cut_and_stack(cards, PER_SHEET)]
    return tuple(sheets)


def section_cards(rounds: tuple[RoundSeats, ...], section: int | None) -> list[GuideCard]:
    """The cards of one section."""
    seats = {(row.number, table.table): table.entries for row in rounds for table in row.tables}
    cards: list[GuideCard] = []
    for itinerary in itineraries(rounds):
        lines = tuple(_line(stop, seats) for stop in itinerary.stops)
        cards.append(GuideCard(itinerary.entry, section, lines, fit_of(len(lines), LINES_BY_FIT)))
    return cards


def _line(stop: Stop, seats: Mapping[tuple[int, int], tuple[Entry | None, ...]]) -> GuideLine:
    others = (
        () if stop.table is None or stop.seat is None else _others(seats[stop.round, stop.table], stop.seat)
    )
    return GuideLine(stop.round, stop.table, stop.seat, stop.boards, others)


def _others(entries: tuple[Entry | None, ...], seat: int) -> tuple[tuple[int, Entry], ...]:
    """Who sits at the other seats, the one who plays next first."""
    turn = [(seat + step) % len(entries) for step in range(1, len(entries))]
    return tuple((other, entry) for other in turn if (entry := entries[other]) is not None)


GUIDE_CARDS = DocumentType(
    kind=DocumentKind.GUIDE_CARDS,
    right=Right.PRINT,
    require=require_seats,
    build=build_guide_cards,
    template="tournaments/pdf/guide_cards.html",
    stylesheet="css/print/a6_cards.css",
)
