"""Placing small cards on sheets that are cut afterwards, and choosing how close their lines are."""

from collections.abc import Sequence
from itertools import accumulate
from typing import TypeVar

Item = TypeVar("Item")
EVEN_STEP = 1.0
"""Millimetres by which columns grow until all rows are in them."""


def cut_and_stack(cards: Sequence[Item], per_sheet: int) -> tuple[tuple[Item | None, ...], ...]:
    """Sheets of `per_sheet` cards, such that the cut piles laid one on the other are in order.

    All first places hold the first cards, all second places the following ones, and so on; the last
    places of the last sheets are None when the cards do not fill them.
    """
    sheet_count = -(-len(cards) // per_sheet)
    padded = [*cards, *[None] * (sheet_count * per_sheet - len(cards))]
    return tuple(tuple(padded[sheet::sheet_count]) for sheet in range(sheet_count))


def fill_sheets(cards: Sequence[Item], per_sheet: int) -> tuple[tuple[Item, ...], ...]:
    """Sheets of `per_sheet` cards in reading order, the last with what remains."""
    return tuple(tuple(cards[start : start + per_sheet]) for start in range(0, len(cards), per_sheet))


def fill_columns(
    rows: Sequence[tuple[Item, float]], room: float, column_count: int
) -> tuple[tuple[tuple[Item, ...], ...], ...]:
    """Return as few pages of columns as hold these rows in their order, all columns of about the same height.

    Args:
        rows: each with its height.
        room: height of a column.
    """
    if not rows:
        return ()
    page_count = -(-len(_columns(rows, room)) // column_count)
    height = sum(height for _, height in rows) / (page_count * column_count)
    while len(columns := _columns(rows, min(height, room))) > page_count * column_count:
        height += EVEN_STEP
    filled = [tuple(item for item, _ in column) for column in columns]
    return tuple(tuple(filled[start : start + column_count]) for start in range(0, len(filled), column_count))


def _columns(rows: Sequence[tuple[Item, float]], room: float) -> list[list[tuple[Item, float]]]:
    """Return columns of at most `room`; a row that is higher has a column of its own."""
    columns: list[list[tuple[Item, float]]] = []
    left = 0.0
    for item, height in rows:
        if height > left or not columns:
            columns.append([])
            left = room
        columns[-1].append((item, height))
        left -= height
    return columns


def split_evenly(lines: Sequence[Item], part_count: int) -> tuple[tuple[Item, ...], ...]:
    """The lines in so many parts of about the same length, the first ones longer; none of them empty."""
    count = min(part_count, len(lines)) or 1
    size, longer = divmod(len(lines), count)
    ends = list(accumulate(size + (number < longer) for number in range(count)))
    return tuple(tuple(lines[start:end]) for start, end in zip([0, *ends], ends, strict=False))


def split_to_fit(lines: Sequence[Item], most: int) -> tuple[tuple[Item, ...], ...]:
    """The lines in as few parts as hold at most `most` each, of about the same length."""
    return split_evenly(lines, -(-len(lines) // most))


def fit_of(line_count: int, lines_by_fit: Sequence[tuple[str, int]]) -> str:
    """The widest setting in which so many lines fit, "tight" beyond them all.

    Args:
        lines_by_fit: names of settings, the widest first, each with the most lines that it holds.
    """
    return next((fit for fit, most in lines_by_fit if line_count <= most), "tight")
