"""Workbooks that are written: read back by the library of lists, and their XML."""

import io
import xml.etree.ElementTree as ET
import zipfile
from datetime import UTC, datetime
from decimal import Decimal

import pytest
import python_calamine
import time_machine

from tournaments.core.exchange.sheet_files import (
    NARROWEST,
    WIDEST,
    WrittenSheet,
    decimals_in,
    write_xlsx,
)
from tournaments.core.exchange.workbooks import read_workbook

pytestmark = pytest.mark.pure

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
TITLES = ("place", "nom", "résultat")
RANKING = WrittenSheet(
    "Classement",
    [
        TITLES,
        (1, 'L’Œuf & <Fils> "é" 王伟 😀', Decimal("65.21")),
        (2, "=SOMME(A1:A9)", Decimal("-12.50")),
        (3, "+33 6 12", 0),
        (4, "  deux  blancs \x00\x1b\ufffe", ""),
        (),
        ("", "dernier", Decimal("1000")),
    ],
)
TEAMS = WrittenSheet("Équipes d’ici", [TITLES, (1, "Les As", Decimal("7.3"))])


def parts(content: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


def cell_formats(styles: str) -> list[str]:
    """The number format of each style of cells."""
    root = ET.fromstring(styles)  # noqa: S314  # our own text
    formats = {found.get("numFmtId"): found.get("formatCode", "") for found in root.iter(f"{MAIN}numFmt")}
    numbers = [style.get("numFmtId") for style in root.findall(f"{MAIN}cellXfs/{MAIN}xf")]
    # 0 and 1 are known to all programs and stand in no table
    return [{"0": "", "1": "0", **formats}[number] for number in numbers]


def test_numbers_are_numbers_and_other_cells_are_texts() -> None:
    with python_calamine.load_workbook(io.BytesIO(write_xlsx([RANKING, TEAMS]))) as book:
        assert book.sheet_names == ["Classement", "Équipes d’ici"]
        rows = book.get_sheet_by_name("Classement").to_python()
        teams = book.get_sheet_by_name("Équipes d’ici").to_python()

    assert rows[0] == list(TITLES)
    assert rows[1] == [1.0, 'L’Œuf & <Fils> "é" 王伟 😀', 65.21]
    assert rows[2] == [2.0, "=SOMME(A1:A9)", -12.5]
    assert rows[3] == [3.0, "+33 6 12", 0.0]
    assert [rows[4][0], rows[4][2], rows[4][1].split()] == [4.0, "", ["deux", "blancs"]]
    assert rows[6] == ["", "dernier", 1000.0]
    assert teams[1] == [1.0, "Les As", 7.3]


def test_site_reads_its_own_workbook_as_a_list() -> None:
    (sheet,) = read_workbook(write_xlsx([TEAMS]), 10)

    assert sheet.rows == ((1, TITLES), (2, ("1", "Les As", "7.3")))


def test_parts_are_xml_without_formulas_and_equal_tables_are_equal_files() -> None:
    content = write_xlsx([RANKING, TEAMS])
    texts = parts(content)

    for text in texts.values():
        ET.fromstring(text)  # noqa: S314  # our own text
        assert "<f>" not in text
        assert "formula" not in text.lower()
    with time_machine.travel(datetime(2031, 5, 6, tzinfo=UTC)):
        assert content == write_xlsx([RANKING, TEAMS])


def test_excel_shows_decimals_keeps_titles_in_view_and_prints_them_on_each_page() -> None:
    texts = parts(write_xlsx([RANKING, TEAMS]))
    sheet = texts["xl/worksheets/sheet1.xml"]

    assert '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' in sheet
    assert '<pageSetUpPr fitToPage="1"/>' in sheet
    assert '<pageSetup paperSize="9" fitToHeight="0" orientation="landscape"/>' in sheet
    assert sheet.count('s="1"') == len(TITLES)
    assert '<c r="C2" s="3"><v>65.21</v></c>' in sheet
    assert '<c r="C3" s="3"><v>-12.50</v></c>' in sheet
    assert cell_formats(texts["xl/styles.xml"])[2:] == ["0", "0.00", "0.0"]
    assert "Classement!$1:$1" in texts["xl/workbook.xml"]
    assert "'Équipes d’ici'!$1:$1" in texts["xl/workbook.xml"]


@pytest.mark.parametrize(
    "name", ["<r></r>", "<r><t>&</t></r>", "<r>\x00</r>", "_x0041_", "https://exemple.fr", "0012"]
)
def test_text_that_the_library_would_take_for_something_else_is_read_back(name: str) -> None:
    content = write_xlsx([WrittenSheet("x", [("nom",), (name,)])])

    ET.fromstring(parts(content)["xl/sharedStrings.xml"])  # noqa: S314  # our own text
    with python_calamine.load_workbook(io.BytesIO(content)) as book:
        assert book.get_sheet_by_index(0).to_python()[1][0].rstrip() == name.replace("\x00", "")


def test_columns_are_as_wide_as_their_content_within_limits() -> None:
    sheet = WrittenSheet("x", [("a", "b" * 20), ("c", "d" * 200, "e")])

    assert sheet.widths == [NARROWEST + 1, WIDEST, NARROWEST + 1]
    assert WrittenSheet("x", []).widths == []


@pytest.mark.parametrize(
    ("cell", "decimals"),
    [(3, 0), (Decimal(3), 0), (Decimal("1.50"), 2), (Decimal("1E-9"), 6), (Decimal("1E2"), 0)],
)
def test_decimals_are_those_of_the_number(cell: int | Decimal, decimals: int) -> None:
    assert decimals_in(cell) == decimals
