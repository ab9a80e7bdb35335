import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.slips.printed_sheet import (
    PrintedLine,
    SheetChange,
    SheetChangeKind,
    sheet_changes,
    sheet_fingerprint,
)

seats = st.lists(st.none() | st.integers(1, 6), min_size=4, max_size=4).map(tuple)
lines = st.lists(
    st.builds(PrintedLine, st.integers(1, 3), st.integers(1, 3), seats),
    max_size=5,
    unique_by=lambda line: (line.round, line.table),
)
PLACE = (1, 2, 12, None, None, 0)


@given(lines)
def test_line_is_read_as_it_was_stored(printed):
    assert [PrintedLine.from_json(line.to_json()) for line in printed] == printed


@given(lines)
def test_nothing_changed_on_the_same_sheet(printed):
    assert sheet_changes(printed, list(reversed(printed))) == ()


@given(lines, lines)
def test_changes_are_none_when_fingerprints_agree(printed, current):
    sheets = [sorted(sheet, key=lambda line: (line.round, line.table)) for sheet in (printed, current)]

    is_same = sheet_fingerprint(PLACE, "", sheets[0]) == sheet_fingerprint(PLACE, "", sheets[1])

    assert is_same == (sheet_changes(*sheets) == ())


def test_every_difference_is_named_by_round_table_and_seat():
    printed_lines = [PrintedLine(1, 1, (10, 11, 12, None)), PrintedLine(2, 5, (20, 21, 22, 23))]
    current = [PrintedLine(3, 4, (30, 31, 32, 33)), PrintedLine(1, 1, (10, 12, 11, None))]

    assert sheet_changes(printed_lines, current) == (
        SheetChange(SheetChangeKind.SEAT, 1, 1, 1, 11, 12),
        SheetChange(SheetChangeKind.SEAT, 1, 1, 2, 12, 11),
        SheetChange(SheetChangeKind.GONE, 2, 5),
        SheetChange(SheetChangeKind.ADDED, 3, 4),
    )


@pytest.mark.parametrize(
    ("place", "deals", "entries"),
    [((1, 2, 21, None, None, 0), "", (1, 2)), (PLACE, "ab", (1, 2)), (PLACE, "", (2, 1))],
)
def test_fingerprint_tells_sheet_deals_and_seats_apart(place, deals, entries):
    first = sheet_fingerprint(PLACE, "", [PrintedLine(1, 1, (1, 2))])

    assert sheet_fingerprint(place, deals, [PrintedLine(1, 1, entries)]) != first
