"""Guide cards: where each player goes, with whom and with which étuis; four A6 cards on a sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.base.access import Right
from tournaments.core.formats.attack_rotation import Badge
from tournaments.core.formats.registry import find_format
from tournaments.enums import DocumentKind
from tournaments.models import Entry, Person, Tournament
from tournaments.movements.queries.movements import sections_of
from tournaments.paper.documents.card_heads import CARD_WIDTH, CardHead, card_head
from tournaments.paper.documents.chosen_cards import (
    CARD_OPTIONS,
    CARDS_PER_SHEET,
    ROUNDS_BY_FIT,
    card_people,
    choose_itineraries,
)
from tournaments.paper.documents.document import DocumentType, with_boards
from tournaments.paper.documents.imposition import cut_and_stack, split_evenly
from tournaments.paper.documents.options import PLAIN, DocumentOptions
from tournaments.paper.documents.ready import require_seats
from tournaments.paper.documents.type_widths import Face, Type
from tournaments.seating.queries.attackers import RoundBadges, load_badges
from tournaments.seating.queries.seats import RoundSeats, Stop, TableSeats, load_rounds
from tournaments.seating.words.seat_names import badge_names, seated_as

MOST_ROUNDS = 13
"""Rounds of one card, as far as their lines have room; more go on a second one."""
ROW_HEIGHTS = {"roomy": 13.4, "usual": 8.4, "tight": 5.8}
"""Least height of a line in each setting, in millimetres."""
SMALL, ROOMY = Type(Face.CONDENSED, 7), Type(Face.CONDENSED, 7.5)
SMALL_BOLD, ROOMY_BOLD = Type(Face.CONDENSED_BOLD, 7), Type(Face.CONDENSED_BOLD, 7.5)
LINE_HEIGHT, ROOMY_LINE, BADGES_LINE, BOARDS_LINE = 2.75, 3.35, 2.5, 4.4
RULE = 0.4
"""Of a row and its cells."""
STOPS_WIDTH, BOARDS_WIDTH, TEAM_BOARDS_WIDTH, PADDING, INDENT = 27, 15, 17, 2.6, 2
"""Of round, table and seat; of the étuis; the empty sides of a cell; the later lines of a name."""


@dataclass(frozen=True, slots=True)
class GuideOther:
    """Another player or team at the table."""

    seats: tuple[int, ...]
    entry: Entry
    label: str
    """The seat, and the starting place."""
    name: str
    """As much of it as has room."""
    line_count: int
    """Lines of the name: more than one where the card has room for them, rather than cutting it."""

    @property
    def is_whole(self) -> bool:
        return self.line_count > 1


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
    head: CardHead
    has_boards: bool
    """The same deals are played at several tables, in étuis."""
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
        number = section.number if len(sections) > 1 else None
        cards = section_cards(
            rounds, number, badges, options, has_boards=with_boards(find_format(tournament.format))
        )
        sheets += [GuideCardsSheet(placed) for placed in cut_and_stack(cards, per_sheet)]
    return tuple(sheets)


def section_cards(
    rounds: tuple[RoundSeats, ...],
    section: int | None,
    badges: RoundBadges,
    options: DocumentOptions = PLAIN,
    *,
    has_boards: bool = True,
) -> list[GuideCard]:
    """The cards wanted of one section."""
    tables = {(row.number, table.table): table for row in rounds for table in row.tables}
    cards: list[GuideCard] = []
    for itinerary in choose_itineraries(rounds, options):
        entry = itinerary.entry
        people = card_people(entry, has_badges=bool(badges))
        head = card_head(entry, itinerary.side, people, has_code=False)
        width = CARD_WIDTH - STOPS_WIDTH - PADDING
        if has_boards:
            width -= TEAM_BOARDS_WIDTH if people else BOARDS_WIDTH
        set_line = _LineSetter(tables, badges, entry, width)
        for part_count in range(-(-len(itinerary.stops) // MOST_ROUNDS), len(itinerary.stops) + 1):
            room = head.room(extra_lines=int(part_count > 1))
            parts = [_set_part(stops, set_line, room) for stops in split_evenly(itinerary.stops, part_count)]
            if all(fit for _, fit in parts):
                break
        cards += [
            GuideCard(
                entry,
                itinerary.side,
                section,
                lines,
                people,
                fit or "tight",
                head,
                has_boards,
                part,
                len(parts),
            )
            for part, (lines, fit) in enumerate(parts, start=1)
        ]
    return cards


def _set_part(
    stops: Sequence[Stop], set_line: "_LineSetter", room: float
) -> tuple[tuple[GuideLine, ...], str]:
    """Return the lines of a card with the widest setting in which they fit; "" where none does."""
    most_lines = int((room / len(stops) - RULE) / LINE_HEIGHT)
    for fit, most in (*ROUNDS_BY_FIT, ("tight", MOST_ROUNDS)):
        lines = tuple(set_line(stop, most_lines, is_roomy=fit == "roomy") for stop in stops)
        if len(stops) <= most and sum(_height(line, fit) for line in lines) <= room:
            return lines, fit
    return lines, ""


def _height(line: GuideLine, fit: str) -> float:
    """Return the height of a row, of which the highest cell decides."""
    one_line = ROOMY_LINE if fit == "roomy" else LINE_HEIGHT
    others = sum(other.line_count * (LINE_HEIGHT if other.is_whole else one_line) for other in line.others)
    told = SMALL.line_count(badge_names(line.badges), TEAM_BOARDS_WIDTH - PADDING) if line.badges else 0
    return max(ROW_HEIGHTS[fit], others + RULE, BOARDS_LINE + told * BADGES_LINE)


@dataclass(frozen=True, slots=True)
class _LineSetter:
    """The lines of one player or team."""

    tables: Mapping[tuple[int, int], TableSeats]
    badges: RoundBadges
    entry: Entry
    width: float
    """Millimetres for the names of the others."""

    def __call__(self, stop: Stop, most_lines: int, *, is_roomy: bool) -> GuideLine:
        others: tuple[GuideOther, ...] = ()
        if stop.table is not None:
            others = self._others(self.tables[stop.round, stop.table], stop.seats, most_lines, is_roomy)
        badges = self.badges.get((self.entry.pk, stop.round), ())
        return GuideLine(stop.round, stop.table, stop.seats, stop.boards, others, badges)

    def _others(
        self, table: TableSeats, own: tuple[int, ...], most_lines: int, is_roomy: bool
    ) -> tuple[GuideOther, ...]:
        """The others, the one who plays next first; names are whole as far as `most_lines` go."""
        size = len(table.entries)
        held = [(seats, entry) for seats, entry in table.sides if entry is not None and seats != own]
        held.sort(key=lambda side: (side[0][0] - own[0]) % size)
        spare = most_lines - len(held)
        letters, bold = (ROOMY, ROOMY_BOLD) if is_roomy else (SMALL, SMALL_BOLD)
        others = []
        for seats, entry in held:
            label, name = seated_as(entry, seats), str(entry)
            room = self.width - bold.width(f"{label} ")
            count = 1
            if not letters.fits(name, room):
                count = SMALL_BOLD.line_count(f"{label} {name}", self.width - INDENT)
                spare -= count - 1
                if spare < 0:
                    spare += count - 1
                    count, name = 1, letters.cut(name, room)
            others.append(GuideOther(seats, entry, label, name, count))
        return tuple(others)


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
