"""Curves: inside their field, in the order of time, with lines at round values."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.curves import HEIGHT, WIDTH, draw_curve


@examples(20)
@given(
    st.lists(st.fractions(0, 3000, max_denominator=100), min_size=1, max_size=30), st.sampled_from([5, 50])
)
def test_points_stand_in_the_field_and_higher_values_higher(values, step):
    curve = draw_curve(values, step)

    xs, ys = zip(*curve.points, strict=True)
    assert len(values) == len(xs)
    assert list(xs) == sorted(xs)
    assert 0 <= min(xs) <= max(xs) <= WIDTH
    assert 0 <= min(ys) <= max(ys) <= HEIGHT
    assert ys[values.index(max(values))] == min(ys)
    assert 2 <= len(curve.marks) <= 5


def test_a_curve_has_its_scale_at_round_values():
    curve = draw_curve([Fraction(50), Fraction(125, 2), Fraction(42)], 5)

    assert [mark for mark, _y in curve.marks] == [40, 50, 60, 70]
    assert curve.points[0] == (0, 100)
    assert curve.line.startswith("0,100 ")


def test_one_value_stands_in_the_middle():
    assert draw_curve([Fraction(50)], 5).points == ((WIDTH // 2, HEIGHT),)
