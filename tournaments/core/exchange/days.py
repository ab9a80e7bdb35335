"""Days as people, programs and spreadsheets write them."""

import datetime
import re

from tournaments.core.alphabet import base_letters

FIRST_SERIAL = datetime.date(1899, 12, 30)
"""Day 0 of spreadsheets, which write a date that lost its format as a number of days."""
YEARS_AHEAD = 10
"""Years after this one that two figures may mean, unless the caller says otherwise."""
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
    """Return the day that a text names; None for anything else.

    Args:
        latest_year: last year that two figures may mean.

    Example:
        >>> {parse_day(day) for day in ("22/09/1969", "22.09.69", "1969-09-22", "22 sept. 1969", "25468")}
        {datetime.date(1969, 9, 22)}
    """
    written = _HOUR.sub("", text.strip())
    if found := _DAY.fullmatch(written) or _DAY_FROM_YEAR.fullmatch(written):
        return _day(_year(found["year"], latest_year), int(found["month"]), int(found["day"]))
    if found := _SPELT_DAY.fullmatch(base_letters(written)):
        return _day(_year(found["year"], latest_year), _month(found["month"]), int(found["day"]))
    if found := _SERIAL.fullmatch(written):
        return FIRST_SERIAL + datetime.timedelta(days=int(found[1]))
    return None


def _year(figures: str, latest_year: int | None) -> int:
    if len(figures) > 2:
        return int(figures)
    latest = latest_year or datetime.datetime.now(datetime.UTC).year + YEARS_AHEAD
    year = latest // 100 * 100 + int(figures)
    return year if year <= latest else year - 100


def _month(word: str) -> int:
    return next(
        (number for number, names in enumerate(_MONTHS, 1) if word.startswith(tuple(names.split()))), 0
    )


def _day(year: int, month: int, day: int) -> datetime.date | None:
    """Return the date, with day and month exchanged where only American programs write it so."""
    for numbers in ((month, day), (day, month)):
        try:
            return datetime.date(year, *numbers)
        except ValueError:
            continue
    return None
