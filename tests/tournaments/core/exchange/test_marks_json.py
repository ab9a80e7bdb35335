import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.exchange.fields import InvalidRequest
from tests.cases import examples
from tournaments.core.exchange.marks_json import MOST_DUELS, MOST_SCORES, mark_scores

TESTS = Path(__file__).parents[3]
POINTS = json.loads((TESTS / "data" / "tournaments" / "match_points.json").read_text(encoding="utf-8"))


def answer(method, scores):
    reply = mark_scores({"method": method, "scores": scores})
    return reply["marks"], reply["defence"]


@pytest.mark.parametrize(
    ("method", "scores", "marks", "defence"),
    [
        ("topage", [56, 62, -56, -52, 50], [75, 100, 0, 25, 50], [25, 0, 100, 75, 50]),
        ("topage", [62, 56, 56, -52, -56], [100, 62.5, 62.5, 25, 0], [0, 37.5, 37.5, 75, 100]),
        ("topage", [1, 2, 3, 4], [0, 33.333333, 66.666667, 100], [100, 66.666667, 33.333333, 0]),
        ("topage", [50], [50], [50]),
        ("topage", [], [], []),
        ("pm", [82, 66], [4, -4], [-4, 4]),
        ("pm", [51, 50], [1, -1], [-1, 1]),
        ("pm", [-68, -58], [-3.162278, 3.162278], [3.162278, -3.162278]),
        ("pm", [10, 10, 1], [1.5, 1.5, -3], [-1.5, -1.5, 3]),
        ("pm", [70], [0], [0]),
        ("total", [318, -126, 0], [318, -126, 0], [-318, 126, 0]),
    ],
)
def test_marks_of_a_board(method, scores, marks, defence):
    assert answer(method, scores) == (marks, defence)


@pytest.mark.parametrize("duel", POINTS["duels"], ids=lambda duel: str(duel["points"]))
def test_published_duels(duel):
    marks, _ = answer("pm", [duel["first"], duel["second"]])

    assert f"{marks[0]:.3f}" == duel["points"]
    assert marks[1] == -marks[0]


@given(st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=9))
@examples(20)
def test_topage_averages_fifty_and_points_cancel_out(scores):
    topage, _ = answer("topage", scores)
    points, _ = answer("pm", scores)

    assert sum(topage) == pytest.approx(50 * len(scores), abs=1e-5)
    assert sum(points) == pytest.approx(0, abs=1e-5 * len(scores))


def test_whole_marks_are_written_without_decimals():
    assert json.dumps(answer("topage", [56, 62, 50])[0]) == "[50, 100, 0]"


@pytest.mark.parametrize(
    ("request_", "code", "field"),
    [
        ([1, 2], "not_an_object", ""),
        ({"method": "topage"}, "field_missing", "scores"),
        ({"method": "elo", "scores": []}, "field_value", "method"),
        ({"method": ["pm"], "scores": []}, "field_value", "method"),
        ({"method": "pm", "scores": {}}, "field_value", "scores"),
        ({"method": "pm", "scores": [1, True]}, "field_value", "scores[1]"),
        ({"method": "pm", "scores": ["1"]}, "field_value", "scores[0]"),
        ({"method": "topage", "scores": [1.5]}, "field_value", "scores[0]"),
        ({"method": "total", "scores": [10**9 + 1]}, "field_value", "scores[0]"),
        ({"method": "pm", "scores": [0] * (MOST_DUELS + 1)}, "field_value", "scores"),
        ({"method": "topage", "scores": [0] * (MOST_SCORES + 1)}, "field_value", "scores"),
        ({"method": "pm", "scores": [], "deal": 3}, "unknown_field", "'deal'"),
    ],
)
def test_hostile_requests_are_refused_at_their_place(request_, code, field):
    with pytest.raises(InvalidRequest) as caught:
        mark_scores(request_)

    assert (caught.value.code, caught.value.field) == (code, field)
