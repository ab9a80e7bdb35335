"""What a sheet was printed for, and what of it is no longer so."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

SEPARATOR = "/"


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A table in a round, and who was to sit there."""

    round: int
    table: int
    entries: tuple[int | None, ...]
    """entries[seat], in playing order: number of the entry; None for an empty seat."""

    def to_json(self) -> list[Any]:
        return [self.round, self.table, list(self.entries)]

    @classmethod
    def from_json(cls, stored: Sequence[Any]) -> "PrintedLine":
        this_round, table, entries = stored
        return cls(this_round, table, tuple(entries))


class SheetChangeKind(StrEnum):
    """What became of a line after its sheet was printed."""

    SEAT = "seat"
    """Somebody else sits there."""
    GONE = "gone"
    """The table no longer plays what the sheet is for in that round."""
    ADDED = "added"
    """The table plays it now, and has no line."""


@dataclass(frozen=True, slots=True)
class SheetChange:
    """One difference between a printed sheet and the evening as it is."""

    kind: SheetChangeKind
    round: int
    table: int
    seat: int | None = None
    """Of a `SEAT`."""
    was: int | None = None
    """The entry printed; None for an empty seat."""
    now: int | None = None
    """The entry that sits there; None for an empty seat."""


def sheet_fingerprint(place: Sequence[int | None], deals: str, lines: Sequence[PrintedLine]) -> str:
    """What tells a sheet from every other, and from itself before somebody moved: 64 hexadecimal digits.

    Args:
        place: numbers that name the sheet: session, section, board, round, table, leaf.
        deals: commitment of the deals, "" without.
    """
    text = SEPARATOR.join([*map(str, place), deals, *(str(line.to_json()) for line in lines)])
    return hashlib.sha256(text.encode()).hexdigest()


def sheet_changes(printed: Sequence[PrintedLine], current: Sequence[PrintedLine]) -> tuple[SheetChange, ...]:
    """What is no longer as it was printed, by round, table and seat."""
    was, now = _by_place(printed), _by_place(current)
    return tuple(
        change for place in sorted(was.keys() | now.keys()) for change in _line_changes(place, was, now)
    )


def _line_changes(
    place: tuple[int, int],
    was: Mapping[tuple[int, int], PrintedLine],
    now: Mapping[tuple[int, int], PrintedLine],
) -> Iterator[SheetChange]:
    if place not in now:
        yield SheetChange(SheetChangeKind.GONE, *place)
    elif place not in was:
        yield SheetChange(SheetChangeKind.ADDED, *place)
    else:
        seated = zip(was[place].entries, now[place].entries, strict=False)
        for seat, (before, after) in enumerate(seated):
            if before != after:
                yield SheetChange(SheetChangeKind.SEAT, *place, seat, before, after)


def _by_place(lines: Sequence[PrintedLine]) -> dict[tuple[int, int], PrintedLine]:
    return {(line.round, line.table): line for line in lines}
