"""Personal cards, four on a sheet: each player's tables, seats and boards, with boxes for scores.

Source:
    FFT, Manuel de l'organisateur (2011): the *fiche personnelle*, here with the boards of each round; of free
    deals with gains, losses, balance and total.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.base.access import Right
from tournaments.core.exchange.searching import format_player_code
from tournaments.core.formats.attack_rotation import Badge
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind, TournamentFormat
from tournaments.enums import DocumentKind
from tournaments.models import Entry, Person, Tournament
from tournaments.movements.queries.movements import sections_of
from tournaments.paper.documents.card_heads import CardHead, card_head
from tournaments.paper.documents.chosen_cards import (
    CARD_OPTIONS,
    CARDS_PER_SHEET,
    card_people,
    choose_itineraries,
)
from tournaments.paper.documents.document import DocumentType
from tournaments.paper.documents.imposition import cut_and_stack, fit_of, split_to_fit
from tournaments.paper.documents.options import PLAIN, DocumentOptions
from tournaments.paper.documents.qr_codes import draw_qr_code
from tournaments.paper.documents.ready import require_seats
from tournaments.seating.queries.attackers import has_badges
from tournaments.seating.queries.seats import Itinerary, Stop, load_rounds

MOST_ROUNDS = 20
"""Largest number of rounds on one card; more go on a second card."""
ROW_HEIGHTS = (("roomy", 13.4), ("usual", 8.4), ("tight", 5.6), ("closest", 5.1))
"""Height of a line in each setting, in millimetres."""


@dataclass(frozen=True, slots=True)
class NotedBoard:
    """A box for one score."""

    number: int
    is_attack: bool
    """True if the player or team has the imposed taker of this board."""


@dataclass(frozen=True, slots=True)
class CardLine:
    """One round of a card. A rest has no table and no seats."""

    round: int
    table: int | None
    seats: tuple[int, ...]
    boards: tuple[NotedBoard, ...]


@dataclass(frozen=True, slots=True)
class PersonalCard:
    """The card of one player, or of one side of a team."""

    entry: Entry
    side: tuple[int, ...]
    """Seats of the side where teams hold two tables at once; otherwise empty."""
    lines: tuple[CardLine, ...]
    has_sums: bool
    """True if deals are added up: a line has gains, losses, their balance and the total so far."""
    box_count: int
    """Number of boxes of the widest line."""
    fit: str
    """Spacing of the lines: "roomy", "usual", "tight" or "closest"."""
    head: CardHead
    section: int | None
    """Number of the section; None for the only section."""
    people: tuple[tuple[Badge | None, Person], ...]
    """Members of a team, with the badge of each in triplets; empty for a player."""
    part: int
    """Number of this card among those of the player, from 1."""
    part_count: int

    @property
    def code(self) -> str:
        """The text of the code that the reception scans: the player, or the team's captain."""
        return format_player_code(self.entry.person_id)

    @property
    def code_drawing(self) -> str:
        """The code as SVG, to put into a page without escaping."""
        return draw_qr_code(self.code, _("Code à scanner à l’accueil"))


@dataclass(frozen=True, slots=True)
class PersonalCardsSheet:
    """Cards in reading order; None for an empty place on the last sheet."""

    cards: tuple[PersonalCard | None, ...]


def build_personal_cards(
    tournament: Tournament, options: DocumentOptions = PLAIN
) -> tuple[PersonalCardsSheet, ...]:
    """Return the sheets of all chosen sections in turn, players by starting place.

    One query, and four for each section.
    """
    per_sheet = options.per_sheet or CARDS_PER_SHEET[0]
    sheets: list[PersonalCardsSheet] = []
    tournament_format = find_format(tournament.format)
    sections = sections_of(tournament)
    for section in sections:
        if not options.has_section(section.number):
            continue
        itineraries = choose_itineraries(load_rounds(section), options)
        number = section.number if len(sections) > 1 else None
        cards = [card for itinerary in itineraries for card in _cards(itinerary, tournament_format, number)]
        sheets += [PersonalCardsSheet(row_of_cards) for row_of_cards in cut_and_stack(cards, per_sheet)]
    return tuple(sheets)


def _cards(
    itinerary: Itinerary, tournament_format: TournamentFormat, section: int | None
) -> Iterator[PersonalCard]:
    """Yield the card of an evening, or its cards if it is long."""
    people = card_people(itinerary.entry, has_badges=has_badges(tournament_format))
    head = card_head(itinerary.entry, itinerary.side, people, has_code=True)
    most = min(MOST_ROUNDS, int(head.room() / ROW_HEIGHTS[-1][1]))
    # the number of the card takes a line of the head
    if len(itinerary.stops) > most:
        most = min(most, int(head.room(extra_lines=1) / ROW_HEIGHTS[-1][1]))
    parts = split_to_fit(itinerary.stops, most)
    room = head.room(extra_lines=int(len(parts) > 1))
    for part, stops in enumerate(parts, start=1):
        lines = tuple(_line(stop, tournament_format) for stop in stops)
        yield PersonalCard(
            entry=itinerary.entry,
            side=itinerary.side,
            lines=lines,
            has_sums=tournament_format.sheet is SheetKind.SCORES,
            box_count=max(len(line.boards) for line in lines),
            fit=fit_of(len(lines), [(fit, int(room / height)) for fit, height in ROW_HEIGHTS]),
            head=head,
            section=section,
            people=people,
            part=part,
            part_count=len(parts),
        )


def _line(stop: Stop, tournament_format: TournamentFormat) -> CardLine:
    boards = tuple(
        NotedBoard(board, tournament_format.taker_of(board) in stop.seats) for board in stop.boards
    )
    return CardLine(stop.round, stop.table, stop.seats, boards)


PERSONAL_CARDS = DocumentType(
    kind=DocumentKind.PERSONAL_CARDS,
    right=Right.PRINT,
    require=require_seats,
    build=build_personal_cards,
    template="tournaments/paper/pdf/personal_cards.html",
    stylesheet="css/print/a6_cards.css",
    options=CARD_OPTIONS,
    per_sheets=CARDS_PER_SHEET,
)
