"""Public holidays of France, and the two evenings before one on which no club plays."""

import datetime
from enum import StrEnum

from dateutil.easter import easter


class Holiday(StrEnum):
    """A public holiday, or the eve of Christmas or of the new year."""

    NEW_YEAR = "new_year"
    EASTER_MONDAY = "easter_monday"
    LABOUR = "labour"
    VICTORY = "victory"
    ASCENSION = "ascension"
    WHIT_MONDAY = "whit_monday"
    NATIONAL = "national"
    ASSUMPTION = "assumption"
    ALL_SAINTS = "all_saints"
    ARMISTICE = "armistice"
    CHRISTMAS_EVE = "christmas_eve"
    CHRISTMAS = "christmas"
    NEW_YEARS_EVE = "new_years_eve"


_FIXED = {
    (1, 1): Holiday.NEW_YEAR,
    (5, 1): Holiday.LABOUR,
    (5, 8): Holiday.VICTORY,
    (7, 14): Holiday.NATIONAL,
    (8, 15): Holiday.ASSUMPTION,
    (11, 1): Holiday.ALL_SAINTS,
    (11, 11): Holiday.ARMISTICE,
    (12, 24): Holiday.CHRISTMAS_EVE,
    (12, 25): Holiday.CHRISTMAS,
    (12, 31): Holiday.NEW_YEARS_EVE,
}
_DAYS_AFTER_EASTER = {1: Holiday.EASTER_MONDAY, 39: Holiday.ASCENSION, 50: Holiday.WHIT_MONDAY}


def holiday_of(day: datetime.date) -> Holiday | None:
    """Return the holiday on a day; None for another day. A movable one precedes a fixed one.

    Source:
        Code du travail, article L3133-1.
    """
    movable = _DAYS_AFTER_EASTER.get((day - easter(day.year)).days)
    return movable or _FIXED.get((day.month, day.day))
