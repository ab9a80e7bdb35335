"""Every line of the papers of complete events, compared with their movements, seats and results.

The PDFs are read as they are printed. The expected lines are computed here from the stored rows alone, by the
simplest rules. By day two small events are compared; in the nights all of them.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from statistics import mean

import pytest

from common.errors import AppError
from tests.cases import by_day
from tests.factories.printed_events import (
    make_four_colours,
    make_teams_of_five,
    make_two_colours,
    make_two_sessions,
    of_demo,
)
from tests.factories.printed_lines import (
    Word,
    cards_of,
    differing_rows,
    differing_rows_of_cards,
    lines_of,
    missing_rows,
    seen_words,
    tokens_of,
)
from tests.factories.printed_pages import PrintedPage
from tests.factories.sessions import make_dealt_evening, play_session
from tests.factories.sheets import make_sheet_tournament, seat
from tests.factories.tournaments import make_club
from tournaments.core.formats.ranking_plan import Measure, Scoring
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import Attack
from tournaments.core.movements.starting import RELAY_SEAT
from tournaments.demo.services.demo import DemoStage
from tournaments.enums import DocumentKind as Kind
from tournaments.models import Entry, Person, Play, ResultSlip, Round, Seating, Tournament
from tournaments.paper.documents.registry import DOCUMENTS

pytestmark = pytest.mark.django_db

LETTERS = "NOSEABCDFGHIJKLM"
"""Printed letters of the seats, in playing order."""
WORDS = {0: "Nord", 1: "Ouest", 2: "Sud", 3: "Est", RELAY_SEAT: "Relais"}
SHEET_ORDER = (0, 2, 3, 1)
DEALERS = "NESO"
COLOURS = ("Rouge", "Vert", "Bleu", "Jaune", "Blanc")
"""Colours of the groups, in the order of the federation."""
TAKERS = "NOESENSOESNOSEONOSNEONES"
"""Takers of étuis 1 to 24, from the table of the federation (Manuel de l’organisateur, 2011, page 16)."""
SIDES = {"triplets": ((0, 2), (1, 3)), "quartets": ((0, 1, 3), (2,))}


def make_small_individual() -> Tournament:
    return play_session(make_dealt_evening())


def make_small_tarot_at_three() -> Tournament:
    return seat(
        make_sheet_tournament(
            make_club(),
            format_code="friendly_total",
            game="tarot-3",
            table_count=3,
            player_count=9,
            round_count=3,
        )
    )


EVENTS: Mapping[str, Callable[[], Tournament]] = {
    "small individual": make_small_individual,
    "small tarot at 3": make_small_tarot_at_three,
    "individual": of_demo("duplicate_individual", 5, stage=DemoStage.FINISHED),
    "individual with a relay": of_demo("duplicate_individual", 9, 35, stage=DemoStage.FINISHED),
    "individual with a rover": of_demo("duplicate_individual", 9, 37, stage=DemoStage.FINISHED),
    "two colours": make_two_colours,
    "four colours": make_four_colours,
    "two sessions": make_two_sessions,
    "triplets": of_demo("triplets", 5, stage=DemoStage.FINISHED),
    "quartets": of_demo("quartets", 5, stage=DemoStage.FINISHED),
    "teams": make_teams_of_five,
    "triangular": of_demo("triangular", 3, stage=DemoStage.FINISHED),
    "free deals": of_demo("free_deals", 5, stage=DemoStage.FINISHED),
    "pairs": of_demo("free_deals_pairs", 6, stage=DemoStage.FINISHED),
    "tarot at 3": of_demo("friendly_total", 3, game="tarot-3", stage=DemoStage.FINISHED),
    "tarot at 5": of_demo("friendly", 3, game="tarot-5", stage=DemoStage.FINISHED),
    "Papayou": of_demo("friendly_total", 3, game="papayou-7", stage=DemoStage.FINISHED),
}
OF_THE_DAY = {"small individual", "small tarot at 3"}


@dataclass(frozen=True)
class Due:
    """Expected lines of the papers of an event, computed from its stored rows."""

    tournament: Tournament

    @cached_property
    def format(self):
        return find_format(self.tournament.format)

    @property
    def has_duels(self) -> bool:
        return self.format.attack is Attack.SOUTH

    @cached_property
    def session(self):
        return self.tournament.sessions.order_by("number").last()

    @cached_property
    def plays(self) -> list[Play]:
        plays = Play.objects.filter(round__section__session=self.session)
        return list(
            plays.select_related("round__section", "table").order_by(
                "board", "round__number", "table__number"
            )
        )

    @cached_property
    def seats(self) -> dict[tuple[int, int], dict[int, Entry]]:
        """Entries by seat, by the numbers of rows of round and table."""
        entries_by_place: dict[tuple[int, int], dict[int, Entry]] = {}
        seatings = Seating.objects.filter(round__section__session=self.session)
        for seating in seatings.select_related("entry__person", "round", "table"):
            entries_by_place.setdefault((seating.round_id, seating.table_id), {})[seating.seat] = (
                seating.entry
            )
        return entries_by_place

    @cached_property
    def boards(self) -> dict[tuple[int, int], list[int]]:
        """Étuis by the numbers of rows of round and table."""
        boards_by_place: dict[tuple[int, int], list[int]] = {}
        for play in self.plays:
            boards_by_place.setdefault((play.round_id, play.table_id), []).append(play.board)
        return boards_by_place

    @cached_property
    def tables(self) -> dict[int, int]:
        return {play.table_id: play.table.number for play in self.plays}

    @cached_property
    def rounds(self) -> dict[int, Round]:
        return {play.round_id: play.round for play in self.plays}

    @cached_property
    def entries(self) -> list[Entry]:
        return list(self.tournament.entries.select_related("person", "section").order_by("pk"))

    def where(self, entry: Entry) -> Iterator[tuple[int, int, int, list[int], dict[int, Entry]]]:
        """Yield the rounds of an entry: number, table, its seats, étuis, all seats."""
        for (round_id, table_id), seats in sorted(
            self.seats.items(), key=lambda row: (self.rounds[row[0][0]].number, self.tables[row[0][1]])
        ):
            own_seats = [seat for seat, seated_entry in sorted(seats.items()) if seated_entry == entry]
            if own_seats:
                yield (
                    self.rounds[round_id].number,
                    self.tables[table_id],
                    own_seats,
                    self.boards[round_id, table_id],
                    seats,
                )

    def rests(self, entry: Entry, rows: Sequence[Sequence[str]]) -> list[int]:
        """Return the rounds of an entry without a row."""
        numbers = {number.number for number in self.rounds.values() if number.section_id == entry.section_id}
        return sorted(numbers - {int(row[0]) for row in rows})

    def takes(self, board: int, seats: Sequence[int]) -> bool:
        """Return whether the étui names one of these seats as taker."""
        if self.format.attack is Attack.SOUTH:
            return list(seats) == [LETTERS.index("S")]
        return self.format.attack is Attack.BOARD and taker_of(board) in seats

    def traveller_grid(self, page: PrintedPage) -> tuple[int, int]:
        """Return the columns and rows of travellers on a page: large pages laid down have two."""
        lines = max(Counter((play.round.section_id, play.board) for play in self.plays).values())
        return (2, 2) if lines <= 3 and page.width > page.height else (2, 1)

    @cached_property
    def slips(self) -> list[ResultSlip]:
        slips = ResultSlip.objects.filter(play__round__section__session=self.session, is_current=True)
        return list(slips.select_related("play__round", "play__table"))

    @cached_property
    def scores_of_boards(self) -> dict[int, dict[int, int]]:
        """Scores by play, by étui."""
        scores_by_play: dict[int, dict[int, int]] = {}
        for slip in self.slips:
            if slip.score is not None:
                scores_by_play.setdefault(slip.play.board, {})[slip.play_id] = slip.score
        return scores_by_play

    def score_at(self, number: int, table: int, board: int) -> int:
        return next(
            slip.score
            for slip in self.slips
            if (slip.play.round.number, slip.play.table.number, slip.play.board) == (number, table, board)
        )

    def share(self, board: int, score: int) -> Fraction:
        """Return the percentage of the other scores of an étui that a score beats; a tie counts half."""
        scores = list(self.scores_of_boards[board].values())
        beaten = sum(rival_score < score for rival_score in scores) + Fraction(scores.count(score) - 1, 2)
        return 100 * beaten / (len(scores) - 1)

    def share_of_seat(self, board: int, seat: int, score: Fraction) -> Fraction:
        """Return the percentage of the other scores of a seat with an étui that a score beats."""
        scores = [slip.seat_scores[seat] for slip in self.slips if slip.play.board == board]
        beaten = sum(rival_score < score for rival_score in scores) + Fraction(scores.count(score) - 1, 2)
        return 100 * beaten / (len(scores) - 1)

    @cached_property
    def figures(self) -> dict[Entry, list[Fraction]]:
        """Figures of each entry, the one that ranks first."""
        figures_of_entries: dict[Entry, list[Fraction]] = {}
        marks: dict[Entry, tuple[list[Fraction], list[Fraction]]] = {}
        for slip in self.slips:
            play = slip.play
            for entry, own_seats in sides(self.seats[play.round_id, play.table_id]):
                attack, defence = marks.setdefault(entry, ([], []))
                if self.format.plan.scoring is Scoring.SHARES:
                    share = self.share(play.board, slip.score)
                    (attack if self.takes(play.board, own_seats) else defence).append(
                        share if self.takes(play.board, own_seats) else 100 - share
                    )
                elif self.format.plan.measure is Measure.PERCENT:
                    attack.append(
                        self.share_of_seat(play.board, own_seats[0], slip.seat_scores[own_seats[0]])
                    )
                else:
                    attack.append(Fraction(slip.seat_scores[own_seats[0]]))
        weights = self.format.plan.weights
        for entry, (attack, defence) in marks.items():
            if self.format.plan.scoring is Scoring.SHARES:
                sides_played = [mean(marks_of_side) for marks_of_side in (attack, defence) if marks_of_side]
                overall = sides_played[0]
                if len(sides_played) > 1:
                    overall = (weights.attack * mean(attack) + weights.defence * mean(defence)) / weights.sum
                figures_of_entries[entry] = [overall, *sides_played]
            elif self.format.plan.measure is Measure.PERCENT:
                figures_of_entries[entry] = [mean(attack), Fraction(len(attack))]
            else:
                figures_of_entries[entry] = [sum(attack, Fraction(0)), Fraction(len(attack))]
        return figures_of_entries

    def ranking_rows(self, *, with_count: bool = True) -> list[list[str]]:
        """Return the rows of the ranking: place, name, figures."""
        if self.format.plan.scoring not in (Scoring.SHARES, Scoring.SUMS, Scoring.SEATS):
            return []
        sign = -1 if self.tournament.options.get("lowest_wins") else 1
        values = {entry: sign * figures[0] for entry, figures in self.figures.items()}
        is_percent = self.format.plan.measure is Measure.PERCENT
        rows = []
        for entry, figures in self.figures.items():
            place = 1 + sum(rival_value > values[entry] for rival_value in values.values())
            shared = ["ex"] if list(values.values()).count(values[entry]) > 1 else []
            row = [str(place), *shared, *name_of(entry)]
            if self.format.plan.scoring is Scoring.SHARES:
                row += [token for figure in figures for token in two_places(figure)]
            else:
                row += two_places(figures[0]) if is_percent else [signed(int(figures[0]))]
                row += [str(figures[1])] if with_count else []
            rows.append(row)
        return [] if self.format.has_partners else rows


def signed(number: int) -> str:
    return str(number).replace("-", "−")


def two_places(number: Fraction) -> list[str]:
    """Return the tokens of a number with two decimals, halves rounded up."""
    return tokens_of(f"{int(number * 100 + Fraction(1, 2)) / 100:.2f}")


def one_place(number: Fraction) -> list[str]:
    return tokens_of(f"{int(number * 10 + Fraction(1, 2)) / 10:.1f}")


def name_of(entry: Entry) -> list[str]:
    return tokens_of(entry)


def start_of(entry: Entry, *, has_duels: bool = False) -> str:
    if has_duels:
        return str(entry.start_table)
    letter = "R" if entry.start_seat == RELAY_SEAT else LETTERS[entry.start_seat]
    return f"{letter}{entry.start_table}"


def side_of(seats: Sequence[int], *, has_duels: bool = False) -> list[str]:
    """Return the tokens of the label of a side."""
    if has_duels:
        return ["Défense" if len(seats) > 2 else "Attaque"]
    order = sorted(seats, key=lambda seat: SHEET_ORDER.index(seat) if seat in SHEET_ORDER else seat)
    return [LETTERS[seat] for seat in order]


def seated(entry: Entry, seats: Sequence[int], *, has_duels: bool = False) -> list[str]:
    """Return the tokens of a seat, with the starting place."""
    if has_duels:
        return [*side_of(seats, has_duels=True), start_of(entry, has_duels=True)]
    start = start_of(entry)
    if list(seats) == [entry.start_seat]:
        return [start]
    return [*side_of(seats), start]


def boards_label(boards: Sequence[int]) -> list[str]:
    """Return the tokens of a run of étuis: the first and the last."""
    runs = []
    for _shift, run in groupby(enumerate(sorted(boards)), lambda row: row[1] - row[0]):
        numbers = [number for _place, number in run]
        runs += [str(numbers[0])] if len(numbers) == 1 else [str(numbers[0]), str(numbers[-1])]
    return runs


def sides(seats: Mapping[int, Entry]) -> list[tuple[Entry, list[int]]]:
    """Return the entries at a table with their seats, in the order of play."""
    places_of_entries: dict[Entry, list[int]] = {}
    for place, entry in sorted(seats.items()):
        places_of_entries.setdefault(entry, []).append(place)
    return list(places_of_entries.items())


def taker_of(board: int) -> int:
    return LETTERS.index(TAKERS[(board - 1) % len(TAKERS)])


def personal_cards(expected: Due, pages: Sequence[PrintedPage]) -> list[str]:
    """Compare the rows of each card: round, table, seat, étuis with those that the entry takes."""

    def row_of(
        number: int, table: int, own_seats: list[int], boards: list[int], _seats: Mapping[int, Entry]
    ) -> list[str]:
        row = [str(number), str(table), *side_of(own_seats, has_duels=expected.has_duels)]
        if expected.format.needs_dealt_boards and expected.format.attack is not Attack.CHOSEN:
            for board in boards:
                # the attack of a team takes each deal, and no box repeats it
                is_named = expected.takes(board, own_seats) and not expected.has_duels
                row += [str(board), "preneur"] if is_named else [str(board)]
        return row

    return _compare_cards(expected, pages, row_of)


def guide_cards(expected: Due, pages: Sequence[PrintedPage]) -> list[str]:
    """Compare the rows of each card: round, table, seat, étuis, and the others with their places."""

    def row_of(
        number: int, table: int, own_seats: list[int], boards: list[int], seats: Mapping[int, Entry]
    ) -> list[str]:
        row = [str(number), str(table), *side_of(own_seats, has_duels=expected.has_duels)]
        row += boards_label(boards) if expected.format.needs_dealt_boards else []
        for opponent, other_seats in sides(seats):
            if LETTERS[other_seats[0]] != LETTERS[own_seats[0]]:
                row += [*seated(opponent, other_seats, has_duels=expected.has_duels), *name_of(opponent)]
        return row

    return _compare_cards(expected, pages, row_of)


def _compare_cards(
    expected: Due, pages: Sequence[PrintedPage], row_of: Callable[..., list[str]]
) -> list[str]:
    """Compare the rows of each entry with its cards; the defence and the attacker of a team have one each."""
    cards = [without_badges(card) for page in pages for card in cards_of(page, 2, 2)]
    heads = [[token for line in lines_of(card)[:8] for token in line] for card in cards]
    differences = []
    for entry in expected.entries:
        name = name_of(entry)
        own_cards = [card for card, head in zip(cards, heads, strict=True) if _has(head, name)]
        roles: dict[bool, list[list[str]]] = {}
        for where in expected.where(entry):
            roles.setdefault(len(where[2]) > 2, []).append(row_of(*where))
        for rows in roles.values():
            rows += [[str(number), "Relais"] for number in expected.rests(entry, rows)]
            rows.sort(key=lambda row: int(row[0]))
            tries = [differing_rows_of_cards(own_cards, rows)]
            tries += [differing_rows_of_cards([card], rows) for card in own_cards]
            differences += [f"{entry}: {text}" for text in min(tries, key=len)]
    return differences


def without_badges(card: Sequence[Word]) -> list[Word]:
    """Remove the badges of triplets, whose turn to attack no movement stores."""
    return [word for word in card if word[4].strip(",") not in ("Bleu", "Blanc", "Rouge")]


def _has(tokens: Sequence[str], part: Sequence[str]) -> bool:
    return any(list(tokens[start : start + len(part)]) == list(part) for start in range(len(tokens)))


def travellers(expected: Due, pages: Sequence[PrintedPage]) -> list[str]:
    """Compare the lines of each étui: round, table, and the players with their places."""
    differences = []
    cards = [card for page in pages for card in cards_of(page, *expected.traveller_grid(page))]
    heads = [[token for line in lines_of(card)[:8] for token in line] for card in cards]
    key = lambda play: (play.round.section_id, play.board)  # noqa: E731 - of sorting and grouping
    for (_section, board), plays in groupby(sorted(expected.plays, key=key), key):
        rows = []
        for play in sorted(plays, key=lambda play: (play.round.number, play.table.number)):
            row = [str(play.round.number), str(play.table.number)]
            at_table = sides(expected.seats[play.round_id, play.table_id])
            if expected.has_duels:
                # numbers of defence and attack have columns of their own, before both names
                row += [start_of(entry, has_duels=True) for entry, _own in at_table]
            for entry, own_seats in at_table:
                row += name_of(entry) if expected.has_duels else [*seated(entry, own_seats), *name_of(entry)]
            rows.append(row)
        tries = [
            differing_rows(card, rows) for card, head in zip(cards, heads, strict=True) if str(board) in head
        ]
        differences += [f"étui {board}: {text}" for text in min(tries, key=len, default=["no card"])]
    return differences


def score_sheets(expected: Due, pages: Sequence[PrintedPage]) -> list[str]:
    """Compare the players of each table and round: seat, starting place, name."""
    cards = [lines_of(card) for page in pages for card in cards_of(page, 2, 1)]
    differences = []
    for (round_id, table_id), seats in expected.seats.items():
        rows = [[LETTERS[seat], start_of(entry), *name_of(entry)] for seat, entry in seats.items()]
        if not any(missing_rows(card, rows) == [] for card in cards):
            differences.append(f"round {expected.rounds[round_id].number}, table {expected.tables[table_id]}")
    return differences


def board_labels(expected: Due, pages: Sequence[PrintedPage]) -> list[str]:
    """Compare the words of each label: number, seats, taker, dealer, opening lead, the colour of several."""
    labels = Counter(
        tuple(sorted(token for word in label for token in tokens_of(word[4])))
        for page in pages
        for label in cards_of(page, 3, 8)
        if label
    )
    sections = {play.round.section.number for play in expected.plays}
    rows: Counter[tuple[str, ...]] = Counter()
    for section, board in {(play.round.section.number, play.board) for play in expected.plays}:
        dealer = LETTERS.index(DEALERS[(board - 1) % 4])
        words = [
            "Preneur",
            WORDS[taker_of(board)],
            "Donneur",
            WORDS[dealer],
            "Entame",
            WORDS[(dealer + 1) % 4],
        ]
        colour = [COLOURS[section - 1]] if len(sections) > 1 else []
        rows[tuple(sorted([*"NOSE", str(board), *words, *colour]))] += 1
    return [" ".join(label) for label in ((rows - labels) + (labels - rows))]


def cover_sheet(expected: Due, pages: Sequence[PrintedPage]) -> list[str]:
    """Compare the dealer and the taker of each étui."""
    lines = [line for page in pages for line in lines_of(seen_words(page))]
    boards = {play.board for play in expected.plays}
    rows = [[str(board), DEALERS[(board - 1) % 4], LETTERS[taker_of(board)]] for board in boards]
    return missing_rows(lines, rows)


def ranking(expected: Due, pages: Sequence[PrintedPage]) -> list[str]:
    """Compare place, name, figures and starting place of everyone; the last may be in any column.

    The ranking of matches has no starting places: of it, the names are compared.
    """
    lines = [line for page in pages for line in lines_of(seen_words(page))]
    starts = {start_of(entry, has_duels=expected.has_duels) for entry in expected.entries}
    differences = missing_rows(
        [[token for token in line if token not in starts] for line in lines], expected.ranking_rows()
    )
    if expected.format.plan.scoring is Scoring.MATCHES:
        differences += missing_rows(lines, [name_of(entry) for entry in expected.entries])
    elif not expected.format.has_partners:
        differences += [
            f"{entry}: no {start_of(entry, has_duels=expected.has_duels)}"
            for entry in expected.entries
            if not any(
                _has(line, name_of(entry)) and start_of(entry, has_duels=expected.has_duels) in line
                for line in lines
            )
        ]
    return differences


def session_report(expected: Due, pages: Sequence[PrintedPage]) -> list[str]:
    """Compare the ranking, and the ladder of each étui: mark, how often, both shares."""
    lines = [line for page in pages for line in lines_of(seen_words(page))]
    differences = missing_rows(lines, expected.ranking_rows(with_count=False))
    if expected.format.plan.scoring is Scoring.SHARES and not expected.format.has_teams:
        rows = []
        for board, scores in expected.scores_of_boards.items():
            for score, count in Counter(scores.values()).items():
                share = expected.share(board, score)
                rows.append([signed(score), str(count), *one_place(share), *one_place(100 - share)])
        differences += [row for row in missing_rows(lines, rows) if ": 0 of" in row]
    return differences


def player_reports(expected: Due, pages: Sequence[PrintedPage]) -> list[str]:
    """Compare each deal of each player: round, table and seat, étui, side, mark, note."""
    cards = [card for page in pages for card in _halves(page)]
    heads = [[token for line in lines_of(card)[:3] for token in line] for card in cards]
    differences = []
    for entry in expected.entries:
        rows = []
        for number, table, own_seats, boards, _seats in expected.where(entry):
            for board in boards:
                takes = expected.takes(board, own_seats)
                score = expected.score_at(number, table, board)
                share = expected.share(board, score)
                rows.append(
                    [
                        str(number),
                        f"{table}{LETTERS[own_seats[0]]}",
                        str(board),
                        "attaque" if takes else "défense",
                        signed(score),
                        *two_places(share if takes else 100 - share),
                    ]
                )
        tries = [
            missing_rows(lines_of(card), rows)
            for card, head in zip(cards, heads, strict=True)
            if _has(head, name_of(entry))
        ]
        differences += [f"{entry}: {text}" for text in min(tries, key=len, default=["no report"])]
    return differences


def _halves(page: PrintedPage) -> list[list[Word]]:
    return cards_of(page, 2, 1) if page.width > page.height else cards_of(page, 1, 1)


def seat_lists(expected: Due, pages: Sequence[PrintedPage]) -> list[str]:
    """Compare the list by name, with the colours of several groups, and the tables of each round."""
    lines = [line for page in pages for line in lines_of(seen_words(page))]
    rows = []
    if not expected.format.has_teams:
        numbers = {entry.section_id: entry.section.number for entry in expected.entries}
        for entry in expected.entries:
            colour = [COLOURS[numbers[entry.section_id] - 1]] if len(numbers) > 1 else []
            table = str(entry.start_table)
            if entry.start_seat == RELAY_SEAT:
                start = [WORDS[RELAY_SEAT], table]
            else:
                start = [table, WORDS.get(entry.start_seat, "place")]
            rows.append([*name_of(entry), *colour, *start])
    for (round_id, table_id), seats in expected.seats.items():
        row = [str(expected.tables[table_id])]
        ordered = sorted(
            sides(seats),
            key=lambda side: SHEET_ORDER.index(side[1][0]) if side[1][0] in SHEET_ORDER else side[1][0],
        )
        for entry, _own in ordered:
            row += [start_of(entry, has_duels=expected.has_duels), *name_of(entry)]
        row += boards_label(expected.boards[round_id, table_id]) if expected.format.needs_dealt_boards else []
        rows.append(row)
    return missing_rows(lines, rows)


CHECKS: Mapping[Kind, Callable[[Due, Sequence[PrintedPage]], list[str]]] = {
    Kind.PERSONAL_CARDS: personal_cards,
    Kind.GUIDE_CARDS: guide_cards,
    Kind.TRAVELLERS: travellers,
    Kind.SEAT_LISTS: seat_lists,
    Kind.SCORE_SHEETS: score_sheets,
    Kind.BOARD_LABELS: board_labels,
    Kind.COVER_SHEET: cover_sheet,
    Kind.RANKING: ranking,
    Kind.PLAYER_REPORTS: player_reports,
    Kind.SESSION_REPORT: session_report,
}
WITH_TAKERS = frozenset({Kind.BOARD_LABELS, Kind.COVER_SHEET, Kind.PLAYER_REPORTS})
"""Papers of étuis that name their takers."""


@pytest.mark.parametrize("name", by_day(EVENTS, OF_THE_DAY.__contains__))
def test_every_line_is_what_the_event_says(name, pages):
    tournament = EVENTS[name]()
    give_short_names(tournament)
    expected = Due(tournament)

    differences_by_kind = {}
    for kind, check in CHECKS.items():
        names_takers = expected.format.attack is Attack.BOARD and not expected.format.has_teams
        if DOCUMENTS[kind].is_for(expected.format) and (kind not in WITH_TAKERS or names_takers):
            try:
                printed_pages = pages(kind, tournament)
            except AppError as error:
                assert error.code in ("standings_missing", "deals_missing")  # noqa: PT017
            else:
                differences_by_kind[kind] = check(expected, printed_pages)

    assert len(differences_by_kind) > 3
    assert {kind: wrong[:8] for kind, wrong in differences_by_kind.items() if wrong} == {}


def give_short_names(tournament: Tournament) -> None:
    """Give everyone a name that no paper cuts."""
    people = list(Person.objects.filter(club=tournament.club_id).order_by("pk"))
    for number, person in enumerate(people, start=1):
        person.last_name, person.first_name = f"Nom{number:02d}", "Ana"
    teams = list(tournament.entries.exclude(name="").order_by("pk"))
    for number, team in enumerate(teams, start=1):
        team.name = f"Équipe {number:02d}"
    Person.objects.bulk_update(people, ["last_name", "first_name", "sort_key"])
    Entry.objects.bulk_update(teams, ["name", "sort_key"])
