"""Guide cards: each player's tables, opponents and étuis; four A6 cards on a sheet."""

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
"""Largest number of rounds on one card, if their lines have room; more go on a second card."""
ROW_HEIGHTS = {"roomy": 13.4, "usual": 8.4, "tight": 5.8}
"""Smallest height of a line in each setting, in millimetres."""
SMALL, ROOMY = Type(Face.CONDENSED, 7), Type(Face.CONDENSED, 7.5)
SMALL_BOLD, ROOMY_BOLD = Type(Face.CONDENSED_BOLD, 7), Type(Face.CONDENSED_BOLD, 7.5)
LINE_HEIGHT, ROOMY_LINE, BADGES_LINE, BOARDS_LINE = 2.75, 3.35, 2.5, 4.4
RULE = 0.4
"""Height of the rules of a row and its cells."""
STOPS_WIDTH, BOARDS_WIDTH, TEAM_BOARDS_WIDTH, PADDING, INDENT = 27, 15, 17, 2.6, 2
"""Widths: round, table and seat; étuis; étuis of a team; empty sides of a cell; later lines of a name."""


@dataclass(frozen=True, slots=True)
class GuideOther:
    """Another player or team at the table."""

    seats: tuple[int, ...]
    entry: Entry
    label: str
    """Seat and starting place."""
    name: str
    """Name, cut to the room of a line unless it takes several lines."""
    line_count: int
    """Number of lines of the name: more than one if the card has room for them."""

    @property
    def is_whole(self) -> bool:
        return self.line_count > 1


@dataclass(frozen=True, slots=True)
class GuideLine:
    """One round of a card. A rest has no table and no seats."""

    round: int
    table: int | None
    seats: tuple[int, ...]
    boards: tuple[int, ...]
    others: tuple[GuideOther, ...]
    """Other players of the table, from the next one in playing order."""
    badges: tuple[Badge, ...]
    """Members who attack, in the order of the boards, where triplets attack in turn."""


@dataclass(frozen=True, slots=True)
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
    fit: str
    head: CardHead
    has_boards: bool
    """True if the same deals are played at several tables, in étuis."""
    part: int
    """Number of this card among those of the player, from 1."""
    part_count: int


@dataclass(frozen=True, slots=True)
class GuideCardsSheet:
    """Cards in reading order; None for an empty place on the last sheet."""

    cards: tuple[GuideCard | None, ...]


def build_guide_cards(
    tournament: Tournament, options: DocumentOptions = PLAIN
) -> tuple[GuideCardsSheet, ...]:
    """Return the sheets of all chosen sections in turn, players by starting place.

    One query, and four for each section.
    """
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
        sheets += [GuideCardsSheet(row_of_cards) for row_of_cards in cut_and_stack(cards, per_sheet)]
    return tuple(sheets)


def section_cards(
    rounds: tuple[RoundSeats, ...],
    section: int | None,
    badges: RoundBadges,
    options: DocumentOptions = PLAIN,
    *,
    has_boards: bool = True,
) -> list[GuideCard]:
    """Return the chosen cards of one section."""
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
        # with more cards each has fewer lines; the last try has one round a card
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
    """Return the lines of a card and the widest setting in which they fit, "" if none does."""
    # lines of a row if all rows of the card are equal
    most_lines = int((room / len(stops) - RULE) / LINE_HEIGHT)
    for fit, most in (*ROUNDS_BY_FIT, ("tight", MOST_ROUNDS)):
        lines = tuple(set_line(stop, most_lines, is_roomy=fit == "roomy") for stop in stops)
        if len(stops) <= most and sum(_height(line, fit) for line in lines) <= room:
            return lines, fit
    return lines, ""


def _height(line: GuideLine, fit: str) -> float:
    """Return the height of a row, which is that of its highest cell."""
    line_height = ROOMY_LINE if fit == "roomy" else LINE_HEIGHT
    names_height = sum(
        player.line_count * (LINE_HEIGHT if player.is_whole else line_height) for player in line.others
    )
    badge_lines = (
        SMALL.line_count(badge_names(line.badges), TEAM_BOARDS_WIDTH - PADDING) if line.badges else 0
    )
    return max(ROW_HEIGHTS[fit], names_height + RULE, BOARDS_LINE + badge_lines * BADGES_LINE)


@dataclass(frozen=True, slots=True)
class _LineSetter:
    """Builder of the lines of one player or team."""

    tables: Mapping[tuple[int, int], TableSeats]
    badges: RoundBadges
    entry: Entry
    width: float
    """Millimetres for the names of the other players."""

    def __call__(self, stop: Stop, most_lines: int, *, is_roomy: bool) -> GuideLine:
        other_players: tuple[GuideOther, ...] = ()
        if stop.table is not None:
            other_players = self._other_players(
                self.tables[stop.round, stop.table], stop.seats, most_lines, is_roomy
            )
        badges = self.badges.get((self.entry.pk, stop.round), ())
        return GuideLine(stop.round, stop.table, stop.seats, stop.boards, other_players, badges)

    def _other_players(
        self, table: TableSeats, own_seats: tuple[int, ...], most_lines: int, is_roomy: bool
    ) -> tuple[GuideOther, ...]:
        """Return the other players from the next one on. Long names wrap within `most_lines` lines."""
        size = len(table.entries)
        sides = [(seats, entry) for seats, entry in table.sides if entry is not None and seats != own_seats]
        # in playing order, from the seat after the player's own
        sides.sort(key=lambda side: (side[0][0] - own_seats[0]) % size)
        # lines for long names, after one line for each player
        spare = most_lines - len(sides)
        letters, bold = (ROOMY, ROOMY_BOLD) if is_roomy else (SMALL, SMALL_BOLD)
        other_players = []
        for seats, entry in sides:
            label, name = seated_as(entry, seats), str(entry)
            room = self.width - bold.width(f"{label} ")
            count = 1
            if not letters.fits(name, room):
                count = SMALL_BOLD.line_count(f"{label} {name}", self.width - INDENT)
                spare -= count - 1
                if spare < 0:
                    # no line is left for this name: it is cut
                    spare += count - 1
                    count, name = 1, letters.cut(name, room)
            other_players.append(GuideOther(seats, entry, label, name, count))
        return tuple(other_players)


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
