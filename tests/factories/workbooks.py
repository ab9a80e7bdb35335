"""Workbooks of spreadsheets made by hand: XLSX and ODS with no more than a list needs."""

import io
import zipfile
from collections.abc import Container, Mapping, Sequence
from xml.sax.saxutils import escape

Rows = Sequence[Sequence[str | int | float]]
_TYPES = """<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/></Types>"""
_RELATIONS = """<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">%s</Relationships>"""
_RELATION = (
    '<Relationship Id="rId{number}" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
    'relationships/{kind}" Target="{target}"/>'
)
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_STYLES = f"""<styleSheet xmlns="{_MAIN}"><cellXfs count="2"><xf numFmtId="0"/>
<xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>"""


class Day(int):
    """A date as XLSX keeps it: days since the end of 1899, with a format of dates."""


class Formula(str):
    """A text that a formula gave."""


def make_xlsx(
    sheets: Mapping[str, Rows], *, merged: str = "", cells: str = "", hidden: Container[int] = ()
) -> bytes:
    """Return an XLSX of these sheets.

    Args:
        merged: cells of the first sheet that are merged, "A1:C1".
        cells: more XML inside the first sheet's rows.
        hidden: numbers of the rows that are hidden, from 1.
    """
    parts = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": _RELATIONS
        % _RELATION.format(number=1, kind="officeDocument", target="xl/workbook.xml"),
        "xl/styles.xml": _STYLES,
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_LINKS}"><sheets>'
        + "".join(
            f'<sheet name="{escape(name)}" sheetId="{number}" r:id="rId{number}"/>'
            for number, name in enumerate(sheets, 1)
        )
        + "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": _RELATIONS
        % (
            "".join(
                _RELATION.format(number=number, kind="worksheet", target=f"worksheets/sheet{number}.xml")
                for number in range(1, len(sheets) + 1)
            )
            + _RELATION.format(number=len(sheets) + 1, kind="styles", target="styles.xml")
        ),
    }
    for number, rows in enumerate(sheets.values(), 1):
        body = "".join(_xlsx_row(line, row, line in hidden) for line, row in enumerate(rows, 1)) + (
            cells if number == 1 else ""
        )
        joined = f'<mergeCells count="1"><mergeCell ref="{merged}"/></mergeCells>' if merged else ""
        parts[f"xl/worksheets/sheet{number}.xml"] = (
            f'<worksheet xmlns="{_MAIN}"><sheetData>{body}</sheetData>{joined}</worksheet>'
        )
    return _zipped(parts)


def make_ods(sheets: Mapping[str, Rows], *, hidden: Container[int] = ()) -> bytes:
    """Return an ODS of these sheets, some of whose rows may be hidden."""
    tables = ""
    for name, rows in sheets.items():
        body = "".join(_ods_row(row, line in hidden) for line, row in enumerate(rows, 1))
        tables += f'<table:table table:name="{escape(name)}"><table:table-column/>{body}</table:table>'
    names = "urn:oasis:names:tc:opendocument:xmlns"
    content = (
        f'<office:document-content xmlns:office="{names}:office:1.0" xmlns:table="{names}:table:1.0"'
        f' xmlns:text="{names}:text:1.0" office:version="1.2"><office:body><office:spreadsheet>{tables}'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = (
        f'<manifest:manifest xmlns:manifest="{names}:manifest:1.0"><manifest:file-entry'
        f' manifest:full-path="/" manifest:media-type="{kind}"/></manifest:manifest>'
    )
    return _zipped({"mimetype": kind, "content.xml": content, "META-INF/manifest.xml": manifest})


def _zipped(parts: Mapping[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return packed.getvalue()


def _xlsx_row(line: int, row: Sequence[str | int | float], is_hidden: bool) -> str:
    cells = "".join(_xlsx_cell(f"{chr(65 + place)}{line}", value) for place, value in enumerate(row))
    hidden = ' hidden="1"' if is_hidden else ""
    return f'<row r="{line}"{hidden}>{cells}</row>'


def _xlsx_cell(place: str, value: str | int | float) -> str:
    if isinstance(value, Formula):
        return f'<c r="{place}" t="str"><f>A1&amp;"x"</f><v>{escape(value)}</v></c>'
    if isinstance(value, str):
        text = escape(value)
        return f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>' if value else ""
    style = ' s="1"' if isinstance(value, Day) else ""
    return f'<c r="{place}"{style}><v>{value}</v></c>'


def _ods_row(row: Sequence[str | int | float], is_hidden: bool) -> str:
    cells = "".join(
        f'<table:table-cell office:value-type="float" office:value="{value}"><text:p>{value}</text:p>'
        "</table:table-cell>"
        if isinstance(value, int | float)
        else f'<table:table-cell office:value-type="string"><text:p>{escape(value)}</text:p>'
        "</table:table-cell>"
        for value in row
    )
    visibility = ' table:visibility="filter"' if is_hidden else ""
    return f"<table:table-row{visibility}>{cells}</table:table-row>"
