"""Columns of tabbed lines: numbers end below each other, long texts go on in lines of their own."""

import re

from hypothesis import given
from hypothesis import strategies as st

from tournaments.paper.documents.typesetting.fitted_columns import STEP, TextColumn, fit_columns
from tournaments.paper.documents.typesetting.ruled_lines import FIGURE_SPACE, HAIR_SPACE
from tournaments.paper.documents.typesetting.type_widths import Face, Type

LETTERS, HEADS = Type(Face.CONDENSED, 8), Type(Face.CONDENSED, 7.5)
BLANKS = FIGURE_SPACE + HAIR_SPACE
NAMES = ("ABRICOTIER Agathe", "Ó SÚILLEABHÁIN Zoé", "LEFEBVRE DE LABOULAYE Jean-Pierre-Maximilien")


def places(line: str) -> list[tuple[str, float, float]]:
    """Return the cells of a line, each with its left and right edge."""
    edge, cells = 0.0, []
    for piece in re.split(r"(\t+)", line):
        if piece.startswith("\t"):
            edge = (int((edge + 0.05) / STEP) + len(piece)) * STEP
        elif piece:
            start = edge + LETTERS.width(piece) - LETTERS.width(piece.lstrip(BLANKS))
            edge += LETTERS.width(piece)
            cells.append((piece.strip(BLANKS), start, edge))
    return cells


def test_numbers_end_below_each_other():
    columns = [
        TextColumn("Pos.", ("1", "12", "3")),
        TextColumn("Marque", ("+102", "−80", "0")),
        TextColumn("Note (%)", ("5,26", "100,00", "–")),
    ]

    fitted = fit_columns(columns, letters=LETTERS, heads=HEADS, width=80)

    assert fitted is not None
    rows = [places(line) for (line,) in fitted.rows]
    assert [[text for text, _start, _end in row] for row in rows] == [
        ["1", "+102", "5,26"],
        ["12", "−80", "100,00"],
        ["3", "0", "–"],
    ]
    for column in zip(*rows, strict=True):
        ends = [end for _text, _start, end in column]
        assert max(ends) - min(ends) < LETTERS.width(HAIR_SPACE) * 1.5


def test_last_column_goes_on_below_itself():
    columns = [TextColumn("Marque", ("+56", "−64")), TextColumn("Preneurs", (", ".join(NAMES), NAMES[0]))]

    fitted = fit_columns(columns, letters=LETTERS, heads=HEADS, width=60, wraps_last=True)

    assert fitted is not None
    first, second = fitted.rows
    assert len(first) > 1
    assert len(second) == 1
    starts = {round(places(line)[-1][1], 1) for line in (*first, *second)}
    assert len(starts) == 1
    assert all(places(line)[-1][2] <= 60 for line in (*first, *second))
    # a line may end after a hyphen
    last_column = " ".join(places(line)[-1][0] for line in first)
    assert last_column.replace("- ", "-") == ", ".join(NAMES)


@given(st.lists(st.sampled_from(["", "a", "défense", "12", *NAMES]), min_size=6, max_size=6))
def test_whole_texts_stand_beside_each_other_or_nothing_is_set(cells):
    columns = [TextColumn("Nom", tuple(cells[:3])), TextColumn("Rôle", tuple(cells[3:]))]

    fitted = fit_columns(columns, letters=LETTERS, heads=HEADS, width=90)

    total_width = sum(max(map(LETTERS.width, column.cells)) for column in columns)
    assert (fitted is None) == (total_width > 90) or 75 < total_width < 90
    for (line,), expected in zip(
        fitted.rows if fitted else (), zip(cells[:3], cells[3:], strict=True), strict=bool(fitted)
    ):
        assert [text for text, _start, _end in places(line) if text] == [cell for cell in expected if cell]


def test_nothing_is_set_where_the_columns_are_wider_than_the_line():
    columns = [TextColumn("Nom", NAMES), TextColumn("Nom", NAMES)]

    assert fit_columns(columns, letters=LETTERS, heads=HEADS, width=60) is None
