"""Travellers to be cut: one for each board, or for each of its leaves, complete except for the results.

Source:
    FFT, Manuel de l'organisateur (2011): the *feuille ambulante* of the individual duplicate, and the
    one of quartets with its leaves A and B.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from string import ascii_uppercase

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.seats import NORTH, SOUTH, opening_leader
from tournaments.base.access import Right
from tournaments.base.queries.sessions import current_session
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import Attack, SheetKind, TournamentFormat
from tournaments.core.slips.printed_sheet import PrintedLine
from tournaments.enums import DocumentKind, SlipKind
from tournaments.models import Section, Tournament
from tournaments.movements.queries.movements import sections_of
from tournaments.paper.documents.hall.card_sheets import (
    CARD_OPTIONS,
    PER_SHEETS,
    SHORT_CARDS,
    CardLayout,
    SheetMark,
    card_layout,
    mark_of,
)
from tournaments.paper.documents.making.document import DocumentType
from tournaments.paper.documents.making.lazy_sheets import LazySheets
from tournaments.paper.documents.making.options import BOARDS, PLAIN, DocumentOptions, OptionName
from tournaments.paper.documents.making.ready import require_seats
from tournaments.paper.documents.scores.traveller_layout import (
    PlayerName,
    SetTraveller,
    TravellerTable,
    lay_out_traveller,
)
from tournaments.paper.documents.typesetting.imposition import cut_and_stack, split_evenly
from tournaments.paper.documents.typesetting.large_type import CARD_ON_A5
from tournaments.paper.queries.printed_sheets import SheetContent, codes_of, deals_mark
from tournaments.results.queries.checking import SheetName
from tournaments.results.queries.known_results import UNKNOWN, KnownLine, Line, known_lines
from tournaments.results.queries.travellers import Traveller, TravellerLine, travellers_of
from tournaments.results.words.sheet_sentences import BID_NAMES
from tournaments.seating.queries.seats import load_rounds
from tournaments.seating.words.seat_names import seat_name, seated_as, starting_place

MOST_LINES = {"A4": 20, "A5": 20, "A6": 7}
"""Largest number of lines of a leaf, by size of card; more make a second leaf.

The smallest card takes large type alone.
"""
SHORT_LINES = 3
"""Largest number of lines on a card of half an A5's height, of which four stand on an A4, in usual type."""
TWO_LEAVES = "two_leaves"
KNOWN = "known"
"""Variant with the unfinished étuis alone, including the results entered so far."""


@dataclass(frozen=True, slots=True)
class TravellerCard:
    """One leaf of a traveller as printed."""

    traveller: Traveller
    """Traveller with the lines of this leaf."""
    leader: int
    """Seat of the opening lead, on the dealer's right."""
    section: int | None
    """Number of the section; None for the only section."""
    writer: int
    """Seat that writes the results: North, or South in formats with the attacker there."""
    has_bid: bool
    """True if the taker chooses the bid, which then has a column."""
    has_duels: bool
    """True if teams attack each other: lines have their numbers, as on the federation's form."""
    leaf: int
    """Number of the leaf, from 1; 0 for a traveller with one leaf."""
    mark: SheetMark | None
    """Code of this leaf; None until it is issued."""
    known: tuple[KnownLine, ...]
    """Printed part of each line's result; empty unless requested."""
    names: tuple[tuple[PlayerName, ...], ...]
    """Names of each line."""
    layout: CardLayout
    is_bound: bool
    """True for a wide margin on the left."""

    @property
    def rows(self) -> tuple[tuple[TravellerLine, tuple[PlayerName, ...], KnownLine], ...]:
        return tuple(zip(self.traveller.lines, self.names, self.known, strict=True))

    @property
    def setting(self) -> SetTraveller:
        """The texts and rules of the card."""
        return lay_out_traveller(
            TravellerTable(
                rows=tuple(
                    (self._place(line), names, self._known_texts(known)) for line, names, known in self.rows
                ),
                has_duels=self.has_duels,
                has_bid=self.has_bid,
                sentence=_(
                    "%(seat)s inscrit la marque d’un seul défenseur, sous les yeux des autres ; toute"
                    " correction est montrée à l’arbitre."
                )
                % {"seat": seat_name(self.writer)},
                is_short=self.layout.is_short,
                is_small=self.layout.size == "A6" and not self.layout.is_short,
                is_bound=self.is_bound,
            )
        )

    def _place(self, line: TravellerLine) -> tuple[str, ...]:
        """Return round and table, and of duels the numbers of the defence and of the attack."""
        place = (str(line.round), str(line.table))
        if not self.has_duels:
            return place
        return (*place, *(starting_place(entry) if entry else "–" for _seats, entry in line.sides))

    def _known_texts(self, known: KnownLine) -> tuple[str, ...]:
        """Return what is printed into the boxes of a line."""
        score = known.score
        is_unplayed = known.kind not in (None, SlipKind.PLAYED)
        texts = (
            str(score) if score is not None and score >= 0 else "",
            str(-score) if score is not None and score < 0 else "",
            str(known.kind.label) if known.kind and is_unplayed else "",
        )
        return ((str(BID_NAMES[known.bid]) if known.bid else ""), *texts) if self.has_bid else texts

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

    def card(leaf: TravellerLeaf | None) -> TravellerCard | None:
        if leaf is None:
            return None
        return _card(
            leaf,
            tournament_format,
            mark_of(leaf.content, codes, options),
            layout,
            has_section=len(sections) > 1,
            is_bound=options.wide_margin,
        )

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
    if is_chosen or most > MOST_LINES["A6"]:
        return card_layout(options)
    if most <= SHORT_LINES:
        return SHORT_CARDS
    return CardLayout("A4", 4) if options.saves_paper else card_layout(options)


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
    layout: CardLayout,
    *,
    has_section: bool,
    is_bound: bool,
) -> TravellerCard:
    traveller = leaf.traveller
    return TravellerCard(
        traveller=traveller,
        leader=opening_leader(traveller.dealer),
        section=leaf.section if has_section else None,
        writer=SOUTH if tournament_format.attack is Attack.SOUTH else NORTH,
        has_bid=tournament_format.imposed_bid is None,
        has_duels=tournament_format.plays_both_ways,
        leaf=leaf.number,
        mark=mark,
        known=leaf.known,
        names=tuple(
            tuple(
                PlayerName(
                    seated_as(entry, seats) if entry and not tournament_format.plays_both_ways else "",
                    str(entry) if entry else "",
                    traveller.taker in seats,
                )
                for seats, entry in line.sides
            )
            for line in traveller.lines
        ),
        layout=layout,
        is_bound=is_bound,
    )


TRAVELLERS = DocumentType(
    kind=DocumentKind.TRAVELLERS,
    right=Right.PRINT,
    require=require_seats,
    build=build_travellers,
    sheets_per_part=8,
    is_for=lambda tournament_format: tournament_format.sheet is SheetKind.TRAVELLER,
    large=CARD_ON_A5,
    options=CARD_OPTIONS | BOARDS | {OptionName.SECTION, OptionName.PART},
    parts=(
        ("", gettext_lazy("Une feuille, deux quand il le faut")),
        (TWO_LEAVES, gettext_lazy("Deux feuillets, A et B")),
        (KNOWN, gettext_lazy("Étuis à terminer, avec les résultats connus")),
    ),
    per_sheets=PER_SHEETS,
    coded=coded_travellers,
)
