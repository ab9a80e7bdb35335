from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.ranking.percent import rounded_percent


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(5764, 100), "57.64"),
        (Fraction(200, 3), "66.67"),
        (Fraction(50), "50.00"),
        (Fraction(0), "0.00"),
        (Fraction(12345, 1000), "12.35"),
        (Fraction(12335, 1000), "12.34"),
        (Fraction(-5, 1000), "-0.01"),
        (Fraction(99999, 1000), "100.00"),
    ],
)
def test_half_goes_up(value, text):
    assert str(rounded_percent(value)) == text


def test_other_numbers_of_decimals():
    assert rounded_percent(Fraction(200, 3), places=0) == Decimal(67)
    assert str(rounded_percent(Fraction(200, 3), places=4)) == "66.6667"


@given(st.fractions(min_value=-100, max_value=100))
def test_rounding_is_never_off_by_more_than_half_a_unit(value):
    assert abs(Fraction(rounded_percent(value)) - value) <= Fraction(1, 200)
