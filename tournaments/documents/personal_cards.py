"""Personal cards: each player's tables, seats and boards, with room to note scores; four on a sheet.

Source:
    FFT, Manuel de l'organisateur (2011): the *fiche personnelle*, here with the boards of each round.
"""

from dataclasses import dataclass

from games.core.dealing.boards import board_taker
from tournaments.access import Right
from tournaments.documents.document import DocumentType
from tournaments.documents.imposition import cut_and_stack, fit_of
from tournaments.documents.ready import require_seats
from tournaments.enums import DocumentKind
from tournaments.models import Entry, Section, Tournament
from tournaments.queries.seats import Itinerary, Stop, itineraries, load_rounds

PER_SHEET = 4
LINES_BY_FIT = (("roomy", 8), ("usual", 13))
"""How many rounds fit on a card in each setting; more are set tight."""


@dataclass(frozen=True, slots=True)
class NotedBoard:
    """A box for one score."""

    number: int
    is_attack: bool
    """The player is the imposed taker of this board."""


@dataclass(frozen=True, slots=True)
class CardLine:
    """One round of a card; a rest has no table and no seat."""

    round: int
    table: int | None
    seat: int | None
    boards: tuple[NotedBoard, ...]


@dataclass(frozen=True, slots=True)
class PersonalCard:
    """One player's card."""

    entry: Entry
    lines: tuple[CardLine, ...]
    box_count: int
    """Boxes of the widest line."""
    fit: str
    """How close the lines are: "roomy", "usual" or "tight"."""


@dataclass(frozen=True, slots=True)
class PersonalCardsSheet:
    """Cards in reading order; None where the last sheet has none."""

    cards: tuple[PersonalCard | None, ...]


def build_personal_cards(tournament: Tournament) -> tuple[PersonalCardsSheet, ...]:
    """Sheets of every section in turn, players by starting place. Three queries a section, one more."""
    sheets: list[PersonalCardsSheet] = []
    for section in Section.objects.filter(session__tournament=tournament).order_by("session", "number"):
        cards = [_card(itinerary) for itinerary in itineraries(load_rounds(section))]
        sheets += [PersonalCardsSheet(placed) for placed in cut_and_stack(cards, PER_SHEET)]
    return tuple(sheets)


def _card(itinerary: Itinerary) -> PersonalCard:
    lines = tuple(_line(stop) for stop in itinerary.stops)
    return PersonalCard(
        itinerary.entry, lines, max(len(line.boards) for line in lines), fit_of(len(lines), LINES_BY_FIT)
    )


def _line(stop: Stop) -> CardLine:
    boards = tuple(NotedBoard(board, board_taker(board) == stop.seat) for board in stop.boards)
    return CardLine(stop.round, stop.table, stop.seat, boards)


PERSONAL_CARDS = DocumentType(
    kind=DocumentKind.PERSONAL_CARDS,
    right=Right.PRINT,
    require=require_seats,
    build=build_personal_cards,
    template="tournaments/pdf/personal_cards.html",
    stylesheet="css/print/a6_cards.css",
)
