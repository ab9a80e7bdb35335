"""Personal cards, four on a sheet: each player's tables, seats and boards, with boxes for scores.

Source:
    FFT, Manuel de l'organisateur (2011): the *fiche personnelle*, here with the boards of each round; of free
    deals with gains, losses, balance and total.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from django.utils.translation import gettext as _

from tournaments.base.access import Right
from tournaments.core.exchange.searching import format_player_code
from tournaments.core.formats.attack_rotation import Badge
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind, TournamentFormat
from tournaments.enums import DocumentKind
from tournaments.models import Entry, Person, Tournament
from tournaments.movements.queries.movements import sections_of
from tournaments.paper.documents.deals.chosen_cards import (
    CARD_OPTIONS,
    CARDS_PER_SHEET,
    card_people,
    choose_itineraries,
)
from tournaments.paper.documents.hall.card_grid import (
    HEADS_HEIGHT,
    KEY,
    STEP,
    CardGrid,
    KeyColumns,
    column_rule,
    draw_grid,
    key_columns,
    line_classes,
    rest_grounds,
    whole_parts,
)
from tournaments.paper.documents.hall.card_heads import CARD_WIDTH, CardHead, card_head
from tournaments.paper.documents.making.document import DocumentType
from tournaments.paper.documents.making.lazy_sheets import LazySheets
from tournaments.paper.documents.making.options import PLAIN, DocumentOptions
from tournaments.paper.documents.making.ready import require_seats
from tournaments.paper.documents.typesetting.imposition import cut_and_stack, split_to_fit
from tournaments.paper.documents.typesetting.large_type import CARD_ALONE
from tournaments.paper.documents.typesetting.qr_codes import draw_qr_code
from tournaments.paper.documents.typesetting.rule_drawings import Rect
from tournaments.paper.documents.typesetting.ruled_lines import GAP
from tournaments.paper.documents.typesetting.type_widths import Face, Type
from tournaments.seating.queries.attackers import has_badges
from tournaments.seating.queries.seats import Itinerary, Stop, load_rounds
from tournaments.seating.words.seat_names import seats_label

LEAST_ROW, HIGHEST_ROW = 5.1, 24
"""Heights of a row in millimetres: to write a score in, and not to look empty."""
LOW_ROW = 9
"""Millimetres of a row below which a score stands beside the number of its board, not under it."""
ROOMY_ROW = 6.5
"""Least height of a row in which round and table are set larger than the rest."""
FIRST_LINE = 4.6
"""Least height of the first line of a row, in which round and table stand; a score is written below it."""
SIZES = (10, 9, 8, 7)
"""Type sizes in points, the largest first."""
SUM_BOXES = 4
"""Boxes of gains, losses, their balance and the total so far."""


@dataclass(frozen=True, slots=True)
class NotedBoard:
    """A box for one score."""

    number: int
    is_attack: bool
    """True if the player or team has the imposed taker of this board, and not of all boards of the card."""


@dataclass(frozen=True, slots=True)
class CardLine:
    """One round of a card. A rest has no table and no seats."""

    stop: Stop
    boards: tuple[NotedBoard, ...]

    @property
    def round(self) -> int:
        return self.stop.round

    @property
    def table(self) -> int | None:
        return self.stop.table

    @property
    def seats(self) -> tuple[int, ...]:
        return self.stop.seats


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
    head: CardHead
    section: int | None
    """Number of the section; None for the only section."""
    people: tuple[tuple[Badge | None, Person], ...]
    """Members of a team, with the badge of each in triplets; empty for a player."""
    part: int
    """Number of this card among those of the player, from 1."""
    part_count: int
    grid: CardGrid | None = None
    """Lines as they are printed; None before the sheet is read."""

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
) -> Sequence[PersonalCardsSheet]:
    """Return the sheets of all chosen sections in turn, players by starting place. Lines are set when read.

    One query, and four for each section.
    """
    per_sheet = options.per_sheet or CARDS_PER_SHEET[0]
    builders: list[Callable[[], PersonalCardsSheet]] = []
    tournament_format = find_format(tournament.format)
    sections = sections_of(tournament)
    for section in sections:
        if not options.has_section(section.number):
            continue
        itineraries = choose_itineraries(load_rounds(section), options)
        number = section.number if len(sections) > 1 else None
        key = key_columns(stop for itinerary in itineraries for stop in itinerary.stops)
        cards = [card for itinerary in itineraries for card in _cards(itinerary, tournament_format, number)]
        builders += [partial(_set_sheet, key, row) for row in cut_and_stack(cards, per_sheet)]
    return LazySheets(builders)


def _cards(
    itinerary: Itinerary, tournament_format: TournamentFormat, section: int | None
) -> Iterator[PersonalCard]:
    """Yield the card of an evening, or its cards if it is long. They are not yet set."""
    people = card_people(itinerary.entry, has_badges=has_badges(tournament_format))
    head = card_head(
        str(itinerary.entry),
        itinerary.side,
        people,
        has_code=True,
        has_band=section is not None,
        has_arrival=bool(itinerary.entry.arrival),
    )
    most = int((head.room() - HEADS_HEIGHT) / LEAST_ROW)
    # the number of the card takes a line of the head
    if len(itinerary.stops) > most:
        most = int((head.room(extra_lines=1) - HEADS_HEIGHT) / LEAST_ROW)
    parts = split_to_fit(itinerary.stops, most)
    has_sums = tournament_format.sheet is SheetKind.SCORES
    for part, stops in enumerate(parts, start=1):
        lines = tuple(_line(stop, tournament_format) for stop in stops)
        box_count = SUM_BOXES if has_sums else max(1, *(len(line.boards) for line in lines))
        yield PersonalCard(
            entry=itinerary.entry,
            side=itinerary.side,
            lines=lines,
            has_sums=has_sums,
            box_count=box_count,
            head=head,
            section=section,
            people=people,
            part=part,
            part_count=len(parts),
        )


def _set_sheet(key: KeyColumns, cards: Sequence[PersonalCard | None]) -> PersonalCardsSheet:
    return PersonalCardsSheet(tuple(card and replace(card, grid=_grid(key, card)) for card in cards))


def _line(stop: Stop, tournament_format: TournamentFormat) -> CardLine:
    boards = tuple(
        NotedBoard(board, tournament_format.taker_of(board) in stop.seats and not stop.is_duel)
        for board in stop.boards
    )
    return CardLine(stop, boards)


def _grid(key: KeyColumns, card: PersonalCard) -> CardGrid:
    """Return the lines of a card with rows that fill it."""
    lines, box_count, has_sums = card.lines, card.box_count, card.has_sums
    room = card.head.room(extra_lines=int(card.part_count > 1)) - HEADS_HEIGHT
    height = min(HIGHEST_ROW, room / len(lines))
    boxes = [key.room * number // box_count for number in range(box_count)]
    boards = () if has_sums else tuple(line.boards for line in lines)
    box_width = key.room // box_count * STEP - 2 * GAP
    points, has_two_lines = _fit_boxes([board for row in boards for board in row], box_width, height)
    line_count = max(1 + has_two_lines, int(height / FIRST_LINE))
    distance = whole_parts(height / line_count)
    height = distance * line_count
    rows = [
        _row(key, line, points, () if has_sums else boxes, line_count, is_apart=has_two_lines)
        for line in lines
    ]
    row_heights = [height] * len(lines)
    stops = [line.stop for line in lines]
    heads = ["+", "−", _("Bilan"), _("Total")] if has_sums else [_("Étuis et marques")]
    is_roomy = height > ROOMY_ROW
    return CardGrid(
        heads=key.heads(boxes[: len(heads)], heads),
        rows=key.rows(stops, rows, KEY if is_roomy else Type(Face.CONDENSED, points)),
        classes=line_classes(points, distance),
        is_roomy=is_roomy,
        drawing=draw_grid(
            key,
            row_heights,
            boxes,
            [*_attack_grounds(key, lines, boxes, height), *rest_grounds(stops, row_heights)],
        ),
    )


def _fit_boxes(boards: Iterable[NotedBoard], width: float, height: float) -> tuple[float, bool]:
    """Return the type size of the boxes, and whether the word of the taker stands on a line of its own.

    A low box leaves half its width to write in.
    """
    texts = {_board_text(board) for board in boards}
    room = width if height >= LOW_ROW else width / 2
    for points in SIZES:
        if all(Type(Face.CONDENSED, points).fits(text, room) for text in texts):
            return points, False
    return SIZES[-1], not all(Type(Face.CONDENSED, SIZES[-1]).fits(text, width) for text in texts)


def _board_text(board: NotedBoard) -> str:
    return f"{board.number} {_('preneur')}" if board.is_attack else str(board.number)


def _row(
    key: KeyColumns,
    line: CardLine,
    points: float,
    boxes: Sequence[int],
    line_count: int,
    *,
    is_apart: bool,
) -> list[str]:
    """Return the texts of a row behind the table, line by line.

    Args:
        is_apart: True to write the word of the taker under the number.
    """
    if line.table is None:
        return [""] * line_count
    columns = boxes[: len(line.boards)]
    cells = [str(board.number) if is_apart else _board_text(board) for board in line.boards] if boxes else []
    rows = [key.first_line(points, columns).line([_place(line.stop), *cells])]
    if is_apart:
        words = [_("preneur") if board.is_attack else "" for board in line.boards]
        rows.append(key.later_line(points, columns).line(["", *words]))
    return [*rows, *[""] * (line_count - len(rows))]


def _place(stop: Stop) -> str:
    return seats_label(stop.seats, is_duel=stop.is_duel)


def _attack_grounds(
    key: KeyColumns, lines: Sequence[CardLine], boxes: Sequence[int], height: float
) -> Iterator[Rect]:
    """Yield the grey areas of the boxes where the player takes."""
    edges = [*(column_rule(key, box) for box in boxes), CARD_WIDTH]
    for number, line in enumerate(lines):
        for board, (left, right) in zip(line.boards, pairwise(edges), strict=False):
            if board.is_attack:
                yield left, number * height, right - left, height


PERSONAL_CARDS = DocumentType(
    kind=DocumentKind.PERSONAL_CARDS,
    right=Right.PRINT,
    require=require_seats,
    build=build_personal_cards,
    shared_styles="a6_cards",
    large=CARD_ALONE,
    options=CARD_OPTIONS,
    per_sheets=CARDS_PER_SHEET,
)
