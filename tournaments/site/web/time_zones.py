"""Time zones for calendar files (RFC 5545, VTIMEZONE).

Outlook reads a yearly rule for each half of the year, but no list of days. So the rule is written wherever
the zone has one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from itertools import pairwise

from icalendar import Timezone, TimezoneDaylight, TimezoneStandard

DAYS_OF_A_WEEK = 7
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
BEFORE_ALL = datetime(1970, 1, 1)  # noqa: DTZ001 - local time of the zone
YEARS_COMPARED = 3
"""Years after the last one in which the changes must follow the same rule, for the rule to be written."""


@dataclass(frozen=True, slots=True)
class _Change:
    """One change of the clocks."""

    moment: datetime
    """Time of the change in UTC."""
    offset_before: timedelta
    offset: timedelta
    name: str
    is_daylight: bool

    @property
    def onset(self) -> datetime:
        """Local time at which the clocks are changed."""
        return (self.moment + self.offset_before).replace(tzinfo=None)

    @property
    def rule(self) -> tuple[int, str]:
        """Month and weekday in the month: "-1SU" is the last Sunday, "2SU" the second."""
        day = self.onset
        is_last = (day + timedelta(days=DAYS_OF_A_WEEK)).month != day.month
        place = -1 if is_last else (day.day - 1) // DAYS_OF_A_WEEK + 1
        return day.month, f"{place}{WEEKDAYS[day.weekday()]}"


def describe_zone(zone: tzinfo, name: str, first_year: int, last_year: int) -> Timezone:
    """Return the component of a zone, valid from `first_year` to `last_year`."""
    component = Timezone()
    component.add("tzid", name)
    # from the year before: its last change sets the offset at the start of the first year
    changes = _changes(zone, first_year - 1, last_year + YEARS_COMPARED)
    if not changes:
        component.add_component(_only_time(zone, first_year))
        return component
    by_rule: dict[tuple[tuple[int, str], bool], list[_Change]] = {}
    for change in changes:
        by_rule.setdefault((change.rule, change.is_daylight), []).append(change)
    is_regular = len(by_rule) == 2 and all(_is_yearly(rule_changes) for rule_changes in by_rule.values())
    for rule_changes in by_rule.values() if is_regular else [[change] for change in changes]:
        component.add_component(_observance(rule_changes[0], is_yearly=is_regular))
    return component


@lru_cache(maxsize=8)
def _changes(zone: tzinfo, first_year: int, last_year: int) -> tuple[_Change, ...]:
    return tuple(_find_changes(zone, first_year, last_year))


def _find_changes(zone: tzinfo, first_year: int, last_year: int) -> Iterator[_Change]:
    """Yield every change of the clocks from the first to the last year, to the minute."""
    days = (last_year - first_year + 1) * 366
    moments = [datetime(first_year, 1, 1, tzinfo=UTC) + timedelta(days=day) for day in range(days)]
    for midnight, next_midnight in pairwise(moments):
        local_before, local_after = midnight.astimezone(zone), next_midnight.astimezone(zone)
        if local_before.utcoffset() == local_after.utcoffset():
            continue
        low, high = midnight, next_midnight
        # assumes one change in a day: bisect to its minute
        while high - low > timedelta(minutes=1):
            middle = (low + (high - low) / 2).replace(second=0, microsecond=0)
            if middle.astimezone(zone).utcoffset() == local_before.utcoffset():
                low = middle
            else:
                high = middle
        yield _Change(
            moment=high,
            offset_before=local_before.utcoffset() or timedelta(),
            offset=local_after.utcoffset() or timedelta(),
            name=local_after.tzname() or "",
            is_daylight=bool(local_after.dst()),
        )


def _is_yearly(changes: list[_Change]) -> bool:
    return all(
        (next_change.onset.year - change.onset.year, next_change.onset.time(), next_change.offset)
        == (1, change.onset.time(), change.offset)
        for change, next_change in pairwise(changes)
    )


def _observance(change: _Change, *, is_yearly: bool) -> TimezoneStandard | TimezoneDaylight:
    part = TimezoneDaylight() if change.is_daylight else TimezoneStandard()
    part.add("dtstart", change.onset)
    part.add("tzoffsetfrom", change.offset_before)
    part.add("tzoffsetto", change.offset)
    part.add("tzname", change.name)
    if is_yearly:
        month, day = change.rule
        part.add("rrule", {"FREQ": "YEARLY", "BYMONTH": month, "BYDAY": day})
    return part


def _only_time(zone: tzinfo, year: int) -> TimezoneStandard:
    local = datetime(year, 1, 1, tzinfo=UTC).astimezone(zone)
    part = TimezoneStandard()
    part.add("dtstart", BEFORE_ALL)
    part.add("tzoffsetfrom", local.utcoffset() or timedelta())
    part.add("tzoffsetto", local.utcoffset() or timedelta())
    part.add("tzname", local.tzname() or "UTC")
    return part
