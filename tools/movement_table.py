"""Write the tables of docs/movements.md that compare our movements with those of the federation.

Run it in the folder of the project: `python -m tools.movement_table`. It replaces the text between the two
marks of the page; a test compares that text with the code.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tournaments.core.movements.catalogue import find_movement, list_shapes
from tournaments.core.movements.figures import MovementFigures, Spread, measure_movement
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
"""Largest number of tables for which the federation recommends a split into colours."""
SIX_TABLES = 6
"""Number of tables without six clean rounds: they would need orthogonal Latin squares of order 6, which do
not exist.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """Row of a table of the page: one movement."""

    name: str
    figures: MovementFigures

    def cells(self) -> tuple[str, ...]:
        figures = self.figures
        repeats = figures.meetings.count_above(1)
        opponents = _span(figures.opponents)
        return (self.name, str(figures.round_count), opponents, str(repeats), _span(figures.comparisons))


def federation_row(table_count: int) -> Row | None:
    """Return the row of the federation's own movement, or of the colour of its split with fewest rounds."""
    if table_count in PRINTED:
        shapes = [shape for shape in list_shapes(FORMAT, SEAT_COUNT * table_count) if _is_printed(shape)]
        rounds = PRINTED[table_count]
        shape = next(shape for shape in shapes if rounds in shape.round_counts)
        return Row(f"`{shape.source}`", _figures(shape, rounds))
    if table_count > LARGEST_SPLIT:
        return None
    colours = recommended_colours(table_count)
    smallest = min((size for size in colours), key=PRINTED.__getitem__)
    row = federation_row(smallest)
    return row and Row(" + ".join(map(str, colours)), row.figures)


def our_row(table_count: int) -> Row:
    """Return the row of one section in lines with most rounds. Below 5 tables, the first movement without
    lines.
    """
    shapes = [
        shape
        for shape in list_shapes(FORMAT, SEAT_COUNT * table_count)
        if shape.table_count == table_count and (shape.sharing == 1 or table_count < 5)
    ]
    best = max(shapes, key=lambda shape: shape.most_rounds)
    return Row(f"`{best.source}`", _figures(best, best.most_rounds))


def shared_rows() -> Iterator[tuple[str, ...]]:
    """Yield the rows of movements whose tables share the sets of a round, with lines or without."""
    for table_count in TABLES:
        for shape in list_shapes(FORMAT, SEAT_COUNT * table_count):
            if shape.sharing > 1 and shape.table_count == table_count:
                boards = shape.boards_per_set[0]
                row = Row(f"`{shape.source}`", _figures(shape, shape.most_rounds))
                lines = "kept" if row.figures.keeps_lines else "none"
                yield (str(table_count), *row.cells(), lines, str(shape.copies(boards)))


def verdict(table_count: int, rounds: int) -> str:
    """Return the remark of a row: whether it is proven that no more clean rounds are possible."""
    if rounds == table_count or (table_count == SIX_TABLES and rounds == SIX_TABLES - 1):
        return "proven best"
    return "more may exist"


def render() -> str:
    """Return the text between the marks."""
    figures = ("rounds", "met", "again", "compared")
    lines = [
        _line("Tables", "Federation", *figures, "Étui", *figures, ""),
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for table_count in TABLES:
        federation, our_movement = federation_row(table_count), our_row(table_count)
        federation_cells = federation.cells() if federation else ("–",) * 5
        remark = (
            verdict(table_count, our_movement.figures.round_count)
            if our_movement.figures.keeps_lines
            else "no lines"
        )
        lines.append(_line(str(table_count), *federation_cells, *our_movement.cells(), remark))
    shared_lines = [_line(*cells) for cells in shared_rows()]
    if shared_lines:
        lines += [
            "",
            "| Tables | Shared sets | rounds | met | again | compared | lines | étuis of a board |",
            "| --- | --- | --- | --- | --- | --- | --- | --- |",
            *shared_lines,
        ]
    return "\n".join(lines)


def replaced(text: str) -> str:
    """Return the page with current tables."""
    head, tail = text.split(BEGIN)
    return f"{head}{BEGIN}\n{render()}\n{END}{tail.split(END)[1]}"


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
    entry = find_movement(request)
    return measure_movement(entry.movement, entry.boards_per_set)


def _span(spread: Spread) -> str:
    return str(spread.lowest) if spread.is_even else f"{spread.lowest}–{spread.highest}"


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def main() -> None:
    DOCUMENT.write_text(replaced(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
