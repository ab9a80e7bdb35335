"""Tables as workbooks for spreadsheets, XLSX (ECMA-376) and ODS (OASIS OpenDocument 1.3).

Numbers are numbers and all other cells are texts, never formulas, whatever they begin with. The first row of
each sheet is bold, stays in view and is repeated on each printed page. Columns are as wide as their content.
"""

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from xml.sax.saxutils import escape, quoteattr

Cell = str | int | Decimal
"""Text, or a number. A Decimal is shown with its own number of decimals."""

NARROWEST, WIDEST = 6, 48
"""Least and largest width of a column, in letters."""
MOST_DECIMALS = 6
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ODS_TYPE = "application/vnd.oasis.opendocument.spreadsheet"

_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold."""
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OASIS = "urn:oasis:names:tc:opendocument:xmlns"
_NAMESPACES = " ".join(
    f'xmlns:{prefix}="{_OASIS}:{name}:1.0"'
    for prefix, name in (
        ("office", "office"),
        ("table", "table"),
        ("text", "text"),
        ("style", "style"),
        ("number", "datastyle"),
        ("fo", "xsl-fo-compatible"),
        ("config", "config"),
    )
)


@dataclass(frozen=True, slots=True)
class WrittenSheet:
    """One sheet: its name, at most 31 characters, and its rows, the titles first."""

    name: str
    rows: Sequence[Sequence[Cell]]

    @property
    def widths(self) -> list[int]:
        """Width of each column in letters."""
        count = max((len(row) for row in self.rows), default=0)
        lengths = [[len(str(row[place])) for row in self.rows if place < len(row)] for place in range(count)]
        return [min(max(NARROWEST, *column) + 1, WIDEST) for column in lengths]


def decimals_in(cell: int | Decimal) -> int:
    """Return the number of decimals with which a number is shown, at most `MOST_DECIMALS`."""
    exponent = cell.as_tuple().exponent if isinstance(cell, Decimal) else 0
    return min(max(0, -exponent), MOST_DECIMALS) if isinstance(exponent, int) else 0


def write_xlsx(sheets: Sequence[WrittenSheet]) -> bytes:
    """Return the sheets as a file for Excel."""
    numbers = range(1, len(sheets) + 1)
    names = [quoteattr(_text(sheet.name)) for sheet in sheets]
    links = [
        f'<Relationship Id="rId{number}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{number}.xml"/>'
        for number in numbers
    ]
    links.append(f'<Relationship Id="rId0" Type="{_OFFICE}/styles" Target="styles.xml"/>')
    titles = "".join(
        f'<definedName name="_xlnm.Print_Titles" localSheetId="{number - 1}">'
        f"{_text(_quoted_name(sheet.name))}!$1:$1</definedName>"
        for number, sheet in zip(numbers, sheets, strict=True)
    )
    parts = {
        "[Content_Types].xml": _content_types(len(sheets)),
        "_rels/.rels": _relations(
            [f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/>']
        ),
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
        + "".join(
            f'<sheet name={name} sheetId="{number}" r:id="rId{number}"/>'
            for number, name in zip(numbers, names, strict=True)
        )
        + f"</sheets><definedNames>{titles}</definedNames></workbook>",
        "xl/_rels/workbook.xml.rels": _relations(links),
        "xl/styles.xml": _xlsx_styles(),
    }
    for number, sheet in zip(numbers, sheets, strict=True):
        parts[f"xl/worksheets/sheet{number}.xml"] = _xlsx_sheet(sheet)
    return _pack(parts)


def write_ods(sheets: Sequence[WrittenSheet]) -> bytes:
    """Return the sheets as a file for LibreOffice and other programs with OpenDocument."""
    root = f'{_NAMESPACES} office:version="1.3"'
    widths = sorted({width for sheet in sheets for width in sheet.widths})
    styles = "".join(
        f'<style:style style:name="w{width}" style:family="table-column">'
        f'<style:table-column-properties style:column-width="{width * 0.2:.1f}cm"/></style:style>'
        for width in widths
    )
    styles += "".join(
        f'<number:number-style style:name="n{places}"><number:number number:min-integer-digits="1"'
        f' number:decimal-places="{places}" number:min-decimal-places="{places}"/></number:number-style>'
        f'<style:style style:name="d{places}" style:family="table-cell" style:data-style-name="n{places}"/>'
        for places in range(MOST_DECIMALS + 1)
    )
    styles += (
        '<style:style style:name="title" style:family="table-cell">'
        '<style:text-properties fo:font-weight="bold"/></style:style>'
    )
    tables = "".join(map(_ods_table, sheets))
    # without the settings the row of titles would not stay in view
    views = "".join(
        f"<config:config-item-map-entry config:name={quoteattr(_text(sheet.name))}>"
        + "".join(
            f'<config:config-item config:name="{name}" config:type="{kind}">{value}</config:config-item>'
            for name, kind, value in (
                ("VerticalSplitMode", "short", 2),
                ("VerticalSplitPosition", "int", 1),
                ("ActiveSplitRange", "short", 2),
                ("PositionBottom", "int", 1),
            )
        )
        + "</config:config-item-map-entry>"
        for sheet in sheets
    )
    parts = {
        "mimetype": ODS_TYPE,
        "content.xml": f"<office:document-content {root}><office:automatic-styles>{styles}"
        f"</office:automatic-styles><office:body><office:spreadsheet>{tables}</office:spreadsheet>"
        "</office:body></office:document-content>",
        "settings.xml": f"<office:document-settings {root}><office:settings>"
        '<config:config-item-set xmlns:ooo="http://openoffice.org/2004/office"'
        ' config:name="ooo:view-settings">'
        '<config:config-item-map-indexed config:name="Views"><config:config-item-map-entry>'
        f'<config:config-item-map-named config:name="Tables">{views}</config:config-item-map-named>'
        "</config:config-item-map-entry></config:config-item-map-indexed></config:config-item-set>"
        "</office:settings></office:document-settings>",
        "META-INF/manifest.xml": _manifest(),
    }
    return _pack(parts, uncompressed="mimetype")


def _xlsx_sheet(sheet: WrittenSheet) -> str:
    columns = "".join(
        f'<col min="{number}" max="{number}" width="{width}" customWidth="1"/>'
        for number, width in enumerate(sheet.widths, start=1)
    )
    rows = "".join(
        f'<row r="{line}">{"".join(_xlsx_cell(cell, is_title=line == 1) for cell in row)}</row>'
        for line, row in enumerate(sheet.rows, start=1)
    )
    return (
        f'<worksheet xmlns="{_MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews>'
        '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft"'
        f' state="frozen"/></sheetView></sheetViews><cols>{columns}</cols><sheetData>{rows}</sheetData>'
        '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/></worksheet>'
    )


def _xlsx_cell(cell: Cell, *, is_title: bool) -> str:
    if isinstance(cell, str):
        style = ' s="1"' if is_title else ""
        return f'<c t="inlineStr"{style}><is><t xml:space="preserve">{_text(cell)}</t></is></c>'
    return f'<c s="{2 + decimals_in(cell)}"><v>{cell:f}</v></c>'


def _xlsx_styles() -> str:
    """Return the styles: 0 text, 1 title, 2 + n number with n decimals."""
    places, font = range(MOST_DECIMALS + 1), '<sz val="11"/><name val="Calibri"/>'
    formats = "".join(
        f'<numFmt numFmtId="{164 + count}" formatCode="0{"." if count else ""}{"0" * count}"/>'
        for count in places
    )
    numbers = "".join(f'<xf numFmtId="{164 + count}" applyNumberFormat="1"/>' for count in places)
    return (
        f'<styleSheet xmlns="{_MAIN}"><numFmts count="{len(places)}">{formats}</numFmts>'
        f"<fonts><font>{font}</font><font><b/>{font}</font></fonts>"
        '<fills><fill><patternFill patternType="none"/></fill>'
        '<fill><patternFill patternType="gray125"/></fill></fills>'
        "<borders><border/></borders><cellStyleXfs><xf/></cellStyleXfs>"
        f'<cellXfs><xf/><xf fontId="1" applyFont="1"/>{numbers}</cellXfs>'
        '<cellStyles><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    )


def _content_types(sheet_count: int) -> str:
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    sheets = "".join(
        f'<Override PartName="/xl/worksheets/sheet{number}.xml" ContentType="{kind}.worksheet+xml"/>'
        for number in range(1, sheet_count + 1)
    )
    return (
        f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{kind}.styles+xml"/>{sheets}</Types>'
    )


def _relations(links: Sequence[str]) -> str:
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{"".join(links)}</Relationships>'


def _quoted_name(name: str) -> str:
    return "'" + name.replace("'", "''") + "'"


def _ods_table(sheet: WrittenSheet) -> str:
    columns = "".join(f'<table:table-column table:style-name="w{width}"/>' for width in sheet.widths)
    title_row, *rows = ("".join(map(_ods_cell, row)) for row in sheet.rows)
    title_row = title_row.replace("<table:table-cell ", '<table:table-cell table:style-name="title" ')
    return (
        f"<table:table table:name={quoteattr(_text(sheet.name))}>{columns}<table:table-header-rows>"
        f"<table:table-row>{title_row}</table:table-row></table:table-header-rows>"
        + "".join(f"<table:table-row>{row or '<table:table-cell/>'}</table:table-row>" for row in rows)
        + "</table:table>"
    )


def _ods_cell(cell: Cell) -> str:
    if isinstance(cell, str):
        return (
            f'<table:table-cell office:value-type="string"><text:p>{_text(cell)}</text:p></table:table-cell>'
        )
    return (
        f'<table:table-cell table:style-name="d{decimals_in(cell)}" office:value-type="float"'
        f' office:value="{cell:f}"><text:p>{cell:f}</text:p></table:table-cell>'
    )


def _manifest() -> str:
    entries = "".join(
        f'<manifest:file-entry manifest:full-path="{path}" manifest:media-type="{kind}"/>'
        for path, kind in (("/", ODS_TYPE), ("content.xml", "text/xml"), ("settings.xml", "text/xml"))
    )
    return f'<manifest:manifest xmlns:manifest="{_OASIS}:manifest:1.0">{entries}</manifest:manifest>'


def _text(text: str) -> str:
    return escape(_UNWRITABLE.sub("", text))


def _pack(parts: Mapping[str, str], uncompressed: str = "") -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in parts.items():
            is_xml = name != uncompressed
            head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' if is_xml else ""
            # a ZipInfo has no hour: equal tables are equal files
            part = zipfile.ZipInfo(name)
            part.compress_type = zipfile.ZIP_DEFLATED if is_xml else zipfile.ZIP_STORED
            archive.writestr(part, head + text)
    return packed.getvalue()
