import random
from itertools import islice

import numpy as np
import pytest

from tournaments.core.movements.check import check_movement
from tournaments.core.movements.search.annealing import MEETING_AGAIN, improve
from tournaments.core.movements.search.search_problem import SearchProblem

PROBLEMS = {
    "full tables": SearchProblem(player_count=24, table_count=6, round_count=4, set_count=6),
    "players over": SearchProblem(player_count=22, table_count=5, round_count=4, set_count=6),
    "all share": SearchProblem(player_count=32, table_count=8, round_count=5, set_count=5, tables_per_set=8),
    "pairs share": SearchProblem(
        player_count=32, table_count=8, round_count=3, set_count=4, tables_per_set=2
    ),
    "lines": SearchProblem(player_count=40, table_count=10, round_count=3, set_count=10, keeps_lines=True),
}


def first_reports(problem, count, seed=1):
    return list(islice(improve(problem, random.Random(seed), lambda: False), count))


@pytest.mark.parametrize("problem", PROBLEMS.values(), ids=PROBLEMS)
def test_what_is_shown_keeps_the_rules_and_gets_better(problem):
    reports = first_reports(problem, 8)

    for report in reports:
        movement = report.movement
        assert check_movement(movement).is_sound
        assert movement.player_count == problem.player_count
        assert movement.players.shape == (problem.round_count, problem.table_count, 4)
    scores = [report.score for report in reports]
    assert scores == sorted(scores, reverse=True)
    assert scores[-1] < scores[0]


def test_it_begins_with_everyone_at_one_table():
    problem = SearchProblem(player_count=20, table_count=5, round_count=3, set_count=5)

    (first,) = first_reports(problem, 1)

    assert first.steps == 0
    tables = np.sort(first.movement.players, axis=2)
    assert (tables == tables[0]).all()
    assert first.score == 30 * (1 + 2) * MEETING_AGAIN


def test_it_ends_by_itself_when_nothing_can_be_better():
    problem = SearchProblem(player_count=32, table_count=8, round_count=3, set_count=3, tables_per_set=8)

    *_, last = improve(problem, random.Random(1), lambda: False)

    assert last.score == 0
    assert {finding.rule for finding in check_movement(last.movement).notes} == {"I2"}


def test_one_table_without_rests_has_one_movement():
    problem = SearchProblem(player_count=4, table_count=1, round_count=3, set_count=3)

    (only,) = improve(problem, random.Random(1), lambda: False)

    assert check_movement(only.movement).is_sound


def test_it_ends_when_told():
    answers = iter([False, False, True])
    problem = SearchProblem(player_count=20, table_count=5, round_count=5, set_count=5)

    reports = list(improve(problem, random.Random(1), lambda: next(answers)))

    assert [report.steps for report in reports] == [0, 2_000, 4_000]


def test_the_same_seed_gives_the_same():
    first, second = (first_reports(PROBLEMS["players over"], 3) for _ in range(2))

    assert [report.score for report in first] == [report.score for report in second]
    assert np.array_equal(first[-1].movement.players, second[-1].movement.players)


def test_lines_are_kept_where_promised():
    *_, last = first_reports(PROBLEMS["lines"], 8)

    assert "I2" not in {finding.rule for finding in check_movement(last.movement).notes}
