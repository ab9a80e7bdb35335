import json
from decimal import Decimal
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from tournaments.core.errors import TournamentError
from tournaments.core.ranking.duels import UnitPlays
from tournaments.core.ranking.matches import Match, match_penalties, rank_pool, score_match
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.rulings import Effect, EffectKind, Ruling

PUBLISHED = json.loads(
    (Path(__file__).parents[3] / "data" / "tournaments" / "match_points.json").read_text(encoding="utf-8")
)["triangular"]
A, B, C, D = range(4)


def match(first, home_points, second, away_points, bonuses=(0, 0), penalties=(0, 0)):
    return Match(first, second, (RootSum.of(home_points), RootSum.of(away_points)), bonuses, penalties)


def order(*matches):
    return [(row.team, row.place) for row in rank_pool(matches)]


def test_published_triangular():
    matches = [
        match("ABC".index(home), home_points, "ABC".index(two), away_points)
        for home, home_points, two, away_points in PUBLISHED["matches"]
    ]

    for shuffled in permutations(matches):
        rows = rank_pool(shuffled)
        assert ["ABC"[row.team] for row in rows] == PUBLISHED["order"]
        assert {"ABC"[row.team]: int(row.balance.rounded(0)) for row in rows} == PUBLISHED["balances"]
        assert [row.victories for row in rows] == [1, 1, 1]


def test_victories_come_before_the_balance():
    assert order(match(A, 10, B, 9), match(A, 10, C, 9), match(B, 0, C, 100)) == [(A, 1), (C, 2), (B, 3)]


def test_bonus_then_points_scored_part_what_the_balance_does_not():
    bonus = order(match(A, 10, B, 10, bonuses=(0, 3), penalties=(0, 3)), match(A, 0, C, 0), match(B, 0, C, 0))
    scored = order(match(A, 12, B, 12), match(B, 5, C, 5), match(A, 3, C, 3))

    assert bonus == [(B, 1), (A, 2), (C, 3)]
    assert scored == [(B, 1), (A, 2), (C, 3)]


def test_equal_teams_share_a_place():
    assert order(match(A, 4, B, 4)) == [(A, 1), (B, 1)]


def test_match_adds_its_deals_on_one_side_only():
    result = score_match(A, B, [[16, -9], [0, -100]], bonuses=(3, 0))

    assert result.points == (RootSum.of(4), RootSum.of(13))
    assert result.scored == (RootSum.of(7), RootSum.of(13))
    assert result.balance_of(B) == RootSum.of(6)


def test_penalties_of_a_match_are_taken_off():
    assert match(A, 10, B, 10, penalties=(1, 4)).balance_of(A) == RootSum.of(3)


def test_match_points_of_a_match_are_shown_with_three_decimals():
    result = score_match(A, B, [[10, 10], [2]])

    assert result.points[0].rounded() == Decimal("7.739")


def test_match_has_neither_bonus_nor_penalty_unless_told():
    assert score_match(A, B, [[4]]).scored == (RootSum.of(2), RootSum())


def test_match_without_a_deal_is_drawn():
    assert score_match(A, B, []).balance_of(A) == RootSum()


def test_team_does_not_meet_itself():
    with pytest.raises(TournamentError) as caught:
        rank_pool([match(A, 1, A, 2)])

    assert caught.value.code == "match_self"


@pytest.mark.parametrize(
    ("play", "guilty", "of_matches", "of_teams"),
    [
        (0, A, {(A, B): (4, 0), (A, C): (0, 0)}, {}),
        (1, C, {(A, B): (0, 0), (A, C): (0, 4)}, {}),
        # a team that only watched the deal of others, and one without a match
        (0, C, {(A, B): (0, 0), (A, C): (0, 4)}, {}),
        (0, D, {(A, B): (0, 0), (A, C): (0, 0)}, {D: 4}),
        (None, B, {(A, B): (0, 4), (A, C): (0, 0)}, {}),
        (None, A, {(A, B): (0, 0), (A, C): (0, 0)}, {A: 4}),
        (None, D, {(A, B): (0, 0), (A, C): (0, 0)}, {D: 4}),
    ],
)
def test_penalty_counts_in_the_match_of_its_deal_or_the_only_one(play, guilty, of_matches, of_teams):
    plays = UnitPlays(np.arange(2), np.array([A, C]), np.array([B, A]), np.zeros(2), np.zeros(2))
    ruling = Ruling(effects=(Effect(EffectKind.PENALTY, 4),), play=play, guilty=(guilty,))

    penalties = match_penalties(plays, [ruling], [(A, B), (A, C)])

    assert (penalties.of_matches, penalties.of_teams) == (of_matches, of_teams)
