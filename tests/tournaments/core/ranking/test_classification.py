from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.formats.event_options import read_event_options
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.session_results import SessionPlays, place_session, rank_session
from tournaments.core.ranking.classification import (
    Criterion,
    Group,
    OverSessions,
    Presence,
    Profile,
    TieBreaks,
    alternate,
    is_aged,
    is_in_group,
    is_on_line,
    rank_final,
    rank_teams,
    rank_units,
)
from tournaments.core.ranking.comparison import mark_plays
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.score_grid import ScoreGrid, join_grids

INDIVIDUAL = find_format("duplicate_individual").plan

F = Fraction


def places(rows):
    return [(row.unit, row.place) for row in rows]


def profiles(*rows):
    return [Profile(**row) for row in rows]


def test_each_criterion_is_found_by_its_code_and_has_its_rule_over_sessions():
    rules = {criterion.value: criterion.over_sessions for criterion in Criterion}

    assert rules == {
        "attack": OverSessions.WEIGHTED,
        "defence": OverSessions.WEIGHTED,
        "last_session": OverSessions.NONE,
        "best_session": OverSessions.NONE,
        "tops": OverSessions.COUNT,
        "best_deal": OverSessions.HIGHEST,
        "deals": OverSessions.COUNT,
        "victories": OverSessions.COUNT,
        "bonus": OverSessions.COUNT,
        "scored": OverSessions.WEIGHTED,
    }
    assert all(Criterion(str(criterion)) is criterion for criterion in Criterion)


def test_criterion_without_a_rule_over_sessions_is_refused():
    with pytest.raises(TypeError, match="over_sessions"):
        Criterion.__new_member__(Criterion, "incomplete")


def test_withdrawn_and_unranked_players_are_shown_last_and_substitutes_not():
    people = profiles(
        {"presence": Presence.WITHDRAWN},
        {},
        {"presence": Presence.SUBSTITUTE},
        {"presence": Presence.UNRANKED},
        {},
    )

    rows = rank_units([F(90), F(50), F(80), F(70), None], people)

    assert places(rows) == [(1, 1), (0, None), (3, None), (4, None)]
    assert rows[1].value == 90


@pytest.mark.parametrize(
    ("is_member", "expected"),
    [
        (is_in_group(Group.CLUB, "B"), [(2, 1), (1, 2)]),
        (is_in_group(Group.SERIES, "1"), [(0, 1), (2, 2)]),
        (is_in_group(Group.COUNTRY, "BE"), [(3, 1)]),
        (is_in_group(Group.CATEGORY, "promotion"), [(1, 1)]),
        (is_on_line(2), [(2, 1)]),
        (is_aged(30, 70), [(2, 1), (3, 2)]),
        (is_aged(31, 69), []),
    ],
)
def test_groups_are_ranked_from_one(is_member, expected):
    people = profiles(
        {"club": "A", "series": "1"},
        {"club": "B", "category": "promotion"},
        {"club": "B", "series": "1", "age": 70, "line": 2},
        {"country": "BE", "age": 30},
    )

    assert places(rank_units([F(60), F(40), F(50), F(30)], people, is_member=is_member)) == expected


def test_chain_parts_equals_and_shows_every_criterion():
    chain = TieBreaks(
        (Criterion.ATTACK, Criterion.TOPS, Criterion.BEST_DEAL),
        {Criterion.ATTACK: [F(50), F(50), F(50)], Criterion.TOPS: [2, 3, 3]},
    )

    rows = rank_units([F(55)] * 3, profiles({}, {}, {}), chain)

    assert places(rows) == [(1, 1), (2, 1), (0, 3)]
    assert rows[2].criteria == ((Criterion.ATTACK, F(50)), (Criterion.TOPS, 2), (Criterion.BEST_DEAL, None))


def test_two_lines_of_triplets_are_woven():
    people = profiles({"line": 0}, {"line": 0}, {"line": 1}, {"line": 1}, {"line": 1})

    rows = alternate(rank_units([F(60), F(58), F(50), F(45), F(40)], people), people)

    assert places(rows) == [(0, 1), (2, 2), (1, 3), (3, 4), (4, 5)]


def test_ranking_after_a_final_puts_the_finalists_first():
    people = profiles({}, {}, {}, {})
    first_ranking = rank_units([F(40), F(30), F(20), F(10)], people)

    final_ranking = rank_final(first_ranking, rank_units([F(-5), F(7), None, None], people))

    assert places(final_ranking) == [(1, 1), (0, 2), (2, 3), (3, 4)]
    assert [row.value for row in final_ranking] == [7, -5, 20, 10]


def test_teams_of_individuals_add_their_best_members():
    people = profiles(
        {"team": "X"}, {"team": "X"}, {"team": "Y"}, {"team": "Y"}, {"team": "Y"}, {}, {"team": "X"}
    )
    values = [F(60), F(50), F(70), F(39), F(1), F(99), None]

    two = rank_teams(values, people, counted=2)

    assert [(team.name, team.place, team.value, team.members) for team in two] == [
        ("X", 1, 110, (0, 1)),
        ("Y", 2, 109, (2, 3)),
    ]
    assert [(team.name, team.place) for team in rank_teams(values, people)] == [("X", 1), ("Y", 1)]


def test_teams_may_be_ranked_by_match_points():
    people = profiles({"team": "X"}, {"team": "Y"})

    rows = rank_teams([RootSum.signed_root(8), RootSum.of(3)], people)

    assert [row.name for row in rows] == ["Y", "X"]


GRIDS = st.lists(st.sampled_from([-62, -52, 50, 56, 70]), min_size=6, max_size=6)


def grid_of(scores):
    """Two boards at three tables; the same three or nine players in each line."""
    players = np.arange(12).reshape(3, 4)
    return ScoreGrid(
        board=np.repeat([0, 1], 3),
        taker_seat=np.repeat([0, 1], 3),
        players=np.concatenate((players, players)),
        score=np.array(scores),
        status=np.zeros(6),
        line=np.arange(12) % 4,
    )


@given(GRIDS)
@examples(15)
def test_rows_have_the_places_of_the_arrays(scores):
    grid, options = grid_of(scores), read_event_options({}, INDIVIDUAL)
    result = rank_session(INDIVIDUAL, options, SessionPlays(grid=grid, unit_count=12))
    arrays = place_session(INDIVIDUAL, options, result, grid.line, np.ones(12, dtype=np.bool_))
    people = [Profile(line=line) for line in grid.line.tolist()]

    overall = rank_units(list(result.values), people)

    assert places(sorted(overall, key=lambda row: row.unit)) == list(enumerate(arrays.overall.tolist()))
    woven = sorted(alternate(overall, people), key=lambda row: row.unit)
    assert places(woven) == list(enumerate(arrays.alternated.tolist()))


def test_sites_are_joined_into_one_field():
    joined = join_grids([grid_of([50, 56, 70, 50, 50, 50]), grid_of([52, 58, 72, 50, 50, 50])])

    marks = mark_plays(joined)

    assert joined.player_count == 24
    assert joined.section.tolist() == [0] * 6 + [1] * 6
    assert [marks.mark_percent(play, 0) for play in (0, 6, 1, 7, 2, 8)] == [0, 20, 40, 60, 80, 100]
    assert joined.players[6].tolist() == [12, 13, 14, 15]
