"""Days as people, programs and spreadsheets write them."""

import datetime
import re

from tournaments.core.alphabet import base_letters

FIRST_SERIAL = datetime.date(1899, 12, 30)
"""Day 0 of spreadsheets. They write a date that lost its format as a number of days."""
YEARS_AHEAD = 10
"""Number of years in the future that two digits may mean by default."""
_DAY = re.compile(r"(?P<day>\d{1,2})[/. -](?P<month>\d{1,2})[/. -](?P<year>\d{4}|\d{2})", re.ASCII)
_DAY_FROM_YEAR = re.compile(r"(?P<year>\d{4})[/. -]?(?P<month>\d{2}|\d)[/. -]?(?P<day>\d{2}|\d)", re.ASCII)
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


def parse_day(text: str, latest_year: int | None = None) -> datetime.date | None:
    """Return the day in a text; None for any other text.

    Args:
        latest_year: last year that two digits may mean.

    Example:
        >>> {parse_day(day) for day in ("22/09/1969", "22.09.69", "1969-09-22", "22 sept. 1969", "25468")}
        {datetime.date(1969, 9, 22)}
    """
    day_text = _HOUR.sub("", text.strip())
    if match := _DAY.fullmatch(day_text) or _DAY_FROM_YEAR.fullmatch(day_text):
        return _day(_year(match["year"], latest_year), int(match["month"]), int(match["day"]))
    if match := _SPELT_DAY.fullmatch(base_letters(day_text)):
        return _day(_year(match["year"], latest_year), _month(match["month"]), int(match["day"]))
    if match := _SERIAL.fullmatch(day_text):
        # a spreadsheet may add the time of day as a fraction, which is dropped
        return FIRST_SERIAL + datetime.timedelta(days=int(match[1]))
    return None


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
