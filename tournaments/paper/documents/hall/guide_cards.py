"""Guide cards: each player's tables, opponents and étuis; four A6 cards on a sheet.

Those by place have neither names nor a date: a club keeps them for all evenings of the same movement.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import zip_longest
from math import ceil

from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from tournaments.base.access import Right
from tournaments.core.formats.attack_rotation import Badge
from tournaments.core.formats.registry import find_format
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
    HEADS,
    HEADS_HEIGHT,
    KEY,
    CardGrid,
    KeyColumns,
    draw_grid,
    key_columns,
    line_classes,
    line_height,
    rest_grounds,
    steps,
    whole_parts,
)
from tournaments.paper.documents.hall.card_heads import CardHead, card_head
from tournaments.paper.documents.hall.guide_names import (
    FACE,
    Stops,
    column_stops,
    count_lines,
    is_too_long,
    set_names,
)
from tournaments.paper.documents.making.document import DocumentType, with_boards
from tournaments.paper.documents.making.lazy_sheets import LazySheets
from tournaments.paper.documents.making.options import PLAIN, DocumentOptions, OptionName
from tournaments.paper.documents.making.ready import require_seats
from tournaments.paper.documents.typesetting.imposition import cut_and_stack, split_evenly
from tournaments.paper.documents.typesetting.large_type import CARD_ALONE
from tournaments.paper.documents.typesetting.ruled_lines import FIGURE_SPACE, GAP
from tournaments.paper.documents.typesetting.type_widths import Type
from tournaments.paper.queries.papers import BY_PLACE
from tournaments.seating.queries.attackers import RoundBadges, load_badges
from tournaments.seating.queries.seats import Itinerary, RoundSeats, Stop, TableSeats, load_rounds
from tournaments.seating.words.seat_names import badge_names, board_range, seated_as, seats_label

NBSP = "\u00a0"
SIZES = (10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7)
"""Type sizes of the names in points, the largest first."""
COLUMNS = (
    (0,),
    (0, 0.5),
    (0, 0.46),
    (0, 0.54),
    (0, 0.4),
    (0, 0.6),
    (0, 1 / 3, 2 / 3),
    (0, 0.25, 0.5, 0.75),
)
"""Shares of a line after which names may begin. One below the other comes first."""
RUNNING = ()
"""Columns of names that stand one behind the other, in the smallest type alone."""
HIGHEST_LINE = 8
"""Largest distance of lines in millimetres: rounds that are far apart are no list."""
MOST_BLANK_LINES = 3
"""Lines of a row up to which blank ones are added."""
BOARDS_WIDTH = 20
"""Millimetres after which étuis and badges take another line."""


Place = tuple[tuple[int, ...], int]
"""Seats of a player or a team at a table, and the id of the entry."""


@dataclass(frozen=True, slots=True)
class GuideOther:
    """Another player or team at the table."""

    seats: tuple[int, ...]
    entry: Entry
    label: str
    """Seat and starting place."""
    name: str
    text: str
    """Seat, starting place and name, as they are printed."""


@dataclass(frozen=True, slots=True)
class GuideLine:
    """One round of a card. A rest has no table and no seats."""

    stop: Stop
    others: tuple[GuideOther, ...]
    """Other players of the table, from the next one in playing order."""
    badges: tuple[Badge, ...]
    """Members who attack, in the order of the boards, where triplets attack in turn."""

    @property
    def names(self) -> tuple[str, ...]:
        """Seat, starting place and name of each other player."""
        return tuple(other.text for other in self.others)

    @property
    def round(self) -> int:
        return self.stop.round

    @property
    def table(self) -> int | None:
        return self.stop.table

    @property
    def seats(self) -> tuple[int, ...]:
        return self.stop.seats

    @property
    def boards(self) -> tuple[int, ...]:
        return self.stop.boards


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideCard:
    """The card of one player, or of one side of a team."""

    entry: Entry
    side: tuple[int, ...]
    """Seats of the side where teams hold two tables at once; otherwise empty."""
    section: int | None
    """Number of the section; None for the only section."""
    lines: tuple[GuideLine, ...]
    people: tuple[tuple[Badge | None, Person], ...]
    """Members of a team, with the badge of each in triplets; empty for a player."""
    head: CardHead
    part: int
    """Number of this card among those of the player, from 1."""
    part_count: int
    grid: CardGrid | None = None
    """Lines as they are printed; None before the sizes of the sheet are chosen."""


@dataclass(frozen=True, slots=True)
class GuideCardsSheet:
    """Cards in reading order; None for an empty place on the last sheet."""

    cards: tuple[GuideCard | None, ...]
    is_undated: bool


def build_guide_cards(tournament: Tournament, options: DocumentOptions = PLAIN) -> Sequence[GuideCardsSheet]:
    """Return the sheets of all chosen sections in turn, players by starting place. Lines are set when read.

    One query, and four for each section.
    """
    sections = sections_of(tournament)
    per_sheet = options.per_sheet or CARDS_PER_SHEET[0]
    builders: list[Callable[[], GuideCardsSheet]] = []
    for section in sections:
        if not options.has_section(section.number):
            continue
        rounds = load_rounds(section)
        badges = load_badges(tournament, section, rounds)
        number = section.number if len(sections) > 1 else None
        itineraries = choose_itineraries(rounds, options)
        if not itineraries:
            continue
        setter = _GridSetter.of(itineraries, badges, has_boards=with_boards(find_format(tournament.format)))
        is_undated = options.part == BY_PLACE
        cards = list(_cards(rounds, itineraries, number, badges, setter, is_undated=is_undated))
        builders += [
            partial(_set_sheet, setter, row, is_undated=is_undated) for row in cut_and_stack(cards, per_sheet)
        ]
    return LazySheets(builders)


def _set_sheet(
    setter: "_GridSetter", cards: Sequence[GuideCard | None], *, is_undated: bool
) -> GuideCardsSheet:
    return GuideCardsSheet(setter.set_sheet(cards), is_undated)


def _cards(
    rounds: Iterable[RoundSeats],
    itineraries: Iterable[Itinerary],
    section: int | None,
    badges: RoundBadges,
    setter: "_GridSetter",
    *,
    is_undated: bool,
) -> Iterator[GuideCard]:
    """Yield the cards of one section, not yet set."""
    tables = {(row.number, table.table): table for row in rounds for table in row.tables}
    others: dict[Place, GuideOther] = {}
    for seats, entry in (side for table in tables.values() for side in table.sides):
        if entry is not None and (seats, entry.pk) not in others:
            others[seats, entry.pk] = _other(seats, entry, has_name=not is_undated)
    movement = _movement_words(tables) if is_undated else ""
    for itinerary in itineraries:
        entry = itinerary.entry
        people = () if is_undated else card_people(entry, has_badges=bool(badges))
        head = card_head(
            movement or str(entry),
            itinerary.side,
            people,
            has_code=False,
            has_band=section is not None,
            has_arrival=bool(entry.arrival),
        )
        lines = [
            _line(
                stop,
                None if stop.table is None else tables[stop.round, stop.table],
                badges.get((entry.pk, stop.round), ()),
                others,
            )
            for stop in itinerary.stops
        ]
        for part, part_lines in enumerate(parts := setter.split(lines, head), start=1):
            yield GuideCard(
                entry=entry,
                side=itinerary.side,
                section=section,
                lines=part_lines,
                people=people,
                head=head,
                part=part,
                part_count=len(parts),
            )


def _movement_words(tables: Iterable[tuple[int, int]]) -> str:
    """Return the numbers of tables and rounds, by which a club knows its undated cards."""
    rounds, numbers = {number for number, _table in tables}, {table for _number, table in tables}
    table_words = ngettext("%(count)d table", "%(count)d tables", len(numbers)) % {"count": len(numbers)}
    round_words = ngettext("%(count)d position", "%(count)d positions", len(rounds)) % {"count": len(rounds)}
    return f"{table_words}, {round_words}"


def _other(seats: tuple[int, ...], entry: Entry, *, has_name: bool) -> GuideOther:
    label, name = seated_as(entry, seats), str(entry) if has_name else ""
    return GuideOther(seats, entry, label, name, (f"{label} ".replace(" ", NBSP) + name).rstrip())


def _line(
    stop: Stop, table: TableSeats | None, badges: tuple[Badge, ...], others: Mapping[Place, GuideOther]
) -> GuideLine:
    if table is None:
        return GuideLine(stop, (), badges)
    size, first_seat = len(table.entries), stop.seats[0]
    sides = [(seats, entry) for seats, entry in table.sides if entry is not None and seats != stop.seats]
    # in playing order, from the seat after the player's own
    sides.sort(key=lambda side: (side[0][0] - first_seat) % size)
    return GuideLine(stop, tuple(others[seats, entry.pk] for seats, entry in sides), badges)


@dataclass(frozen=True, slots=True)
class _GridSetter:
    """Measured columns of the cards of a section."""

    key: KeyColumns
    names_stops: Mapping[float, int]
    """By type size, the stop of the names, counted from the end of the key."""
    has_boards: bool
    board_figures: int
    against_word: str
    language: str | None
    last_columns: list[Sequence[float]] = field(default_factory=lambda: [*COLUMNS])
    """Columns of names, the last ones that held a card first."""

    @classmethod
    def of(cls, itineraries: Sequence[Itinerary], badges: RoundBadges, *, has_boards: bool) -> "_GridSetter":
        stops = [stop for itinerary in itineraries for stop in itinerary.stops]
        figures = max((len(str(stop.boards[0])) for stop in stops if stop.boards), default=1)
        is_of_teams = any(itinerary.entry.name for itinerary in itineraries)
        word = _("Contre") if is_of_teams else _("Avec")
        setter = cls(key_columns(stops), dict.fromkeys(SIZES, 0), has_boards, figures, word, get_language())
        if not has_boards:
            return setter
        cells = {(stop.boards, ()) for stop in stops} | {((), row) for row in badges.values()}
        names_stops = {}
        for points in SIZES:
            texts = (line for boards, row in cells for line in setter.board_lines(boards, row, points))
            width = max(map(Type(FACE, points).width, texts))
            names_stops[points] = steps(max(width + GAP, HEADS.width(_("Étuis"))))
        return replace(setter, names_stops=names_stops)

    def board_lines(self, boards: tuple[int, ...], badges: tuple[Badge, ...], points: float) -> Sequence[str]:
        """Return the étuis of a round and those who attack, as lines of their column."""
        if not self.has_boards or not (boards or badges):
            return ()
        return _board_lines(boards, badges, points, self.board_figures, self.language)

    def split(self, lines: Sequence[GuideLine], head: CardHead) -> tuple[tuple[GuideLine, ...], ...]:
        """Return the lines of an evening by card: one card if all names fit in the smallest type."""
        for part_count in range(1, len(lines)):
            parts = split_evenly(lines, part_count)
            room = _rows_room(head, part_count)
            if all(self._fits_small(part, room) for part in parts):
                return parts
        return split_evenly(lines, len(lines))

    def set_sheet(self, cards: Sequence[GuideCard | None]) -> tuple[GuideCard | None, ...]:
        """Return the cards of a sheet with their lines set in one size, the largest that fits all cards."""
        points = min((self._largest(card) for card in cards if card), default=SIZES[-1])
        return tuple(card and replace(card, grid=self._grid(card, points)) for card in cards)

    def _largest(self, card: GuideCard) -> float:
        """Return the largest type size of a card, if possible one that leaves each name on one line."""
        room = _rows_room(card.head, card.part_count)
        sizes = [size for size in SIZES if self._columns(card.lines, size, room)]
        names = {name for line in card.lines for name in line.names}
        for size in sizes:
            line = self._stops(COLUMNS[0], size)
            if not any(is_too_long(name, size, line) for name in names):
                return size
        return sizes[0] if sizes else SIZES[-1]

    def _columns(self, lines: Sequence[GuideLine], points: float, room: float) -> Stops:
        """Return the first columns of names with which the lines fit in `room` millimetres, () if none do."""
        for shares in COLUMNS if points > SIZES[-1] else (*COLUMNS, RUNNING):
            if self._holds(shares, lines, points, room):
                return self._stops(shares, points)
        return ()

    def _fits_small(self, lines: Sequence[GuideLine], room: float) -> bool:
        """Return whether the lines fit in the smallest type, in any columns of names."""
        for place, shares in enumerate(self.last_columns):
            if self._holds(shares, lines, SIZES[-1], room):
                # columns that hold a card hold most of the next ones, so they are tried first
                self.last_columns.insert(0, self.last_columns.pop(place))
                return True
        return self._holds(RUNNING, lines, SIZES[-1], room)

    def _holds(self, shares: Sequence[float], lines: Sequence[GuideLine], points: float, room: float) -> bool:
        """Return whether lines fit in `room` millimetres with columns of names after these shares."""
        fewest = [max(1, ceil(len(line.others) / len(shares))) if shares else 1 for line in lines]
        spare = int(room / line_height(points)) - sum(fewest)
        # most columns are ruled out without a measure, or by the first rows
        if spare < 0:
            return False
        stops = self._stops(shares, points)
        for line, count in zip(lines, fewest, strict=True):
            spare -= self._line_count(line, points, stops) - count
            if spare < 0:
                return False
        return True

    def _stops(self, shares: Sequence[float], points: float) -> Stops:
        return column_stops(shares, self.key.room - self.names_stops[points])

    def _line_count(self, line: GuideLine, points: float, stops: Stops) -> int:
        names = count_lines(line.names, points, stops)
        return max(1, names, len(self.board_lines(line.boards, line.badges, points)))

    def _grid(self, card: GuideCard, points: float) -> CardGrid:
        room = _rows_room(card.head, card.part_count)
        stops = self._columns(card.lines, points, room) or self._stops(COLUMNS[0], points)
        rows = [self._row(line, points, stops) for line in card.lines]
        # blank lines fill a card of few rounds
        while room / sum(map(len, rows)) > HIGHEST_LINE and max(map(len, rows)) < MOST_BLANK_LINES:
            rows = [[*row, ""] for row in rows]
        height = whole_parts(min(HIGHEST_LINE, room / sum(map(len, rows))))
        row_heights = [len(row) * height for row in rows]
        rounds = [line.stop for line in card.lines]
        is_roomy = height > line_height(KEY.points)
        columns = (0, self.names_stops[points]) if self.has_boards else (0,)
        return CardGrid(
            heads=self.key.heads(columns, [_("Étuis"), self.against_word][-len(columns) :]),
            rows=self.key.rows(rounds, rows, KEY if is_roomy else Type(FACE, points)),
            classes=line_classes(points, height),
            is_roomy=is_roomy,
            drawing=draw_grid(self.key, row_heights, grounds=rest_grounds(rounds, row_heights)),
        )

    def _row(self, line: GuideLine, points: float, stops: Stops) -> list[str]:
        """Return the texts of a row behind the table, line by line."""
        if line.table is None:
            return [""]
        place = seats_label(line.seats, is_duel=line.stop.is_duel)
        boards = self.board_lines(line.boards, line.badges, points)
        names = set_names(line.names, points, stops)
        rows = []
        for number, (board, row_names) in enumerate(zip_longest(boards, names)):
            starts = [self.names_stops[points] + stop for stop, _name in row_names or ()]
            columns = [0, *starts] if self.has_boards else starts
            cells = [board or ""] * self.has_boards + [name for _stop, name in row_names or ()]
            lines = self.key.later_line(points, columns) if number else self.key.first_line(points, columns)
            rows.append(lines.line(["" if number else place, *cells]))
        return rows or [place]


@lru_cache(maxsize=4096)
def _board_lines(
    boards: tuple[int, ...], badges: tuple[Badge, ...], points: float, figures: int, _language: str | None
) -> tuple[str, ...]:
    # cached, since all cards of an evening share the étuis of its rounds
    figure_count = len(str(boards[0])) if boards else 0
    # the first numbers end below each other
    blank = FIGURE_SPACE * (figures - figure_count)
    texts = [blank + board_range(boards)] if boards else []
    texts += [badge_names(badges)] if badges else []
    letters = Type(FACE, points)
    return tuple(
        line
        for text in texts
        for line in ([text] if letters.fits(text, BOARDS_WIDTH) else letters.lines(text, BOARDS_WIDTH))
    )


def _rows_room(head: CardHead, part_count: int) -> float:
    """Return the height for the rows of a card, in millimetres."""
    return head.room(extra_lines=int(part_count > 1)) - HEADS_HEIGHT


GUIDE_CARDS = DocumentType(
    kind=DocumentKind.GUIDE_CARDS,
    right=Right.PRINT,
    require=require_seats,
    build=build_guide_cards,
    shared_styles="a6_cards",
    large=CARD_ALONE,
    options=CARD_OPTIONS | {OptionName.PART},
    parts=(
        ("", gettext_lazy("Avec les noms")),
        (BY_PLACE, gettext_lazy("Sans nom ni date, par place de départ")),
    ),
    per_sheets=CARDS_PER_SHEET,
)
