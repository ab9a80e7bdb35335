"""Hours that the clocks skip or repeat."""

import datetime

import pytest

from tournaments.base.forms.hours import missing_hour_message


@pytest.mark.parametrize(
    ("day", "hour", "other_hour"),
    [
        ("2027-03-28", "02:30", "03:30"),
        ("2027-03-28", "02:00", "03:00"),
        ("2027-03-28", "01:59", None),
        ("2027-03-28", "03:00", None),
        ("2027-03-27", "02:30", None),
        # it comes twice, and is the first one
        ("2027-10-31", "02:30", None),
        (None, "02:30", None),
        ("2027-03-28", None, None),
    ],
)
def test_hour_that_does_not_exist_gets_another_one(
    day: str | None, hour: str | None, other_hour: str | None
) -> None:
    message = missing_hour_message(
        datetime.date.fromisoformat(day) if day else None, datetime.time.fromisoformat(hour) if hour else None
    )

    assert bool(message) == (other_hour is not None)
    assert other_hour is None or f"Le 28 mars 2027, l’heure change et {hour} n’existe pas" in message
    assert other_hour is None or f"écrivez {other_hour}" in message
