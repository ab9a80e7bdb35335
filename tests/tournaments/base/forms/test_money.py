"""Sums of money as people write them."""

import pytest
from django.core.exceptions import ValidationError

from tournaments.base.forms.money import AmountsField, CentsField, parse_cents, written_cents


@pytest.mark.parametrize(
    ("written", "cents"), [("12", 1200), ("12,5", 1250), ("12.50", 1250), (" 0,05 € ", 5), ("0", 0)]
)
def test_sum_is_read_to_the_cent(written: str, cents: int) -> None:
    assert parse_cents(written) == cents


@pytest.mark.parametrize("written", ["", "douze", "-5", "1,234", "1e3", "12345678", "²", "1 000"])
def test_what_is_no_sum_is_refused(written: str) -> None:
    with pytest.raises(ValidationError):
        parse_cents(written)


@pytest.mark.parametrize("cents", [0, 5, 50, 1200, 1250, 999_999_999])
def test_written_sum_is_read_back(cents: int) -> None:
    assert parse_cents(written_cents(cents)) == cents


def test_fields_give_cents_and_show_what_was_typed() -> None:
    assert CentsField(required=False).clean("") is None
    assert CentsField().prepare_value(1250) == "12,50"
    assert CentsField().prepare_value("douze") == "douze"
    assert AmountsField().clean("50 30;12,50 ;  5") == [5000, 3000, 1250, 500]
    assert AmountsField().prepare_value([5000, 1250]) == "50 12,50"


@pytest.mark.parametrize("space", ["\u00a0", "\u202f"])
def test_thousands_are_refused_rather_than_read_as_two_sums(space: str) -> None:
    with pytest.raises(ValidationError):
        AmountsField().clean(f"1{space}200 500")
