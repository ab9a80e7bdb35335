"""Days as people, programs and spreadsheets write them."""

import datetime
import re
from collections.abc import Iterable

from tournaments.core.alphabet import base_letters

FIRST_SERIAL = datetime.date(1899, 12, 30)
"""Day 0 of spreadsheets. They write a date that lost its format as a number of days."""
MONTHS = 12
YEARS_AHEAD = 10
"""Number of years in the future that two digits may mean by default."""
_DAY = re.compile(r"(?P<day>\d{1,2})[/. -](?P<month>\d{1,2})[/. -](?P<year>\d{4}|\d{2})", re.ASCII)
_DAY_FROM_YEAR = re.compile(r"(?P<year>\d{4})[/. -](?P<month>\d{1,2})[/. -](?P<day>\d{1,2})", re.ASCII)
_FIGURES = re.compile(r"(?P<year>\d{4})(?P<month>\d{2})(?P<day>\d{2})", re.ASCII)
"""Day without signs, as programs write it. Fewer figures may be any order: 310826 is no year 3108."""
_SPELT_DAY = re.compile(r"(?P<day>\d{1,2})(?:er)? (?P<month>[a-z]{3,})\.? (?P<year>\d{4}|\d{2})")
_MONTHS = (
    "jan",
    "fev feb",
    "mar",
    "avr apr",
    "mai may",
    "juin jun",
    "juil jul",
    "aou aug",
    "sep",
    "oct",
    "nov",
    "dec",
)
_HOUR = re.compile(r"[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$")
_SERIAL = re.compile(r"(\d{5})(?:[.,]\d+)?", re.ASCII)


def parse_day(
    text: str, latest_year: int | None = None, *, is_month_first: bool = False
) -> datetime.date | None:
    """Return the day in a text; None for any other text.

    Args:
        latest_year: last year that two digits may mean.
        is_month_first: True if other days of the column have the American order (see `are_month_first`).

    Example:
        >>> {parse_day(day) for day in ("22/09/1969", "22.09.69", "1969-09-22", "22 sept. 1969", "25468")}
        {datetime.date(1969, 9, 22)}
    """
    day_text = _HOUR.sub("", text.strip())
    for form in (_DAY, _DAY_FROM_YEAR, _FIGURES):
        if match := form.fullmatch(day_text):
            numbers = int(match["month"]), int(match["day"])
            month, day = reversed(numbers) if is_month_first and form is _DAY else numbers
            return _day(_year(match["year"], latest_year), month, day)
    if match := _SPELT_DAY.fullmatch(base_letters(day_text)):
        return _day(_year(match["year"], latest_year), _month(match["month"]), int(match["day"]))
    if match := _SERIAL.fullmatch(day_text):
        # a spreadsheet may add the time of day as a fraction, which is dropped
        return FIRST_SERIAL + datetime.timedelta(days=int(match[1]))
    return None


def are_month_first(texts: Iterable[str]) -> bool:
    """Return whether the days of a column have the American order.

    One of them has a meaning in this order alone, as 8/31/2026, and none in the French one alone.
    """
    matches = [match for text in texts if (match := _DAY.fullmatch(_HOUR.sub("", text.strip())))]
    # the pattern has the names of the French order
    numbers = [(int(match["day"]), int(match["month"])) for match in matches]
    is_american = any(first <= MONTHS < second for first, second in numbers)
    return is_american and not any(second <= MONTHS < first for first, second in numbers)


def _year(figures: str, latest_year: int | None) -> int:
    if len(figures) > 2:
        return int(figures)
    last_year = latest_year or datetime.datetime.now(datetime.UTC).year + YEARS_AHEAD
    year = last_year // 100 * 100 + int(figures)
    return year if year <= last_year else year - 100


def _month(word: str) -> int:
    return next(
        (number for number, names in enumerate(_MONTHS, 1) if word.startswith(tuple(names.split()))), 0
    )


def _day(year: int, month: int, day: int) -> datetime.date | None:
    """Return the date. Exchange day and month if only the American order gives a date."""
    for numbers in ((month, day), (day, month)):
        try:
            return datetime.date(year, *numbers)
        except ValueError:
            continue
    return None
