"""Write the tables of docs/movements.md that set our movements beside the federation's.

Run from the project's folder: `python -m tools.movement_table`. Whatever stands between the two marks of the
document is replaced; a test compares it with what the code gives.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tournaments.core.movements.catalogue import find_movement, list_shapes
from tournaments.core.movements.figures import MovementFigures, Spread, measure
from tournaments.core.movements.library.colours import recommended_colours
from tournaments.core.movements.movement import SEAT_COUNT
from tournaments.core.movements.request import MovementRequest, MovementShape

DOCUMENT = Path(__file__).parents[1] / "docs" / "movements.md"
BEGIN, END = "<!-- tools/movement_table.py: begin -->", "<!-- tools/movement_table.py: end -->"
FORMAT = "duplicate_individual"
TABLES = range(3, 61)
PRINTED = {3: 7, 4: 5, 5: 5, 6: 5, 7: 7, 8: 6, 9: 7, 11: 11, 13: 13, 17: 17, 19: 19}
"""Rounds of the single sections that the federation prints, by tables (M17, M20-M28)."""
LARGEST_SPLIT = 28
"""Tables up to which the federation says how to split into colours."""
SIX_TABLES = 6
"""Without six clean rounds: they would give orthogonal Latin squares of order 6, and there are none."""


@dataclass(frozen=True, slots=True)
class Row:
    """What a table of the document says of one movement."""

    name: str
    figures: MovementFigures

    def cells(self) -> tuple[str, ...]:
        figures = self.figures
        repeats = figures.meetings.count_above(1)
        met = _span(figures.opponents)
        return (self.name, str(figures.round_count), met, str(repeats), _span(figures.comparisons))


def federation_row(table_count: int) -> Row | None:
    """Its own movement, or one colour of its split: the one with fewest rounds."""
    if table_count in PRINTED:
        shapes = [shape for shape in list_shapes(FORMAT, SEAT_COUNT * table_count) if _is_printed(shape)]
        rounds = PRINTED[table_count]
        shape = next(shape for shape in shapes if rounds in shape.round_counts)
        return Row(f"`{shape.source}`", _figures(shape, rounds))
    if table_count > LARGEST_SPLIT:
        return None
    colours = recommended_colours(table_count)
    least = min((size for size in colours), key=PRINTED.__getitem__)
    row = federation_row(least)
    return row and Row(" + ".join(map(str, colours)), row.figures)


def our_row(table_count: int) -> Row:
    """One section in lines with most rounds; below 5 tables, without lines, the first of the catalogue."""
    shapes = [
        shape
        for shape in list_shapes(FORMAT, SEAT_COUNT * table_count)
        if shape.table_count == table_count and (shape.sharing == 1 or table_count < 5)
    ]
    best = max(shapes, key=lambda shape: shape.most_rounds)
    return Row(f"`{best.source}`", _figures(best, best.most_rounds))


def shared_rows() -> Iterator[tuple[str, ...]]:
    """Movements whose tables share the sets of a round, with lines or without."""
    for table_count in TABLES:
        for shape in list_shapes(FORMAT, SEAT_COUNT * table_count):
            if shape.sharing > 1 and shape.table_count == table_count:
                boards = shape.boards_per_set[0]
                row = Row(f"`{shape.source}`", _figures(shape, shape.most_rounds))
                lines = "kept" if row.figures.keeps_lines else "none"
                yield (str(table_count), *row.cells(), lines, str(shape.copies(boards)))


def verdict(table_count: int, rounds: int) -> str:
    """Whether more clean rounds are possible, as far as is proven."""
    if rounds == table_count or (table_count == SIX_TABLES and rounds == SIX_TABLES - 1):
        return "proven best"
    return "more may exist"


def render() -> str:
    """Everything between the marks."""
    figures = ("rounds", "met", "again", "compared")
    lines = [
        _line("Tables", "Federation", *figures, "Étui", *figures, ""),
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for table_count in TABLES:
        printed, ours = federation_row(table_count), our_row(table_count)
        theirs = printed.cells() if printed else ("–",) * 5
        judged = verdict(table_count, ours.figures.round_count) if ours.figures.keeps_lines else "no lines"
        lines.append(_line(str(table_count), *theirs, *ours.cells(), judged))
    shared = [_line(*cells) for cells in shared_rows()]
    if shared:
        lines += [
            "",
            "| Tables | Shared sets | rounds | met | again | compared | lines | étuis of a board |",
            "| --- | --- | --- | --- | --- | --- | --- | --- |",
            *shared,
        ]
    return "\n".join(lines)


def replaced(text: str) -> str:
    """The document with the tables as they should be."""
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n{render()}\n{END}{rest.split(END)[1]}"


def _is_printed(shape: MovementShape) -> bool:
    return shape.source.startswith("fft-")


def _figures(shape: MovementShape, rounds: int) -> MovementFigures:
    request = MovementRequest(
        format=FORMAT,
        table_count=shape.table_count,
        round_count=rounds,
        player_count=shape.player_count,
        copies=shape.table_count,
        source=shape.source,
    )
    found = find_movement(request)
    return measure(found.movement, found.boards_per_set)


def _span(spread: Spread) -> str:
    return str(spread.lowest) if spread.is_even else f"{spread.lowest}–{spread.highest}"


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def main() -> None:
    DOCUMENT.write_text(replaced(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
