"""Workbooks that are written: read back by the library of lists, and their XML."""

import io
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Callable
from decimal import Decimal

import pytest
import python_calamine

from tournaments.core.exchange.sheet_files import (
    NARROWEST,
    WIDEST,
    WrittenSheet,
    decimals_in,
    write_ods,
    write_xlsx,
)
from tournaments.core.exchange.workbooks import read_workbook

pytestmark = pytest.mark.pure

Writer = Callable[[list[WrittenSheet]], bytes]
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
WRITERS = pytest.mark.parametrize("write", [write_xlsx, write_ods])


def parts(content: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


@WRITERS
def test_numbers_are_numbers_and_other_cells_are_texts(write: Writer) -> None:
    with python_calamine.load_workbook(io.BytesIO(write([RANKING, TEAMS]))) as book:
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


@WRITERS
def test_site_reads_its_own_workbook_as_a_list(write: Writer) -> None:
    (sheet,) = read_workbook(write([TEAMS]), 10)

    assert sheet.rows == ((1, TITLES), (2, ("1", "Les As", "7.3")))


@WRITERS
def test_parts_are_xml_without_formulas_and_equal_tables_are_equal_files(write: Writer) -> None:
    content = write([RANKING, TEAMS])
    texts = parts(content)

    for name, text in texts.items():
        if name != "mimetype":
            ET.fromstring(text)  # noqa: S314  # our own text
        assert "<f>" not in text
        assert "formula" not in text.lower()
    assert content == write([RANKING, TEAMS])


def test_excel_shows_decimals_keeps_titles_in_view_and_prints_them_on_each_page() -> None:
    texts = parts(write_xlsx([RANKING, TEAMS]))
    sheet = texts["xl/worksheets/sheet1.xml"]

    assert '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' in sheet
    assert 'fitToWidth="1" fitToHeight="0"' in sheet
    assert sheet.count('s="1"') == len(TITLES)
    assert '<c s="4"><v>65.21</v></c>' in sheet
    assert 'numFmtId="166" formatCode="0.00"' in texts["xl/styles.xml"]
    assert "'Équipes d’ici'!$1:$1" in texts["xl/workbook.xml"]


def test_libreoffice_shows_decimals_keeps_titles_in_view_and_prints_them_on_each_page() -> None:
    content = write_ods([RANKING])
    texts = parts(content)

    assert content[30:38] == b"mimetype"
    assert content[38:].startswith(b"application/vnd.oasis.opendocument.spreadsheet")
    assert texts["content.xml"].count("<table:table-header-rows>") == 1
    assert 'table:style-name="d2" office:value-type="float" office:value="65.21"' in texts["content.xml"]
    assert texts["content.xml"].count('table:style-name="title"') == len(TITLES)
    assert '"VerticalSplitPosition" config:type="int">1<' in texts["settings.xml"]


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
