"""Rows that a workbook hides, by hand or by a filter. The library that reads the cells leaves this out.

Sources:
    ECMA-376-1: 18.3.1.73 row. OpenDocument 1.3, part 3: 9.1.3 table:table-row, 19.749 table:visibility.
"""

import html
import posixpath
import re
import zipfile
from collections.abc import Iterator, Mapping

ODS_CONTENT = "content.xml"
XLSX_BOOK, XLSX_LINKS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
LARGEST_PART = 60_000_000
"""Largest number of bytes of a part that is searched."""
_ATTRIBUTE = re.compile(r'([\w:.-]+)\s*=\s*"([^"]*)"')
_XLSX_TAG = r"<(?:\w+:)?{name}\s[^>]*>"
_ODS_TAGS = re.compile(r"<table:table(?:-row)?(?=[\s/>])[^>]*>")


def find_hidden_rows(archive: zipfile.ZipFile) -> Mapping[str, frozenset[int]]:
    """Return hidden_rows[name of a sheet] of an XLSX or ODS, numbers from 1. Other workbooks have none."""
    names = frozenset(archive.namelist())
    if XLSX_BOOK in names and XLSX_LINKS in names:
        return dict(_xlsx_rows(archive, names))
    return _ods_rows(_text(archive, ODS_CONTENT)) if ODS_CONTENT in names else {}


def _xlsx_rows(archive: zipfile.ZipFile, names: frozenset[str]) -> Iterator[tuple[str, frozenset[int]]]:
    links = list(_tags(_text(archive, XLSX_LINKS), "Relationship"))
    targets = {link.get("Id", ""): link.get("Target", "") for link in links}
    for sheet in _tags(_text(archive, XLSX_BOOK), "sheet"):
        link = next((value for name, value in sheet.items() if name.endswith(":id")), "")
        # an absolute target begins at the root of the archive
        path = posixpath.normpath(posixpath.join("/xl", targets.get(link, ""))).lstrip("/")
        if path in names:
            yield sheet.get("name", ""), _hidden_in_xlsx(_text(archive, path))


def _hidden_in_xlsx(text: str) -> frozenset[int]:
    numbers, number = set(), 0
    for row in _tags(text, "row"):
        # the number may be left out: then the row follows the previous one
        number = int(row["r"]) if row.get("r", "").isdecimal() else number + 1
        if row.get("hidden") in {"1", "true"}:
            numbers.add(number)
    return frozenset(numbers)


def _ods_rows(text: str) -> Mapping[str, frozenset[int]]:
    hidden_rows: dict[str, frozenset[int]] = {}
    name, number = "", 0
    for match in _ODS_TAGS.finditer(text):
        attributes = _attributes(match[0])
        if not match[0].startswith("<table:table-row"):
            name, number = attributes.get("table:name", ""), 0
            continue
        repeated_text = attributes.get("table:number-rows-repeated", "")
        count = int(repeated_text) if repeated_text.isdecimal() else 1
        if attributes.get("table:visibility") in {"collapse", "filter"}:
            # a list is far shorter than the rows that a filter may hide below it
            rows = range(number + 1, number + 1 + min(count, 100_000))
            hidden_rows[name] = hidden_rows.get(name, frozenset()) | frozenset(rows)
        number += count
    return hidden_rows


def _text(archive: zipfile.ZipFile, name: str) -> str:
    with archive.open(name) as part:
        return part.read(LARGEST_PART).decode(errors="replace")


def _tags(text: str, name: str) -> Iterator[dict[str, str]]:
    """Return the attributes of each element of a name."""
    return (_attributes(match[0]) for match in re.finditer(_XLSX_TAG.format(name=name), text))


def _attributes(tag: str) -> dict[str, str]:
    return {name: html.unescape(value) for name, value in _ATTRIBUTE.findall(tag)}
