"""Placement of small cards on sheets to be cut, and choice of the spacing of lines."""

from collections.abc import Sequence
from itertools import accumulate
from typing import TypeVar

Item = TypeVar("Item")
EVEN_STEP = 1.0
"""Millimetres by which columns grow until they hold all rows."""


def cut_and_stack(cards: Sequence[Item], per_sheet: int) -> tuple[tuple[Item | None, ...], ...]:
    """Return sheets of `per_sheet` cards. The cut piles, laid on each other, are in order.

    All first places hold the first cards, all second places the following ones, and so on. Empty places at
    the end of the last sheets are None.
    """
    sheet_count = -(-len(cards) // per_sheet)
    places = [*cards, *[None] * (sheet_count * per_sheet - len(cards))]
    # place k of the sheets holds the k-th run of `sheet_count` cards
    return tuple(tuple(places[sheet::sheet_count]) for sheet in range(sheet_count))


def fill_sheets(cards: Sequence[Item], per_sheet: int) -> tuple[tuple[Item, ...], ...]:
    """Return sheets of `per_sheet` cards in reading order, the last one perhaps shorter."""
    return tuple(tuple(cards[start : start + per_sheet]) for start in range(0, len(cards), per_sheet))


def fill_columns(
    rows: Sequence[tuple[Item, float]], room: float, column_count: int
) -> tuple[tuple[tuple[Item, ...], ...], ...]:
    """Return the smallest number of pages with columns of about the same height, rows in order.

    Args:
        rows: pairs of a row and its height.
        room: height of a column.
    """
    if not rows:
        return ()
    page_count = -(-len(_columns(rows, room)) // column_count)
    # the mean height may be too small, because rows are not split
    height = sum(height for _, height in rows) / (page_count * column_count)
    while len(columns := _columns(rows, min(height, room))) > page_count * column_count:
        height += EVEN_STEP
    columns_of_items = [tuple(item for item, _ in column) for column in columns]
    return tuple(
        tuple(columns_of_items[start : start + column_count])
        for start in range(0, len(columns_of_items), column_count)
    )


def fill_pages(
    rows: Sequence[tuple[Item, float]], column_count: int, *, first_room: float, room: float
) -> tuple[tuple[tuple[Item, ...], ...], ...]:
    """Return pages of columns that are full, except the last one, whose columns have about the same height.

    Args:
        rows: pairs of a row and its height.
        first_room, room: heights of a column on the first page and on others.
    """
    pages: list[tuple[tuple[Item, ...], ...]] = []
    while len(columns := _columns(rows, first_room)) > column_count:
        page = columns[:column_count]
        pages.append(tuple(tuple(item for item, _ in column) for column in page))
        rows, first_room = rows[sum(map(len, page)) :], room
    return (*pages, *fill_columns(rows, first_room, column_count))


def _columns(rows: Sequence[tuple[Item, float]], room: float) -> list[list[tuple[Item, float]]]:
    """Return columns of at most `room`. A row that is higher has a column of its own."""
    columns: list[list[tuple[Item, float]]] = []
    space = 0.0
    for item, height in rows:
        if height > space or not columns:
            columns.append([])
            space = room
        columns[-1].append((item, height))
        space -= height
    return columns


def split_evenly(lines: Sequence[Item], part_count: int) -> tuple[tuple[Item, ...], ...]:
    """Return the lines in at most `part_count` parts of about the same length, the longer ones first.

    No part is empty, except the only part of no lines.
    """
    # without lines there is one empty part
    count = min(part_count, len(lines)) or 1
    size, longer_count = divmod(len(lines), count)
    ends = list(accumulate(size + (number < longer_count) for number in range(count)))
    return tuple(tuple(lines[start:end]) for start, end in zip([0, *ends], ends, strict=False))


def split_to_fit(lines: Sequence[Item], most: int) -> tuple[tuple[Item, ...], ...]:
    """Return the lines in as few parts of at most `most` lines as possible, of about the same length."""
    return split_evenly(lines, -(-len(lines) // most))


def fit_of(line_count: int, lines_by_fit: Sequence[tuple[str, int]]) -> str:
    """Return the widest setting in which so many lines fit, "tight" if none does.

    Args:
        lines_by_fit: pairs of a setting and its largest number of lines, the widest setting first.
    """
    return next((fit for fit, most in lines_by_fit if line_count <= most), "tight")
