"""The lines for which a sheet was printed, and their differences from the present seating."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

SEPARATOR = "/"


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A table in a round, with the entries that were to sit there."""

    round: int
    table: int
    entries: tuple[int | None, ...]
    """entries[seat], in playing order: number of the entry; None for an empty seat."""

    def to_json(self) -> list[Any]:
        return [self.round, self.table, list(self.entries)]

    @classmethod
    def from_json(cls, document: Sequence[Any]) -> "PrintedLine":
        this_round, table, entries = document
        return cls(this_round, table, tuple(entries))


class SheetChangeKind(StrEnum):
    """Kind of change of a line after its sheet was printed."""

    SEAT = "seat"
    """Another entry sits there."""
    GONE = "gone"
    """The table no longer plays the deals of the sheet in that round."""
    ADDED = "added"
    """The table now plays the deals of the sheet and has no line on it."""


@dataclass(frozen=True, slots=True)
class SheetChange:
    """One difference between a printed sheet and the present seating."""

    kind: SheetChangeKind
    round: int
    table: int
    seat: int | None = None
    """Seat of a `SEAT` change."""
    was: int | None = None
    """The entry on the sheet; None for an empty seat."""
    now: int | None = None
    """The entry that sits there now; None for an empty seat."""


def sheet_fingerprint(place: Sequence[int | None], deals: str, lines: Sequence[PrintedLine]) -> str:
    """Return a hash of a sheet, 64 hexadecimal digits, that changes when its people or deals change.

    Args:
        place: numbers that identify the sheet: session, section, board, round, table, leaf.
        deals: commitment of the deals, "" without one.
    """
    text = SEPARATOR.join([*map(str, place), deals, *(str(line.to_json()) for line in lines)])
    return hashlib.sha256(text.encode()).hexdigest()


def sheet_changes(
    printed_lines: Sequence[PrintedLine], current_lines: Sequence[PrintedLine]
) -> tuple[SheetChange, ...]:
    """Return what has changed since the sheet was printed, by round, table and seat."""
    old_lines, new_lines = _by_place(printed_lines), _by_place(current_lines)
    return tuple(
        change
        for place in sorted(old_lines.keys() | new_lines.keys())
        for change in _line_changes(place, old_lines, new_lines)
    )


def _line_changes(
    place: tuple[int, int],
    old_lines: Mapping[tuple[int, int], PrintedLine],
    new_lines: Mapping[tuple[int, int], PrintedLine],
) -> Iterator[SheetChange]:
    if place not in new_lines:
        yield SheetChange(SheetChangeKind.GONE, *place)
    elif place not in old_lines:
        yield SheetChange(SheetChangeKind.ADDED, *place)
    else:
        pairs_of_entries = zip(old_lines[place].entries, new_lines[place].entries, strict=False)
        for seat, (old_entry, new_entry) in enumerate(pairs_of_entries):
            if old_entry != new_entry:
                yield SheetChange(SheetChangeKind.SEAT, *place, seat, old_entry, new_entry)


def _by_place(lines: Sequence[PrintedLine]) -> dict[tuple[int, int], PrintedLine]:
    return {(line.round, line.table): line for line in lines}
