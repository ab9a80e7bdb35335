"""Étuis and evenings of every scoring: triplets, duels of teams, seats compared, deals of a table's own."""

from fractions import Fraction

import pytest

from tests.factories.stored_events import EAST, NORTH, SOUTH, WEST, store_event, store_result
from tests.factories.tournaments import make_club
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.ranking.roots import RootSum
from tournaments.models import Entry
from tournaments.rankings.queries.board_reports import load_board
from tournaments.rankings.queries.players import load_player

pytestmark = pytest.mark.django_db


def stored(code, ids, plays, count=None):
    """A session of a format with its first `count` results, all by default."""
    document = {"format": code, "units": [{"id": unit} for unit in ids], "sessions": [{"plays": plays}]}
    event = store_event(make_club(), document)
    for number in range(len(plays) if count is None else count):
        store_result(event, number)
    return event


def name(entry):
    return entry.person.last_name


def entry_of(event, unit_id):
    return Entry.objects.get(pk=event.entry_ids[unit_id])


TRIPLETS = [
    {"board": 1, "attack": "NS1", "defence": "EW1", "score": 60},
    {"board": 1, "attack": "NS2", "defence": "EW2", "score": 50},
    {"board": 1, "attack": "NS3", "defence": "EW3", "score": -52},
]
DUEL = [
    {"board": 1, "attack": "A", "defence": "B", "score": 82},
    {"board": 1, "attack": "B", "defence": "A", "score": 66},
    {"board": 1, "attack": "B", "defence": "C", "score": 50},
    {"board": 1, "attack": "C", "defence": "B", "score": 50},
]
SEATS = [
    {"board": 3, "players": ["1", "2", "3"], "scores": [100, 150, 181]},
    {"board": 3, "players": ["4", "5", "6"], "scores": [50, 300, 81]},
]


def test_triplets_have_a_mark_for_each_team():
    event = stored("triplets", ["NS1", "NS2", "NS3", "EW1", "EW2", "EW3"], TRIPLETS)
    board = event.plays[0].board

    report = load_board(event.session, board)

    assert [
        (
            name(row.line.taker),
            [name(entry) for entry in row.line.defenders],
            row.attack_mark,
            row.defence_mark,
        )
        for row in report.lines
    ] == [("NS1", ["EW1"], 100, 0), ("NS2", ["EW2"], 50, 50), ("NS3", ["EW3"], 0, 100)]
    assert [(f.score, f.attack_mark) for f in report.frequencies] == [(60, 100), (50, 50), (-52, 0)]
    assert (report.has_sides, report.duels) == (True, ())


def test_a_triplet_sees_what_its_side_did_elsewhere():
    event = stored("triplets", ["NS1", "NS2", "NS3", "EW1", "EW2", "EW3"], TRIPLETS)

    report = load_player(event.session, entry_of(event, "EW3"), sees_all=False)

    deal = report.deals[0]
    assert (deal.seats, deal.is_taker, deal.score, deal.mark) == ((EAST, WEST), False, -52, 100)
    assert [(name(row.entry), row.mark) for row in deal.others] == [("EW2", 50), ("EW1", 0)]


def test_a_duel_has_both_attacks_and_its_match_points():
    event = stored("quartets", ["A", "B", "C"], DUEL)

    report = load_board(event.session, 1)

    assert [
        (
            [name(side.entry) for side in duel.sides],
            [side.line.score for side in duel.sides],
            duel.difference,
            [side.points for side in duel.sides],
        )
        for duel in report.duels
    ] == [
        (["A", "B"], [82, 66], 16, [RootSum.of(4), RootSum.of(-4)]),
        (["B", "C"], [50, 50], 0, [RootSum(), RootSum()]),
    ]
    assert report.lines[0].line.entries[SOUTH] != report.lines[0].line.entries[NORTH]


def test_a_duel_waits_for_its_other_half_and_comes_last():
    event = stored("quartets", ["A", "B", "C"], [*DUEL[2:], *DUEL[:2]], count=3)

    report = load_board(event.session, 1)

    waiting = report.duels[-1]
    assert [duel.is_settled for duel in report.duels] == [True, False]
    assert [side.points for side in waiting.sides] == [None, None]
    assert [side.line.score for side in waiting.sides] == [82, None]


def test_points_of_matches_go_to_the_better_team_only():
    event = stored("teams", ["A", "B", "C"], DUEL)

    report = load_board(event.session, 1)

    assert [side.points for side in report.duels[0].sides] == [RootSum.of(4), RootSum()]


def test_a_team_has_its_duels_once_every_table_has_played_the_etui():
    event = stored("quartets", ["A", "B", "C"], DUEL, count=3)
    team = entry_of(event, "A")

    hidden = load_player(event.session, team, sees_all=False)
    report_of_all = load_player(event.session, team, sees_all=True)
    store_result(event, 3)
    complete = load_player(event.session, team, sees_all=False)

    assert (hidden.duels, hidden.circulating, hidden.deals) == ((), 1, ())
    assert report_of_all.duels == complete.duels
    assert [[name(side.entry) for side in duel.sides] for duel in complete.duels] == [["A", "B"]]
    assert complete.circulating == 0


@pytest.mark.postgres
def test_seats_are_compared_with_the_same_seat():
    event = stored("friendly", list("123456"), SEATS)

    report = load_board(event.session, 3)

    assert (report.taker, report.measure, report.frequencies) == (None, Measure.PERCENT, ())
    figures = [
        (name(figure.entry), figure.seat, figure.score, figure.mark) for figure in report.lines[0].figures
    ]
    assert figures == [("1", 0, 100, 100), ("2", 1, 150, 0), ("3", 2, 181, 100)]


def test_a_player_of_any_game_sees_the_same_seat_elsewhere():
    event = stored("friendly", list("123456"), SEATS)

    deal = load_player(event.session, entry_of(event, "5"), sees_all=False).deals[0]

    assert (deal.is_taker, deal.score, deal.mark) == (None, 300, Fraction(100))
    assert [(name(row.entry), row.score, row.mark) for row in deal.others] == [("2", 150, 0)]


def test_deals_of_a_table_of_its_own_are_shown_at_once():
    rows = [{"players": ["1", "2", "3", "4"], "scores": [30, -10, -10, -10]}] * 2
    event = stored("free_deals", list("1234"), rows, count=1)

    report = load_player(event.session, entry_of(event, "1"), sees_all=False)

    assert [(deal.score, deal.mark, deal.others) for deal in report.deals] == [(30, 30, ()), (None, None, ())]


@pytest.mark.parametrize(
    ("code", "ids", "plays"), [("quartets", ["A", "B", "C"], DUEL), ("friendly", list("123456"), SEATS)]
)
def test_queries_do_not_grow_with_the_results(code, ids, plays, django_assert_max_num_queries):
    event = stored(code, ids, plays)
    entry = entry_of(event, ids[0])

    with django_assert_max_num_queries(14):
        load_board(event.session, plays[0]["board"])
    with django_assert_max_num_queries(17):
        load_player(event.session, entry, sees_all=False)
