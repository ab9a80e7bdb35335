"""Public holidays of France."""

import datetime

import pytest

from tournaments.core.holidays import Holiday, holiday_of

pytestmark = pytest.mark.pure


def test_holidays_of_2026() -> None:
    """The list of service-public.fr, with the two eves."""
    first = datetime.date(2026, 1, 1)
    year = [first + datetime.timedelta(days=number) for number in range(365)]
    days = {found: f"{day:%m-%d}" for day in year if (found := holiday_of(day))}

    assert days == {
        Holiday.NEW_YEAR: "01-01",
        Holiday.EASTER_MONDAY: "04-06",
        Holiday.LABOUR: "05-01",
        Holiday.VICTORY: "05-08",
        Holiday.ASCENSION: "05-14",
        Holiday.WHIT_MONDAY: "05-25",
        Holiday.NATIONAL: "07-14",
        Holiday.ASSUMPTION: "08-15",
        Holiday.ALL_SAINTS: "11-01",
        Holiday.ARMISTICE: "11-11",
        Holiday.CHRISTMAS_EVE: "12-24",
        Holiday.CHRISTMAS: "12-25",
        Holiday.NEW_YEARS_EVE: "12-31",
    }
