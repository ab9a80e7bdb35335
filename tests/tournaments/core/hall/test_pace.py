"""Pace of the tables: lengths of deals from the hours of results, time behind, players at slow tables."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.hall.pace import (
    FEWEST_ROUNDS,
    DealHour,
    deal_lengths,
    in_play_since,
    measure_pace,
    measure_rounds,
    players_at_slow_tables,
)

BEGIN = datetime(2026, 11, 21, 20, 30, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
lengths = st.integers(1, 40)


def deal(board: int, minutes: float | None, *, table: int = 1, round_number: int = 1) -> DealHour:
    """A deal with a result so many minutes after the beginning; None for one without an hour."""
    hour = None if minutes is None else BEGIN + minutes * MINUTE
    return DealHour(round_number, table, board, hour)


def minutes_of(deals: list[DealHour], *, is_started: bool = True) -> list[float]:
    place_lengths = deal_lengths(deals, {1: BEGIN} if is_started else {})[1, 1]
    return [length / MINUTE for length in place_lengths]


def played(table: int, *minutes: int, round_number: int = 1) -> list[DealHour]:
    """The deals of a table, each with its length."""
    return [
        deal(board, sum(minutes[:board]), table=table, round_number=round_number)
        for board in range(1, len(minutes) + 1)
    ]


@given(st.lists(lengths, min_size=1, max_size=6), st.randoms())
@examples(25)
def test_lengths_add_up_to_the_time_of_the_table_in_any_order_of_boards(spans: list[int], random) -> None:
    boards = list(range(1, len(spans) + 1))
    random.shuffle(boards)
    deals = [deal(board, sum(spans[: index + 1])) for index, board in enumerate(boards)]

    assert minutes_of(deals) == spans
    assert minutes_of(deals, is_started=False) == spans[1:]


def test_hours_on_both_sides_of_a_deal_without_hour_are_not_compared() -> None:
    assert minutes_of([deal(1, 6), deal(2, None), deal(3, 20), deal(4, 27)]) == [6, 7]
    assert minutes_of([deal(1, None), deal(2, 14), deal(3, 20)]) == [6]
    assert minutes_of([deal(1, None), deal(2, None)]) == []


def test_result_from_before_the_start_of_a_round_has_no_length() -> None:
    assert minutes_of([deal(1, -3), deal(2, 7)]) == [7]


def test_tables_are_compared_with_the_median_of_the_hall() -> None:
    deals = [*played(1, 6, 6), *played(2, 7, 7), *played(3, 7, 12), deal(1, None, table=4)]

    pace = measure_pace(deals, deal_lengths(deals, {1: BEGIN}))

    assert pace.per_deal == 7 * MINUTE
    assert [(table.table_number, table.deal_count, table.timed_count) for table in pace.tables] == [
        (1, 2, 2), (2, 2, 2), (3, 2, 2), (4, 1, 0),
    ]  # fmt: skip
    assert [table.behind for table in pace.tables] == [-2 * MINUTE, 0 * MINUTE, 5 * MINUTE, None]
    assert pace.tables[2].per_deal == 9.5 * MINUTE
    assert [table.lacks_hours for table in pace.tables] == [False, False, False, True]


@given(st.dictionaries(st.integers(1, 9), st.lists(lengths, min_size=1, max_size=5), min_size=1))
@examples(25)
def test_half_of_the_deals_are_at_most_as_long_as_the_median(spans: dict[int, list[int]]) -> None:
    deals = [deal for table, minutes in spans.items() for deal in played(table, *minutes)]

    pace = measure_pace(deals, deal_lengths(deals, {1: BEGIN}))

    all_minutes = [minutes for table_minutes in spans.values() for minutes in table_minutes]
    assert pace.per_deal is not None
    assert sum(minutes * MINUTE <= pace.per_deal for minutes in all_minutes) * 2 >= len(all_minutes)
    assert sum(minutes * MINUTE >= pace.per_deal for minutes in all_minutes) * 2 >= len(all_minutes)
    assert all(
        table.behind == sum(spans[table.table_number]) * MINUTE - table.deal_count * pace.per_deal
        for table in pace.tables
    )


SLOW, MOVING = 7, 8
"""Entries: one stays at the table where each deal takes longer, one moves."""


def slow_players(
    round_count: int, *, slow_minutes: int = 9, fast_round: int = 0
) -> list[tuple[int, int, float]]:
    """Slow players of a hall of three tables, where deals of table 3 take longer but for one round."""
    deals = [
        deal
        for number in range(1, round_count + 1)
        for table in (1, 2, 3)
        for deal in played(
            table, *(3 * [slow_minutes if table == 3 and number != fast_round else 6]), round_number=number
        )
    ]
    starts = dict.fromkeys(range(1, round_count + 1), BEGIN)
    tables = {
        SLOW: dict.fromkeys(range(1, round_count + 1), 3),
        MOVING: {number: 3 if number % 2 else 1 for number in range(1, round_count + 1)},
    }
    paces = measure_rounds(deals, deal_lengths(deals, starts))
    slow_ones = players_at_slow_tables(paces, tables)
    return [(slow.entry_id, slow.round_count, slow.behind / MINUTE) for slow in slow_ones]


def test_player_at_slow_tables_in_every_round_is_named_with_the_time() -> None:
    assert slow_players(FEWEST_ROUNDS) == [(SLOW, 3, 27)]


def test_nobody_is_named_for_few_rounds_one_quick_table_or_a_small_difference() -> None:
    assert slow_players(FEWEST_ROUNDS - 1) == []
    assert slow_players(4, fast_round=2) == []
    assert slow_players(4, slow_minutes=6) == []


def test_table_plays_since_its_last_result_or_the_start_of_the_round() -> None:
    assert in_play_since([], BEGIN, 2) == BEGIN
    assert in_play_since([deal(2, 9), deal(1, 4)], BEGIN, 3) == BEGIN + 9 * MINUTE
    assert in_play_since([deal(1, 4), deal(2, None)], BEGIN, 3) is None
    assert in_play_since([deal(1, 4)], BEGIN, 1) is None
    assert in_play_since([], None, 2) is None
