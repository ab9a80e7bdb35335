"""Tabbed lines: each cell is printed where its column begins. The drawing of rules is one path each kind."""

import io
from dataclasses import replace
from itertools import pairwise

import pytest
import weasyprint
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader
from pypdf.generic import ContentStream

from tournaments.base.static_files import find_static_file
from tournaments.paper.documents.typesetting.rule_drawings import draw_grids, draw_rules
from tournaments.paper.documents.typesetting.ruled_lines import (
    FIGURE_SPACE,
    PIXEL,
    PlacedText,
    TabbedLines,
    TabColumn,
    spaced_line,
)
from tournaments.paper.documents.typesetting.type_widths import Face, Type

LINES = TabbedLines(
    type=Type(Face.CONDENSED, 8),
    pixels=20,
    width=100,
    columns=(TabColumn(0, 2), TabColumn(2, 2), TabColumn(4), TabColumn(6), TabColumn(10)),
)
STARTS = [column.stop * LINES.step for column in LINES.columns]
NAME = "LEFEBVRE DE LABOULAYE Jean-Pierre-Maximilien"
STRAIGHT = 1.0
"""Millimetres by which WeasyPrint's wide tabs move a column to the right, at most."""
EVEN = 0.15
"""Millimetres by which a column may differ from line to line."""


def printed_starts(lines: list[str]) -> list[list[float]]:
    """Return by line where its cells begin in the PDF, in millimetres from the left of the lines."""
    fonts = weasyprint.text.fonts.FontConfiguration()
    base = find_static_file("css/print/base.css")
    styles = [weasyprint.CSS(filename=base, font_config=fonts)]
    body = "\n".join(lines)
    html = (
        "<style>@page { margin: 0 } pre { margin: 0; tab-size: 20px; font: 8pt/5mm 'Etui Sans Condensed' }"
        f"</style><pre>{body}</pre>"
    )
    pdf = weasyprint.HTML(string=html, base_url=base.as_uri()).write_pdf(
        stylesheets=styles, font_config=fonts
    )
    page = PdfReader(io.BytesIO(pdf)).pages[0]
    (font,) = page["/Resources"]["/Font"].values()  # type: ignore[index]
    widths = _glyph_widths(font.get_object()["/DescendantFonts"][0].get_object()["/W"])
    content = ContentStream(page["/Contents"].get_object(), page.pdf)  # type: ignore[union-attr]
    return [
        _cell_starts(operands[0], widths) for operands, operator in content.operations if operator == b"TJ"
    ]


def _glyph_widths(array) -> dict[int, float]:
    first_glyphs, width_lists = array[::2], array[1::2]
    return {
        first + place: float(width)
        for first, widths in zip(first_glyphs, width_lists, strict=True)
        for place, width in enumerate(widths)
    }


def _cell_starts(pieces, widths: dict[int, float]) -> list[float]:
    """Return the places after blanks that are wider than a letter, in millimetres."""
    thousandths, starts, is_start = 0.0, [], True
    for piece in pieces:
        if isinstance(piece, bytes | str):
            data = piece if isinstance(piece, bytes) else piece.encode("latin-1")
            if data and is_start:
                starts.append(thousandths)
                is_start = False
            thousandths += sum(widths[int.from_bytes(data[i : i + 2])] for i in range(0, len(data), 2))
        else:
            thousandths -= float(piece)
            is_start = is_start or float(piece) < -100
    return [start / 1000 * LINES.type.points * 25.4 / 72 for start in starts]


def test_cells_stand_in_their_columns_line_by_line():
    rows = [(str(i), str(3 * i), "NSEO"[i % 4], f"{2 * i} à {2 * i + 1}", NAME) for i in range(1, 30)]

    starts = printed_starts([LINES.line(row) for row in rows])

    assert [len(line) for line in starts] == [5] * len(rows)
    for column, expected in zip(zip(*starts, strict=True), STARTS, strict=True):
        assert expected - 0.1 <= min(column)
        assert max(column) <= expected + STRAIGHT
        assert max(column) - min(column) <= EVEN


@given(st.lists(st.text(alphabet="AVTo1.Wi", max_size=40), min_size=5, max_size=5))
def test_a_line_has_each_cell_or_its_beginning(cells):
    line = LINES.line(cells)

    printed_cells = [cell.strip() for cell in line.split("\t") if cell]
    rooms = [end - start for start, end in pairwise([*STARTS, LINES.width])]
    for cell, room in zip(cells, rooms, strict=True):
        if cell and LINES.type.fits(cell, room - 1):
            assert any(printed_cell.strip(FIGURE_SPACE) == cell for printed_cell in printed_cells)
    assert "\n" not in line


def test_a_text_wider_than_its_doubt_is_set_as_it_is():
    wide = TabbedLines(type=LINES.type, pixels=4, width=250, columns=(TabColumn(0),))

    assert wide.line([NAME * 3]) == NAME * 3


@pytest.mark.parametrize("fills_blanks", [True, False])
def test_spaces_behind_a_text_of_any_length_end_before_the_next_column(fills_blanks):
    columns = (TabColumn(0), TabColumn(120))
    wide = TabbedLines(type=LINES.type, pixels=4, width=250, columns=columns, fills_blanks=fills_blanks)

    for end in range(1, 2 * len(NAME)):
        line = wide.line([(NAME * 2)[:end], "Z"])

        line_start, _tab, last_cell = line.rpartition("\t")
        assert (last_cell, "\t" in line) == ("Z", True)
        assert LINES.type.width(line_start.rstrip("\t")) < 120 * wide.step


def test_names_of_any_length_leave_the_next_column_where_it_is():
    filled_lines = replace(LINES, fills_blanks=True)

    starts = printed_starts([filled_lines.line(["1", "2", "N", NAME[:end], "Z"]) for end in range(1, 14)])

    last = [line[-1] for line in starts]
    assert max(last) - min(last) <= EVEN


def test_numbers_end_in_one_column_and_empty_ones_leave_their_room():
    first, second = LINES.line(["3", "12", "N", "1", "A"]), LINES.line(["", "", "", "", "B"])

    assert first.startswith(f"{FIGURE_SPACE}3\t")
    assert second.startswith(FIGURE_SPACE * 2)


@pytest.mark.parametrize("text", ["Ana", "ანა", "דנה"])
def test_a_text_of_another_font_begins_where_its_column_begins(text):
    filled_lines = replace(LINES, fills_blanks=True)
    lines = [
        LINES.line(["", "", "", "", text]),
        filled_lines.line(["", "", "", "", text]),
        spaced_line(LINES.type, (PlacedText(STARTS[-1], 40, text),)),
    ]

    starts = [laid_out_width(line) - laid_out_width(text) for line in lines]

    assert starts == pytest.approx([STARTS[-1]] * 3, abs=EVEN)


@pytest.mark.parametrize(("name", "mark"), [("דנה", "\u200e"), ("بن", "\u200e"), ("Ana", "")])
def test_figures_behind_a_name_are_written_from_left_to_right(name, mark):
    letters = Type(Face.CONDENSED, 8)

    tabbed = LINES.line(["1", "2", "N", name, "5–8"])
    spaced = spaced_line(letters, (PlacedText(0, 20, name), PlacedText(30, 20, "5–8")))

    for line in (tabbed, spaced):
        assert (name + mark) in line
        assert line.count("\u200e") == len(mark)
    assert "\u200e" not in LINES.line(["1", "2", "N", "4", name])


def laid_out_width(line: str) -> float:
    """Return the width of a preformatted line, in millimetres."""
    base = find_static_file("css/print/base.css")
    font = "8pt/5mm 'Etui Sans Condensed', 'Etui World'"
    html = f"<style>pre {{ tab-size: 20px; font: {font} }}</style><pre>{line}</pre>"
    fonts = weasyprint.text.fonts.FontConfiguration()
    styles = [weasyprint.CSS(filename=base, font_config=fonts)]
    document = weasyprint.HTML(string=html, base_url=base.as_uri()).render(
        stylesheets=styles, font_config=fonts
    )
    return sum(box.width for box in document.pages[0]._page_box.descendants() if hasattr(box, "text")) * PIXEL


@pytest.mark.parametrize(("frame", "paths"), [(0.4, 3), (0, 2)])
def test_rules_are_one_path_each_kind(frame, paths):
    drawing = draw_rules(89, 100, rows=[5, 10], columns=[9], grounds=[(0, 0, 9, 5)], frame=frame)

    assert drawing.count("<path") == paths
    assert "M0 5.00H89M0 10.00H89M9.00 0V100" in drawing
    assert 'aria-hidden="true"' in drawing
    assert draw_rules(89, 100, frame=0).count("<path") == 0


def test_spaces_put_texts_at_the_left_in_the_middle_and_at_the_right():
    letters = Type(Face.CONDENSED, 8)
    texts = (PlacedText(0, 10, "1"), PlacedText(12, 20, "Preneur", 0.5), PlacedText(40, 30, "+", 1))

    line = spaced_line(letters, texts)

    for placed in texts:
        start = letters.width(line[: line.index(placed.text)])
        room = placed.width - letters.width(placed.text)
        assert start == pytest.approx(placed.left + placed.align * room, abs=0.1)
    assert spaced_line(letters, (PlacedText(0, 10, NAME), PlacedText(10, 5, ""))).endswith("…")


def test_grids_of_a_card_are_one_path_beside_their_grounds():
    drawing = draw_grids(89, 100, lines=[(0, 5, 89, 0), (9, 0, 0, 100)], grounds=[(0, 0, 9, 5)])

    assert drawing.count("<path") == 2
    assert "M0.00 5.00h89.00M9.00 0.00v100.00" in drawing
