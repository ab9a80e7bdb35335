"""Travellers to be cut: one for each board, or for each of its leaves, complete except for the results.

Source:
    FFT, Manuel de l'organisateur (2011): the *feuille ambulante* of the individual duplicate, and the
    one of quartets with its leaves A and B.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from string import ascii_uppercase
from typing import NamedTuple

from django.utils.translation import gettext_lazy

from games.core.seats import NORTH, SOUTH, opening_leader
from tournaments.base.access import Right
from tournaments.base.queries.sessions import current_session
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import Attack, SheetKind, TournamentFormat
from tournaments.core.slips.printed_sheet import PrintedLine
from tournaments.enums import DocumentKind
from tournaments.models import Entry, Section, Tournament
from tournaments.movements.queries.movements import sections_of
from tournaments.paper.documents.card_sheets import (
    CARD_OPTIONS,
    PER_SHEETS,
    SHORT_CARDS,
    CardLayout,
    SheetMark,
    card_layout,
    mark_of,
)
from tournaments.paper.documents.document import DocumentType
from tournaments.paper.documents.imposition import cut_and_stack, fit_of, split_evenly
from tournaments.paper.documents.lazy_sheets import LazySheets
from tournaments.paper.documents.options import BOARDS, PLAIN, DocumentOptions, OptionName
from tournaments.paper.documents.ready import require_seats
from tournaments.paper.documents.type_widths import Face, Type
from tournaments.paper.queries.printed_sheets import SheetContent, codes_of, deals_mark
from tournaments.results.queries.checking import SheetName
from tournaments.results.queries.known_results import UNKNOWN, KnownLine, Line, known_lines
from tournaments.results.queries.travellers import Traveller, TravellerLine, travellers_of
from tournaments.seating.queries.seats import load_rounds
from tournaments.seating.words.seat_names import seated_as

LINES_BY_FIT = (("large", 7), ("roomy", 9), ("usual", 13))
"""Number of lines in each setting. A longer traveller is set tight. The federation's form has 13."""
MOST_LINES = {"A4": 20, "A5": 20, "A6": 7}
"""Largest number of lines of a leaf, by size of card; more make a second leaf.

The smallest card takes large type alone.
"""
SHORT_LINES = 3
"""Largest number of lines on a card of half an A5's height, of which four stand on an A4, in usual type."""
NAME_TYPES = {"large": 9, "roomy": 7.8, "usual": 7, "tight": 7}
"""Size of names in points, in each setting."""
SHORT_NAME, SMALL_NAME, PAIRED_NAME, QUARTER_NAME = 7.5, 7, 8, 10
"""Sizes of names: four players on a short card; long names; two teams set tight; a quarter of an A4."""
MANY_SIDES = 3
CARD_WIDTH, BINDING = 132.5, 12
"""Width of a line of a card, and of a margin for binding, in millimetres."""
SIDE_COLUMNS = {False: 9 + 11 + 2 * 21 + 16, True: 9 + 11 + 3 * 17.5 + 15}
TIGHT_COLUMNS = {False: 8 + 8 + 2 * 14 + 12, True: 8 + 8 + 3 * 14 + 12}
"""Width of the columns beside the names without and with a column for the bid, in millimetres."""
CELL_PADDING, TAKER_MARK, PAIR_GAP = 2.4, 2.6, 1
TWO_LEAVES = "two_leaves"
KNOWN = "known"
"""Variant with the unfinished étuis alone, including the results entered so far."""


class PlayerName(NamedTuple):
    """A player or a team on a line of a traveller, as it fits."""

    label: str
    """Seat and starting place, or side and number of a team; "" for an empty seat."""
    name: str
    size: str
    """Class of its type: "", or "longest" for small type. A name has one line."""
    is_taker: bool


@dataclass(frozen=True, slots=True)
class TravellerCard:
    """One leaf of a traveller as printed."""

    traveller: Traveller
    """Traveller with the lines of this leaf."""
    leader: int
    """Seat of the opening lead, on the dealer's right."""
    fit: str
    """Spacing of the lines: "large", "roomy", "usual" or "tight"."""
    section: int | None
    """Number of the section; None for the only section."""
    writer: int
    """Seat that writes the results: North, or South in formats with the attacker there."""
    has_bid: bool
    """True if the taker chooses the bid, which then has a column."""
    leaf: int
    """Number of the leaf, from 1; 0 for a traveller with one leaf."""
    mark: SheetMark | None
    """Code of this leaf; None until it is issued."""
    known: tuple[KnownLine, ...]
    """Printed part of each line's result; empty unless requested."""
    names: tuple[tuple[PlayerName, ...], ...]
    """Names of each line."""
    has_many_sides: bool
    """True if more sides sit at a table than two teams."""

    @property
    def rows(self) -> tuple[tuple[TravellerLine, tuple[PlayerName, ...], KnownLine], ...]:
        return tuple(zip(self.traveller.lines, self.names, self.known, strict=True))

    @property
    def leaf_letter(self) -> str:
        """The letter of the leaf, A, B… as in the federation's forms; "" for a single leaf."""
        return ascii_uppercase[self.leaf - 1] if self.leaf else ""


@dataclass(frozen=True, slots=True)
class TravellersSheet:
    """Cards side by side; None for an empty place on the last sheet."""

    cards: tuple[TravellerCard | None, ...]
    layout: CardLayout


@dataclass(frozen=True, slots=True)
class TravellerLeaf:
    """The data of one card."""

    section: int
    traveller: Traveller
    number: int
    content: SheetContent
    known: tuple[KnownLine, ...]


def build_travellers(tournament: Tournament, options: DocumentOptions = PLAIN) -> Sequence[TravellersSheet]:
    """Return the sheets of all chosen sections in turn, to be cut and stacked. Cards are set when read.

    Two queries, and four for each section; one more for the results.
    """
    sections = sections_of(tournament)
    tournament_format = find_format(tournament.format)
    results = _known_results(tournament, options)
    leaves = [
        _leaves(section, tournament_format, options, results)
        for section in _chosen_sections(sections, options)
    ]
    layout = _layout(leaves, options)
    codes = codes_of([leaf.content for section_leaves in leaves for leaf in section_leaves])
    set_name = _NameSetter(layout, options.wide_margin, tournament_format.imposed_bid is None)

    def card(leaf: TravellerLeaf | None) -> TravellerCard | None:
        if leaf is None:
            return None
        mark = mark_of(leaf.content, codes, options)
        return _card(leaf, tournament_format, mark, has_section=len(sections) > 1, set_name=set_name)

    def sheet(leaves_of_sheet: Sequence[TravellerLeaf | None]) -> TravellersSheet:
        return TravellersSheet(tuple(map(card, leaves_of_sheet)), layout)

    return LazySheets(
        partial(sheet, row)
        for section_leaves in leaves
        for row in cut_and_stack(section_leaves, layout.per_sheet)
    )


def coded_travellers(tournament: Tournament, options: DocumentOptions) -> tuple[SheetContent, ...]:
    """Return the content behind the codes of the same leaves.

    One query, and four for each section; one more for the results.
    """
    tournament_format = find_format(tournament.format)
    results = _known_results(tournament, options)
    return tuple(
        leaf.content
        for section in _chosen_sections(sections_of(tournament), options)
        for leaf in _leaves(section, tournament_format, options, results)
    )


def _chosen_sections(sections: Sequence[Section], options: DocumentOptions) -> list[Section]:
    return [section for section in sections if options.has_section(section.number)]


def _known_results(tournament: Tournament, options: DocumentOptions) -> dict[Line, KnownLine] | None:
    """Return the results to print; None for sheets without results."""
    return known_lines(current_session(tournament)) if options.part == KNOWN else None


def _leaves(
    section: Section,
    tournament_format: TournamentFormat,
    options: DocumentOptions,
    results: dict[Line, KnownLine] | None,
) -> list[TravellerLeaf]:
    most = MOST_LINES[card_layout(options).size]
    leaves = []
    for traveller in travellers_of(load_rounds(section), tournament_format):
        has_gaps = results is None or any(place not in results for place in _places(traveller))
        if options.has_board(traveller.board) and has_gaps:
            least = 2 if options.part == TWO_LEAVES else 1
            parts = split_evenly(traveller.lines, max(least, -(-len(traveller.lines) // most)))
            for number, lines in enumerate(parts, start=1):
                leaf = number if len(parts) > 1 else 0
                leaves.append(_leaf(section, replace(traveller, lines=lines), leaf, results or {}))
    return leaves


def _layout(leaves: Sequence[Sequence[TravellerLeaf]], options: DocumentOptions) -> CardLayout:
    """Return the chosen layout. Without a choice, short travellers save paper."""
    most = max((len(leaf.traveller.lines) for section_leaves in leaves for leaf in section_leaves), default=0)
    is_chosen = options.paper or options.per_sheet or options.part == TWO_LEAVES
    # a chosen paper or number is respected
    return SHORT_CARDS if most <= SHORT_LINES and not is_chosen else card_layout(options)


def _places(traveller: Traveller) -> list[Line]:
    return [(line.round, line.table, traveller.board) for line in traveller.lines]


def _leaf(
    section: Section, traveller: Traveller, number: int, results: Mapping[Line, KnownLine]
) -> TravellerLeaf:
    content = SheetContent(
        session_id=section.session_id,
        section=section.number,
        name=SheetName(board=traveller.board),
        leaf=number,
        deals=deals_mark(section.session),
        lines=tuple(_printed_line(line) for line in traveller.lines),
    )
    line_results = tuple(results.get(place, UNKNOWN) for place in _places(traveller))
    return TravellerLeaf(section.number, traveller, number, content, line_results)


def _printed_line(line: TravellerLine) -> PrintedLine:
    by_seat = {seat: entry.pk if entry else None for seats, entry in line.sides for seat in seats}
    return PrintedLine(line.round, line.table, tuple(by_seat[seat] for seat in sorted(by_seat)))


def _card(
    leaf: TravellerLeaf,
    tournament_format: TournamentFormat,
    mark: SheetMark | None,
    *,
    has_section: bool,
    set_name: "_NameSetter",
) -> TravellerCard:
    traveller = leaf.traveller
    fit = fit_of(len(traveller.lines), LINES_BY_FIT)
    has_many_sides = any(len(line.sides) >= MANY_SIDES for line in traveller.lines)
    return TravellerCard(
        traveller=traveller,
        leader=opening_leader(traveller.dealer),
        fit=fit,
        section=leaf.section if has_section else None,
        writer=SOUTH if tournament_format.attack is Attack.SOUTH else NORTH,
        has_bid=tournament_format.imposed_bid is None,
        leaf=leaf.number,
        mark=mark,
        known=leaf.known,
        names=tuple(
            tuple(
                set_name(seats, entry, traveller.taker in seats, fit, has_many_sides=has_many_sides)
                for seats, entry in line.sides
            )
            for line in traveller.lines
        ),
        has_many_sides=has_many_sides,
    )


@dataclass(frozen=True, slots=True)
class _NameSetter:
    """Setter of the names of a document in the room of its cards."""

    layout: CardLayout
    is_bound: bool
    has_bid: bool

    def __call__(
        self,
        seats: tuple[int, ...],
        entry: Entry | None,
        is_taker: bool,
        fit: str,
        *,
        has_many_sides: bool,
    ) -> PlayerName:
        if entry is None:
            return PlayerName("", "", "", is_taker)
        label, name = seated_as(entry, seats), str(entry)
        is_bold = is_taker and fit != "tight"
        points = NAME_TYPES[fit]
        if self.layout.is_short and has_many_sides:
            points = SHORT_NAME
        elif self.layout.size == "A6" and not self.layout.is_short:
            points = QUARTER_NAME
        if fit == "tight" and not has_many_sides:
            points = max(points, PAIRED_NAME)
        columns = self._columns(fit, in_pairs=fit == "tight" and has_many_sides)
        usual_room = self._room(label, columns, points, is_bold=is_bold, is_taker=is_taker)
        if usual_room.fits(name):
            return PlayerName(label, name, "", is_taker)
        # a card of a quarter has large type alone
        if points == QUARTER_NAME:
            return PlayerName(label, usual_room.cut(name), "", is_taker)
        small_room = self._room(label, columns, SMALL_NAME, is_bold=is_bold, is_taker=is_taker)
        return PlayerName(label, small_room.cut(name), "longest", is_taker)

    def _columns(self, fit: str, *, in_pairs: bool) -> float:
        """Return the width of a line of names. In the tight setting two names stand side by side."""
        other_columns = TIGHT_COLUMNS if fit == "tight" else SIDE_COLUMNS
        width = CARD_WIDTH - (BINDING if self.is_bound else 0) - other_columns[self.has_bid] - CELL_PADDING
        return width / 2 - PAIR_GAP if in_pairs else width

    @staticmethod
    def _room(label: str, width: float, points: float, *, is_bold: bool, is_taker: bool) -> "_Room":
        bold = Type(Face.CONDENSED_BOLD, points)
        label_width = bold.width(f"{label} ") + (TAKER_MARK * points / SMALL_NAME if is_taker else 0)
        return _Room(bold if is_bold else Type(Face.CONDENSED, points), width - label_width)


@dataclass(frozen=True, slots=True)
class _Room:
    """The type and the room of a name."""

    letters: Type
    first: float
    """Millimetres of a line, behind the seat."""

    def fits(self, name: str) -> bool:
        return self.letters.fits(name, self.first)

    def cut(self, name: str) -> str:
        return self.letters.cut(name, self.first)


TRAVELLERS = DocumentType(
    kind=DocumentKind.TRAVELLERS,
    right=Right.PRINT,
    require=require_seats,
    build=build_travellers,
    template="tournaments/paper/pdf/travellers.html",
    stylesheet="css/print/travellers.css",
    sheets_per_part=8,
    is_for=lambda tournament_format: tournament_format.sheet is SheetKind.TRAVELLER,
    options=CARD_OPTIONS | BOARDS | {OptionName.SECTION, OptionName.PART},
    parts=(
        ("", gettext_lazy("Une feuille, deux quand il le faut")),
        (TWO_LEAVES, gettext_lazy("Deux feuillets, A et B")),
        (KNOWN, gettext_lazy("Étuis à terminer, avec les résultats connus")),
    ),
    per_sheets=PER_SHEETS,
    coded=coded_travellers,
)
