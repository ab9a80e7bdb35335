"""Rankings by group: columns that hold every row once, with heads and without a row or two alone."""

from itertools import chain

import pytest

from tournaments.core.formats.ranking_plan import Measure
from tournaments.models import Entry
from tournaments.paper.documents.results.group_rankings import (
    COLUMNS,
    FIRST_ROOM,
    GROUP_GAP,
    HEAD_PADDING,
    KIND_HEIGHT,
    LEAST_ROWS,
    NAME_LINE,
    NAME_ROOM,
    NAMES,
    ROOM,
    ROW_PADDING,
    TITLE_LINE,
    GroupPages,
)
from tournaments.rankings.queries.classifications import GroupKind, GroupRanking, PlacedEntry

SHORT, LONG = "Petit", "Grandpré de la Tour-Landry Marie-Antoinette"
SIZES = ((1,), (2, 3, 40), (60, 60, 1, 1), (47, 48, 49, 50, 51), (200,), tuple(range(1, 30)))
"""Numbers of members of the groups of a kind."""


def make_pages(sizes, name, *, is_large=False):
    groups = tuple(
        GroupRanking(
            GroupKind.CLUB,
            f"Club {number}",
            tuple(PlacedEntry(entry=Entry(name=f"{name} {row}"), place=row + 1) for row in range(size)),
            tuple(range(1, size + 1)),
        )
        for number, size in enumerate(sizes)
    )
    kinds = ((GroupKind.CATEGORY, groups), (GroupKind.CLUB, groups))
    return GroupPages(kinds, (), (), Measure.PERCENT, 4, covers_sessions=False, is_large=is_large)


def height(part):
    names = [str(line.row[0].entry) for line in part.rows]
    rows = sum(NAMES.line_count(name, NAME_ROOM) * NAME_LINE + ROW_PADDING for name in names)
    return rows + TITLE_LINE + HEAD_PADDING + (KIND_HEIGHT if part.kind else 0)


@pytest.mark.pure
@pytest.mark.parametrize("name", [SHORT, LONG])
@pytest.mark.parametrize("sizes", SIZES)
def test_columns_hold_every_row_once_in_order(sizes, name):
    pages = make_pages(sizes, name)

    columns = list(chain.from_iterable(pages.pages))
    parts = list(chain.from_iterable(columns))

    expected = [group.rows for _kind, groups in pages.kinds for group in groups]
    assert [line.row[0] for part in parts for line in part.rows] == list(chain.from_iterable(expected))
    assert [part.kind for part in parts if part.kind] == [GroupKind.CATEGORY, GroupKind.CLUB]
    assert all(len(page) <= COLUMNS for page in pages.pages)
    for number, column in enumerate(columns):
        room = FIRST_ROOM if number < COLUMNS else ROOM
        assert sum(map(height, column)) + GROUP_GAP * (len(column) - 1) <= room
    assert all(len(part.rows) >= min(LEAST_ROWS, len(part.group.rows)) for part in parts)


@pytest.mark.pure
def test_large_type_flows_in_one_column():
    ((column,),) = make_pages((2, 200), SHORT, is_large=True).pages

    assert [len(part.rows) for part in column] == [2, 200, 2, 200]
