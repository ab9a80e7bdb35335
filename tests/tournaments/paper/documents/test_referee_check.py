"""The referee's check: every line of travellers, cards, lists and sheets against the movement's own numbers.

What should be printed comes from the arrays of the movement and the starting places; what is printed is read
from the pages, word by word.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

import pytest
import tinyhtml5  # type: ignore[import-untyped]

from games.core.dealing.boards import board_dealer, board_taker
from tests.factories.sheets import make_sheet_tournament, seat
from tests.factories.tournaments import (
    make_club,
    make_relay_movement,
    make_stored_evening,
    make_team_tournament,
)
from tournaments.core.formats.ranking_plan import UnitKind
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.core.movements.catalogue import find_by_code
from tournaments.core.movements.constructions import build_straight
from tournaments.core.movements.movement import NOBODY, Movement
from tournaments.core.movements.starting import RELAY_SEAT, starting_places
from tournaments.core.movements.table_shape import TableShape
from tournaments.enums import DocumentKind
from tournaments.models import Club, Section, Tournament
from tournaments.movements.queries.movements import movement_of, sections_of
from tournaments.paper.documents.making.document import preview_html
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.documents.typesetting.ruled_lines import BLANKS as SPACES

pytestmark = pytest.mark.django_db

LETTERS = "NOSEABCDFGHIJKLM"
RELAY = "R"
BLANKS = "".join(SPACES) + "\N{NO-BREAK SPACE}"
"""Characters that fill the cells of a line with tabs."""
Event = Callable[[Club], Tournament]
COLOURS = ("Rouge", "Vert", "Bleu", "Jaune", "Blanc")
BADGES = ("Bleu", "Blanc", "Rouge")


@dataclass(frozen=True)
class Side:
    """One side of a table in a round."""

    seats: tuple[int, ...]
    unit: int


class Plan:
    """Expected view of a section, from its movement and the names at its starting places."""

    def __init__(self, tournament: Tournament, section: Section, is_only: bool) -> None:
        self.movement: Movement = movement_of(section.movement)
        self.shape: TableShape = self.movement.shape
        self.section = section
        self.colour = "" if is_only else COLOURS[section.number - 1]
        self.played = find_format(tournament.format)
        entered = {(entry.start_table, entry.start_seat): entry for entry in tournament.entries.all()}
        places = [(section.first_table + table, place) for table, place in starting_places(self.movement)]
        self.starts = places
        self.names = [str(entered[place]) for place in places]

    @property
    def rounds(self) -> range:
        return range(1, self.movement.round_count + 1)

    def tables(self, this_round: int) -> dict[int, list[Side]]:
        """Sides of each table that plays, by its number."""
        sides_by_table: dict[int, list[Side]] = {}
        for table, units in enumerate(self.movement.players[this_round - 1].tolist()):
            sides = [
                Side(seats, units[seats[0]])
                for seats in self.shape.seats_of_side
                if units[seats[0]] != NOBODY
            ]
            if sides:
                sides_by_table[self.section.first_table + table] = sides
        return sides_by_table

    def boards(self, this_round: int, table: int) -> list[int]:
        size = self.section.boards_per_set
        set_number = int(self.movement.board_sets[this_round - 1, table - self.section.first_table])
        first = max(set_number, 0) * size
        return list(range(first + 1, first + size + 1))

    def start(self, unit: int) -> str:
        table, place = self.starts[unit]
        if self.shape.plays_both_ways:
            return str(table)
        return f"{RELAY if place == RELAY_SEAT else LETTERS[place]}{table}"

    def badges(self, this_round: int) -> str:
        """Return the badges of a triplet that attack in a round: in turn, also over the ends of rounds.

        Source: FFT, Règlement officiel (2012) R20.
        """
        if self.played.plan.unit is not UnitKind.TRIPLET:
            return ""
        attacks = self.section.boards_per_set // 2
        turns = range(attacks * (this_round - 1), attacks * this_round)
        return ", ".join(BADGES[turn % len(BADGES)] for turn in turns)

    def seat_text(self, seats: tuple[int, ...]) -> str:
        """Return the seats in the form of a column of a card."""
        if self.shape.plays_both_ways:
            return "Défense" if len(seats) > 2 else "Attaque"
        return "-".join(LETTERS[seat] for seat in sorted(seats, key=lambda seat: (seat == 1, seat)))

    def seated_as(self, side: Side) -> str:
        """Return the unit in the form of a line that names several people."""
        if self.shape.plays_both_ways:
            return f"{self.seat_text(side.seats)} {self.start(side.unit)}"
        if self.played.has_teams:
            return f"{self.seat_text(side.seats)} ({self.start(side.unit)})"
        letter, start = LETTERS[side.seats[0]], self.start(side.unit)
        return start if start[0] == letter else f"{letter} ({start})"

    def evenings(self) -> dict[tuple[str, str], list[tuple[int, Side | None, int]]]:
        """Return each round, the side and the table by name and role; None and 0 for a rest."""
        is_split = self.shape.plays_both_ways
        rounds_of_units: dict[tuple[str, str], list[tuple[int, Side | None, int]]] = {}
        for this_round in self.rounds:
            seated_units: set[int] = set()
            for table, sides in self.tables(this_round).items():
                for side in sides:
                    seated_units.add(side.unit)
                    role = ("défense" if len(side.seats) > 2 else "attaque") if is_split else ""
                    rounds_of_units.setdefault((self.names[side.unit], role), []).append(
                        (this_round, side, table)
                    )
            for unit in set(range(self.movement.player_count)) - seated_units:
                rounds_of_units.setdefault((self.names[unit], ""), []).append((this_round, None, 0))
        return rounds_of_units


def plans_of(tournament: Tournament) -> list[Plan]:
    sections = sections_of(tournament)
    return [Plan(tournament, section, len(sections) == 1) for section in sections]


def page_of(kind: DocumentKind, tournament: Tournament) -> Element:
    html = preview_html(DOCUMENTS[kind], tournament, language="fr")
    return tinyhtml5.parse(html, namespace_html_elements=False)


def text(element: Element | None) -> str:
    return "" if element is None else " ".join("".join(element.itertext()).split())


def lines_of(block: Element) -> list[str]:
    """The lines of preformatted text."""
    return "".join(block.itertext()).split("\n")


def people_of(line: str, numbers: tuple[int, ...] = ()) -> Iterator[tuple[str, str, bool]]:
    """Seat, name and whether they take, of the people on a line of names; wide blanks are between them.

    The numbers of a traveller of duels have columns of their own, and its attack is marked.
    """
    name = line.strip(BLANKS)
    if numbers and name:
        takes = name.startswith("▶ ")
        yield f"{'Attaque' if takes else 'Défense'} {numbers[takes]}", name.removeprefix("▶ "), takes
        return
    for person in re.split(rf"[{''.join(SPACES)}]{{2,}}|\u2007", line):
        words = person.strip(BLANKS).replace("\N{NO-BREAK SPACE}", " ")
        seat, name = re.fullmatch(r"((?:Défense|Attaque) \d+|\S+(?: \(\S+\))?) (.+)", words).groups()
        yield seat, name.removeprefix("▶ "), name.startswith("▶ ")


def split_numbers(place: list[int]) -> tuple[int, int, tuple[int, ...]]:
    """Round, table, and of duels the numbers of the defence and of the attack."""
    this_round, table, *numbers = place
    return this_round, table, tuple(numbers)


def having(parent: Element, name: str) -> list[Element]:
    """The elements below of this class, in order."""
    return [element for element in parent.iter() if name in element.get("class", "").split()]


def rows(parent: Element) -> Iterator[list[Element]]:
    for body in parent.iter("tbody"):
        for row in body.iter("tr"):
            yield [cell for cell in row if cell.tag in ("td", "th")]


def colour_of(element: Element) -> str:
    return text(next(iter(having(element, "band")), None))


def range_text(boards: list[int]) -> str:
    return f"{boards[0]}–{boards[-1]}" if len(boards) > 1 else str(boards[0])


def differences(actual: set[object], expected: set[object]) -> list[object]:
    """Return the symmetric difference."""
    return sorted(actual ^ expected, key=str)[:10]


def check_travellers(tournament: Tournament, plans: list[Plan]) -> int:
    expected = {
        (
            plan.colour,
            board,
            this_round,
            table,
            frozenset((plan.seated_as(side), plan.names[side.unit], taker in side.seats) for side in sides),
            LETTERS[taker],
            LETTERS[board_dealer(board)],
        )
        for plan in plans
        for this_round in plan.rounds
        for table, sides in plan.tables(this_round).items()
        for board in plan.boards(this_round, table)
        for taker in [board_taker(board) if plan.played.attack == "board" else 2]
    }
    page = page_of(DocumentKind.TRAVELLERS, tournament)
    lines = set()
    for card in having(page, "traveller"):
        number = int(text(next(card.iter("h1"))).split()[1].rstrip("AB"))
        taker, dealer = (line.split()[1][0] for line in lines_of(having(card, "roles")[0])[:2])
        for cells in rows(card):
            *place, numbers = split_numbers(list(map(int, text(cells[0]).split())))
            people = frozenset(person for line in lines_of(cells[1]) for person in people_of(line, numbers))
            lines.add((colour_of(card), number, *place, people, taker, dealer))
    assert differences(lines, expected) == []
    return len(lines)


def check_cards(kind: DocumentKind, tournament: Tournament, plans: list[Plan]) -> int:
    """Guide cards and personal cards: round, table, seat, boards, then the others or where one takes."""
    expected = {
        (plan.colour, name, role, *_card_line(kind, plan, this_round, side, table))
        for plan in plans
        for (name, role), stops in plan.evenings().items()
        for this_round, side, table in stops
    }
    lines = set()
    for card in having(page_of(kind, tournament), "card"):
        if card.find("header") is None:
            continue
        name, _dash, role = text(next(card.iter("h1"))).partition(" – ")
        for row in card_rows(card):
            (this_round, *cells), later = row[0], [cells[1:] for cells in row[1:]]
            if cells[0] == "Relais":
                lines.add((colour_of(card), name, role, this_round, "Relais", ()))
            else:
                table, seats, *later_cells = cells
                rests = [cell for line in (later_cells, *later) for cell in line if cell]
                lines.add(
                    (colour_of(card), name, role, this_round, table, seats, _card_rest(kind, plans[0], rests))
                )
    assert differences(lines, expected) == []
    return len(lines)


def _card_line(
    kind: DocumentKind, plan: Plan, this_round: int, side: Side | None, table: int
) -> tuple[object, ...]:
    if side is None:
        return (str(this_round), "Relais", ())
    boards = plan.boards(this_round, table)
    place = (str(this_round), str(table), plan.seat_text(side.seats))
    if kind is DocumentKind.PERSONAL_CARDS and plan.played.sheet is SheetKind.SCORES:
        return (*place, ("",) * 4)
    if kind is DocumentKind.PERSONAL_CARDS:
        # the attack of a team takes each deal, and no box repeats it
        takes = [
            plan.played.taker_of(board) in side.seats and not plan.shape.plays_both_ways for board in boards
        ]
        return (*place, tuple(zip(map(str, boards), takes, strict=True)))
    other_sides = [other_side for other_side in plan.tables(this_round)[table] if other_side != side]
    other_names = frozenset(
        (plan.seated_as(other_side), plan.names[other_side.unit]) for other_side in other_sides
    )
    if not plan.played.needs_dealt_boards:
        return (*place, other_names)
    return (*place, (range_text(boards), plan.badges(this_round), other_names))


def card_rows(card: Element) -> list[list[list[str]]]:
    """The lines of each round of a card as cells; the first line begins with the number of the round."""
    rows_of_cards: list[list[list[str]]] = []
    for line in lines_of(having(card, "rounds")[0]):
        cells = [cell.strip(BLANKS) for cell in re.split(r"\t+", line)]
        if cells[0].isdigit():
            rows_of_cards.append([cells])
        elif any(cells):
            rows_of_cards[-1].append(cells)
    return rows_of_cards


def _card_rest(kind: DocumentKind, plan: Plan, cells: list[str]) -> object:
    if kind is DocumentKind.PERSONAL_CARDS and plan.played.sheet is SheetKind.SCORES:
        return ("",) * 4 if cells == [] else cells
    if kind is DocumentKind.PERSONAL_CARDS:
        return tuple((cell.split()[0], cell.endswith(" preneur")) for cell in cells)
    if plan.played.needs_dealt_boards:
        badges = [cell for cell in cells[1:] if set(cell.split(", ")) <= set(BADGES)]
        return (cells[0], "".join(badges), _named([cell for cell in cells[1:] if cell not in badges]))
    return _named(cells)


def _named(cells: list[str]) -> frozenset[tuple[str, str]]:
    """Seats and names of the others at a table."""
    return frozenset((seat, name) for cell in cells for seat, name, _takes in people_of(cell))


def check_lists(tournament: Tournament, plans: list[Plan]) -> int:
    """Check the wall: starting places, each cell of the hall, each table of each round."""
    page = page_of(DocumentKind.SEAT_LISTS, tournament)
    has_boards = plans[0].played.needs_dealt_boards
    expected = {
        (
            plan.colour,
            this_round,
            table,
            plan.start(side.unit),
            plan.names[side.unit],
            range_text(plan.boards(this_round, table)) if has_boards else "",
        )
        for plan in plans
        for this_round in plan.rounds
        for table, sides in plan.tables(this_round).items()
        for side in sides
    }
    lines = set()
    for wall in having(page, "by-round"):
        for block in having(wall, "round"):
            this_round = int(text(next(block.iter("h2"))).split()[-1])
            for table, line in rows(block):
                # starting places, each with its name, a dash for an empty seat, the étuis at the end
                cells = [cell.strip(BLANKS) for cell in re.split(r"[\t\n]+", "".join(line.itertext()))]
                boards = cells.pop() if has_boards else ""
                # the missing name of an empty seat is a blank cell
                words = iter(filter(None, cells))
                lines |= {
                    (colour_of(wall), this_round, int(text(table)), start, next(words), boards)
                    for start in words
                    if start != "–"
                }
    assert differences(lines, expected) == []
    hall = {
        (colour_of(wall), number, int(text(table)), start)
        for wall in having(page, "hall")
        for table, cells in rows(wall)
        for line in (cells.text or "").splitlines()
        for number, cell in enumerate(line.split("\t"), start=1)
        for start in cell.split()
        if start != "–"
    }
    assert differences(hall, {line[:4] for line in expected}) == []
    return len(lines) + len(hall)


def check_sheets(tournament: Tournament, plans: list[Plan]) -> int:
    """Score sheets: the players of each table, and who deals."""
    expected = {
        (plan.colour, this_round, table, LETTERS[side.seats[0]], plan.start(side.unit), plan.names[side.unit])
        for plan in plans
        for this_round in plan.rounds
        for table, sides in plan.tables(this_round).items()
        for side in sides
    }
    lines, dealers = set(), set()
    for card in having(page_of(DocumentKind.SCORE_SHEETS, tournament), "score-sheet"):
        _table, table, _position, this_round = text(next(card.iter("h1"))).split()
        for line in (line for block in having(card, "players") for line in lines_of(block)):
            seat, start, name = line.split(maxsplit=2)
            lines.add((colour_of(card), int(this_round), int(table), seat, start, name))
        for line in lines_of(having(card, "rows")[0]):
            if "donneur" in line:
                deal, _word, dealer = line.split()[:3]
                dealers.add((int(this_round), int(table), int(deal), dealer))
    assert differences(lines, expected) == []
    assert differences(dealers, {line for plan in plans for line in _dealers(plan)}) == []
    return len(lines) + len(dealers)


def _dealers(plan: Plan) -> Iterator[tuple[int, int, int, str]]:
    """Each étui has its dealer; deals of the table go round among all who sit there."""
    for this_round in plan.rounds:
        for table, sides in plan.tables(this_round).items():
            seats = [own_seat for side in sides for own_seat in side.seats]
            for board in plan.boards(this_round, table):
                turn = sorted(seats)[(board - 1) % len(seats)]
                yield this_round, table, board, LETTERS[turn]


def check_relays(tournament: Tournament, plans: list[Plan]) -> int:
    """Check the relay slips: one slip for each run of a unit's rests."""
    rests = {
        (plan.colour, name)
        for plan in plans
        for (name, _role), stops in plan.evenings().items()
        for _round, side, _table in stops
        if side is None
    }
    page = page_of(DocumentKind.RELAY_SLIPS, tournament)
    slips = having(page, "eighth")
    assert {(colour_of(slip), text(next(slip.iter("h1")))) for slip in slips} == rests
    return len(slips)


def straight(club: Club) -> Tournament:
    return make_stored_evening(club, build_straight(5, 5))


def colours(club: Club) -> Tournament:
    return make_stored_evening(club, build_straight(5, 3), build_straight(5, 3), boards_per_set=2)


def howell(club: Club) -> Tournament:
    return make_stored_evening(club, find_by_code("fft-howell-4-5-16-4").movement)


def relays(club: Club) -> Tournament:
    return make_stored_evening(club, make_relay_movement())


def around_tables(game: str, players: int, rounds: int, format_code: str = "friendly") -> Event:
    """Three tables of a game of three or five: players beyond their seats rest in turn."""
    shape = {"table_count": 3, "player_count": players, "round_count": rounds}
    return lambda club: make_sheet_tournament(club, format_code=format_code, game=game, **shape)


EVENTS: dict[str, Event] = {
    "straight": straight,
    "two colours": colours,
    "howell": howell,
    "relays": relays,
    "triplets": lambda club: make_team_tournament(club, "triplets", is_entered=True),
    "quartets": lambda club: make_team_tournament(club, "quartets", is_entered=True),
    "teams": lambda club: make_team_tournament(club, "teams", is_entered=True),
    "free deals": make_sheet_tournament,
    "free deals, a table of three": lambda club: make_sheet_tournament(club, player_count=19),
    "five players": around_tables("tarot-5", 15, 3),
    "five players and a relay": around_tables("tarot-5", 16, 2),
    "five players, totals": around_tables("tarot-5", 15, 3, "friendly_total"),
    "three players": around_tables("tarot-3", 9, 3),
    "three players and a relay": around_tables("tarot-3", 10, 2),
    "three players, totals": around_tables("tarot-3", 9, 3, "friendly_total"),
}
EACH_TIME = {"howell", "relays", "quartets", "free deals, a table of three", "five players", "three players"}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in EACH_TIME else pytest.mark.nights) for name in EVENTS]
)
def test_every_line_on_paper_is_that_of_the_movement(name: str) -> None:
    tournament = seat(EVENTS[name](make_club()))
    plans = plans_of(tournament)

    checked = sum(
        check_cards(kind, tournament, plans)
        for kind in (DocumentKind.GUIDE_CARDS, DocumentKind.PERSONAL_CARDS)
    )
    checked += check_lists(tournament, plans) + check_relays(tournament, plans)
    is_traveller = DOCUMENTS[DocumentKind.TRAVELLERS].is_for(plans[0].played)
    checked += (check_travellers if is_traveller else check_sheets)(tournament, plans)

    assert checked > 20
