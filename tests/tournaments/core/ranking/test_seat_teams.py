"""Partners at a table, added up from the marks of their seats."""

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.ranking.score_grid import NOBODY, PlayStatus
from tournaments.core.ranking.seat_scores import Comparison, Method, SeatGrid, add_up_seats, mark_seats
from tournaments.core.ranking.seat_teams import rank_seat_teams

PAIRS = ((0, 3), (1, 4), (2, 5))
"""The teams of a table of six."""
TOTAL = Comparison(method=Method.TOTAL)


def grid(players, scores, status=None, boards=None):
    count = len(players)
    return SeatGrid(
        board=np.array(boards or [0] * count),
        players=np.array(players),
        score=np.array(scores),
        status=np.array(status or [PlayStatus.PLAYED] * count),
        player_count=1 + max(max(row) for row in players),
    )


def ranked(plays, comparison=TOTAL):
    return rank_seat_teams(plays, mark_seats(plays, comparison), comparison, PAIRS)


def test_points_of_partners_are_added_up():
    """Two deals of a table of six: garde made by 4 (29 × 2), then lost by 3 (28 × 2) by the next pair."""
    plays = grid(
        [[0, 1, 2, 3, 4, 5]] * 2,
        [[116, -58, -58, 116, -58, -58], [56, -112, 56, 56, -112, 56]],
    )

    teams = ranked(plays)

    assert [(team.place, team.members, team.value) for team in teams] == [
        (1, (0, 3), 344),
        (2, (2, 5), -4),
        (3, (1, 4), -340),
    ]
    assert teams[0].values == (172, 172)
    assert {team.deal_count for team in teams} == {2}


def test_drawn_anew_at_each_table_everybody_is_in_a_team_of_each():
    plays = grid(
        [[0, 1, 2, 3, 4, 5], [0, 2, 1, 4, 5, 3]],
        [[20, -10, -10, 20, -10, -10], [-30, 15, 15, -30, 15, 15]],
    )

    teams = ranked(plays)

    assert [(team.place, sorted(team.members), team.value) for team in teams] == [
        (1, [0, 3], 40),
        (2, [1, 3], 30),
        (3, [2, 5], 10),
        (4, [1, 4], -20),
        (5, [0, 4], -60),
    ]


def test_the_share_of_a_team_is_the_mean_of_its_players_and_deals():
    plays = grid(
        [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]] * 3,
        [[20, -10, -10, 20, -10, -10], [-20, 10, 10, -20, 10, 10]] * 2 + [[0] * 6] * 2,
        boards=[0, 0, 1, 1, 2, 2],
    )

    teams = ranked(plays, Comparison())

    # two won or lost deals and a level one
    best, worst = Fraction(250, 3), Fraction(50, 3)
    assert [(team.place, team.value) for team in teams] == [(1, best)] * 3 + [(4, worst)] * 3


def test_a_neutralised_deal_and_a_missing_partner_give_no_mark():
    plays = grid(
        [[0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5], [0, 1, 2, NOBODY, 4, 5]],
        [[20, -10, -10, 20, -10, -10]] * 3,
        status=[PlayStatus.PLAYED, PlayStatus.NEUTRALISED, PlayStatus.PLAYED],
    )

    teams = ranked(plays)

    assert [(team.members, team.value, team.deal_count) for team in teams] == [
        ((0, 3), 40, 1),
        ((1, 4), -40, 2),
        ((2, 5), -40, 2),
    ]


@examples(8)
@given(st.lists(st.permutations(range(6)), min_size=1, max_size=6), st.data())
def test_teams_have_together_what_their_players_have(seats, data):
    scores = [
        data.draw(st.lists(st.integers(-500, 500), min_size=6, max_size=6), label="scores") for _row in seats
    ]
    plays = grid(seats, scores)

    teams = ranked(plays)

    totals = add_up_seats(plays, mark_seats(plays, TOTAL), TOTAL)
    by_player = dict.fromkeys(range(6), Fraction())
    for team in teams:
        for player, value in zip(team.members, team.values, strict=True):
            by_player[player] += value
    assert by_player == {player: totals.result(player) for player in range(6)}
    assert [team.place for team in teams] == sorted(team.place for team in teams)
