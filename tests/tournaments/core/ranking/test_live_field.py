import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.core.errors import InvalidGrid
from tournaments.core.ranking.comparison import mark_plays
from tournaments.core.ranking.live_field import LiveField
from tournaments.core.ranking.score_grid import ScoreGrid

RESULTS = st.lists(
    st.tuples(st.integers(0, 2), st.sampled_from([-2000, -52, 50, 56, 2000])), min_size=1, max_size=12
)


def grid_of(results):
    count = len(results)
    return ScoreGrid(
        board=np.array([board for board, _ in results]),
        taker_seat=np.zeros(count),
        players=np.arange(4 * count).reshape(count, 4),
        score=np.array([score for _, score in results]),
        status=np.zeros(count),
        line=np.arange(4 * count) % 4,
    )


@given(RESULTS, RESULTS, st.randoms(use_true_random=False))
@settings(max_examples=50)
def test_marks_result_by_result_are_those_of_the_whole(results, corrected, random):
    live = LiveField(3)
    arriving = [(1, *result) for result in results + corrected] + [(-1, *result) for result in corrected]
    random.shuffle(arriving)
    arriving.sort(key=lambda step: -step[0])

    for sign, board, score in arriving:
        (live.add if sign > 0 else live.remove)(board, score)

    marks = mark_plays(grid_of(results))
    for play, (board, score) in enumerate(results):
        counted = (int(marks.beaten[play]), int(marks.equal[play]), int(marks.field_size[play]))
        assert live.counts(board, score) == counted
        assert live.attack_percent(board, score) == marks.mark_percent(play, 0)


def test_field_of_a_grid_goes_on_from_there():
    live = LiveField.of(grid_of([(0, 50), (0, 60), (2, 56)]))

    live.add(0, 56)

    assert live.counts(0, 56) == (1, 0, 3)
    assert live.attack_percent(2, 56) == 50


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda live: live.add(0, 2001), "grid_range"),
        (lambda live: live.remove(0, 60), "score_not_there"),
        (lambda live: live.remove(0, 99_999), "score_not_there"),
    ],
)
def test_results_that_cannot_be_are_refused(change, code):
    with pytest.raises(InvalidGrid) as caught:
        change(LiveField.of(grid_of([(0, 50)])))

    assert caught.value.code == code
