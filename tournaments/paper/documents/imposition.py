"""Placing small cards on sheets that are cut afterwards, and choosing how close their lines are."""

from collections.abc import Sequence
from itertools import accumulate
from typing import TypeVar

Item = TypeVar("Item")


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
