"""Pace of the tables: minutes per deal from the hours of results, and tables that are behind the hall.

A deal lasts from the previous result of its table to its own. The first deal of a round lasts from the start
of the round. These are facts for a referee: a slow opponent and a slow player look the same.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import pairwise
from statistics import median

NOTHING = timedelta(0)
SLOW = Fraction(11, 10)
"""Share of the hall's median from which a table counts as slow in a round. Half of all tables are above 1."""
FEWEST_ROUNDS = 3
"""Fewest rounds with hours after which a player is named: one slow table is chance."""


@dataclass(frozen=True, slots=True)
class DealHour:
    """A deal with a result."""

    round_number: int
    table_number: int
    board: int
    hour: datetime | None
    """Time at which a phone at the table sent the first result; None if it came by another way."""


@dataclass(frozen=True, slots=True)
class TablePace:
    """Pace of one table in a round or a session."""

    table_number: int
    deal_count: int
    """Number of deals with a result."""
    timed_count: int
    """Number of deals with a known length."""
    per_deal: timedelta | None
    """Median length of a deal; None without a known length."""
    behind: timedelta | None
    """Lengths of the timed deals, less the hall's median for each. Negative if the table is ahead."""

    @property
    def lacks_hours(self) -> bool:
        """True if there are results and no length is known."""
        return self.deal_count > 0 and self.timed_count == 0


@dataclass(frozen=True, slots=True)
class HallPace:
    """Pace of all tables in a round or a session."""

    tables: tuple[TablePace, ...]
    """Tables by number."""
    per_deal: timedelta | None
    """Median length over the deals of all tables; None without a known length."""


@dataclass(frozen=True, slots=True)
class SlowPlayer:
    """A player whose table was slow in each round with hours."""

    entry_id: int
    round_count: int
    """Number of these rounds."""
    behind: timedelta
    """Time that their tables lost on the hall in these rounds."""


def deal_lengths(
    deals: Iterable[DealHour], starts: Mapping[int, datetime]
) -> dict[tuple[int, int], list[timedelta]]:
    """Return the known lengths of deals by (round, table), each list in the order of play.

    Args:
        starts: time at which each round began, without the rounds that no clock started.
    """
    deals_by_place: dict[tuple[int, int], list[DealHour]] = defaultdict(list)
    for deal in deals:
        deals_by_place[deal.round_number, deal.table_number].append(deal)
    return {
        place: list(_lengths(sorted(place_deals, key=lambda deal: deal.board), starts.get(place[0])))
        for place, place_deals in deals_by_place.items()
    }


def _lengths(deals: Sequence[DealHour], start: datetime | None) -> Iterator[timedelta]:
    """Yield the lengths of one table's deals in one round, given by board."""
    # a deal without an hour hides where the next one began: hours on both sides of it are not compared
    hours: list[datetime] = [start] if start is not None else []
    for deal in deals:
        if deal.hour is None:
            yield from _differences(hours, start)
            hours = []
        else:
            hours.append(deal.hour)
    yield from _differences(hours, start)


def _differences(hours: Iterable[datetime], start: datetime | None) -> Iterator[timedelta]:
    # boards are often played in another order; a result from before the start says nothing of the start
    known_hours = [hour for hour in sorted(hours) if start is None or hour >= start]
    return (later - earlier for earlier, later in pairwise(known_hours))


def in_play_since(deals: Sequence[DealHour], start: datetime | None, deal_count: int) -> datetime | None:
    """Return the time since which a table plays its present deal; None if it is unknown or all are played.

    Args:
        deals: those of the table with a result in the round.
        start: beginning of the round, None if no clock started it.
        deal_count: number of deals of the table in the round.
    """
    hours = [deal.hour for deal in deals if deal.hour is not None]
    # a result that came by another way may be later than all hours
    is_known = len(hours) == len(deals) < deal_count
    return max(hours, default=start) if is_known else None


def measure_pace(
    deals: Sequence[DealHour], lengths: Mapping[tuple[int, int], Sequence[timedelta]]
) -> HallPace:
    """Return the pace of each table over the given deals.

    Args:
        lengths: result of `deal_lengths`; places without one of the deals count for nothing.
    """
    deal_counts: dict[int, int] = defaultdict(int)
    lengths_by_table: dict[int, list[timedelta]] = defaultdict(list)
    for deal in deals:
        deal_counts[deal.table_number] += 1
    for round_number, table_number in {(deal.round_number, deal.table_number) for deal in deals}:
        lengths_by_table[table_number].extend(lengths.get((round_number, table_number), ()))
    hall = _median(length for table_lengths in lengths_by_table.values() for length in table_lengths)
    tables = tuple(
        _table_pace(number, deal_counts[number], lengths_by_table[number], hall)
        for number in sorted(deal_counts)
    )
    return HallPace(tables, hall)


def _table_pace(
    number: int, deal_count: int, lengths: Sequence[timedelta], hall: timedelta | None
) -> TablePace:
    if hall is None or not lengths:
        return TablePace(number, deal_count, 0, None, None)
    behind = sum(lengths, NOTHING) - hall * len(lengths)
    return TablePace(number, deal_count, len(lengths), _median(lengths), behind)


def measure_rounds(
    deals: Sequence[DealHour], lengths: Mapping[tuple[int, int], Sequence[timedelta]]
) -> dict[int, HallPace]:
    """Return the pace in each round that has a result, by number; see `measure_pace`."""
    numbers = sorted({deal.round_number for deal in deals})
    return {
        number: measure_pace([deal for deal in deals if deal.round_number == number], lengths)
        for number in numbers
    }


def players_at_slow_tables(
    rounds: Mapping[int, HallPace], tables_by_entry: Mapping[int, Mapping[int, int]]
) -> list[SlowPlayer]:
    """Return the players whose table was slow in each round with hours, at least `FEWEST_ROUNDS` of them.

    The most time behind comes first.

    Args:
        tables_by_entry: number of the table in each round, by entry.
    """
    pace_by_place = {
        (number, table.table_number): (table, hall.per_deal)
        for number, hall in rounds.items()
        for table in hall.tables
        if table.per_deal is not None
    }
    slow_players = []
    for entry_id, table_by_round in tables_by_entry.items():
        paces = [pace_by_place[place] for place in table_by_round.items() if place in pace_by_place]
        if len(paces) >= FEWEST_ROUNDS and all(_is_slow(table, hall) for table, hall in paces):
            behind = sum((table.behind or NOTHING for table, _hall in paces), NOTHING)
            slow_players.append(SlowPlayer(entry_id, len(paces), behind))
    return sorted(slow_players, key=lambda slow: slow.behind, reverse=True)


def _is_slow(table: TablePace, hall: timedelta | None) -> bool:
    if table.per_deal is None or hall is None or hall == NOTHING:
        return False
    # exact: timedeltas are whole microseconds
    return table.per_deal * SLOW.denominator >= hall * SLOW.numerator


def _median(lengths: Iterable[timedelta]) -> timedelta | None:
    """Return the median to the second, the lower one in the middle of a second; None for no length."""
    seconds = [int(length.total_seconds()) for length in lengths]
    return timedelta(seconds=int(median(seconds))) if seconds else None
