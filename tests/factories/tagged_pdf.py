"""Check of a PDF's tags against the rules of PDF/UA-1 that a program can check.

Each fault is a sentence. The clauses are those of ISO 14289-1. Instructions are read line by line, as pydyf
writes them.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from fontTools.ttLib import TTFont
from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject

from tournaments.base.static_files import find_static_file

HEADINGS = ("/H1", "/H2", "/H3", "/H4", "/H5", "/H6")
CELLS = {"/TH", "/TD"}
ROWS = {"/THead", "/TBody", "/TFoot"}
KIDS: Mapping[str, set[str]] = {
    "/Table": {"/Caption", "/TR", *ROWS},
    "/THead": {"/TR"},
    "/TBody": {"/TR"},
    "/TFoot": {"/TR"},
    "/TR": CELLS,
    "/L": {"/LI", "/Caption"},
    "/LI": {"/Lbl", "/LBody"},
}
"""Tags allowed right below a tag (7.5, 7.6; ISO 32000-1, 14.8.4.3)."""
PARENTS: Mapping[str, set[str]] = {
    "/TR": {"/Table", *ROWS},
    "/TH": {"/TR"},
    "/TD": {"/TR"},
    "/LI": {"/L"},
    "/LBody": {"/LI"},
    "/Lbl": {"/LI"},
    **{group: {"/Table"} for group in ROWS},
}
PAINTS = {b"f", b"f*", b"S", b"s", b"B", b"B*", b"b", b"b*"}
"""Instructions that draw lines and areas."""
FAMILIES = ("Etui-Sans-Condensed", "Etui-Sans-Mono", "Etui-Sans", "Etui-World")
BFCHAR = re.compile(rb"^<([0-9a-f]{4})> <([0-9a-f]*)>$", re.MULTILINE)
GLYPHS = re.compile(rb"<([0-9a-f]*)>")
NUMBER = re.compile(rb"/MCID (\d+)")


@dataclass
class TaggedPdf:
    """A PDF with its tags and their texts."""

    reader: PdfReader
    faults: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    """Texts of the tags in reading order."""
    _texts: dict[tuple[int, int], str] = field(default_factory=dict)
    """Text of each marked content, by the number of its stream and its own."""
    _unread: dict[tuple[int, int], str] = field(default_factory=dict)
    _owners: dict[tuple[int, int], DictionaryObject] = field(default_factory=dict)
    _level: int = 0

    def __post_init__(self) -> None:
        self.faults += file_faults(self.reader)
        for number, page in enumerate(self.reader.pages, start=1):
            stream = page.raw_get("/Contents").idnum
            resources = page["/Resources"]
            for fault in self._read(stream, page["/Contents"].get_data(), resources):
                self.faults.append(f"page {number}: {fault}")
        self._unread = dict(self._texts)
        tree = self.reader.root_object["/StructTreeRoot"]
        for tag in tree["/K"]:
            self._walk(tag.get_object(), tree)
        self.faults += [f"content {key} is in no tag" for key in self._unread]
        self.faults += self._key_faults(tree["/ParentTree"]["/Nums"])

    def _read(self, stream: int, content: bytes, resources: Any) -> Iterator[str]:
        """Read the instructions of a page, or of a drawing on it."""
        fonts = {name: font.get_object() for name, font in resources.get("/Font", {}).items()}
        drawings = resources.get("/XObject", {})
        open_content: list[int | None] = []
        decoration = 0
        letters: Mapping[int, str] = {}
        lines = content.split(b"\n")
        for place, line in enumerate(lines):
            operator = line.rpartition(b" ")[2]
            if operator in (b"BDC", b"BMC"):
                number = NUMBER.search(lines[place - 1])
                decoration += b"/Type /Layout" in lines[place - 1]
                open_content.append(int(number[1]) if number else None)
                if number:
                    self._texts[stream, int(number[1])] = ""
            elif operator == b"EMC":
                open_content.pop()
                decoration = decoration if open_content else 0
            elif operator == b"Tf":
                letters = letters_of(fonts[line.split()[0].decode()])
            elif operator == b"TJ":
                codes = "".join(code.decode() for code in GLYPHS.findall(line))
                text = "".join(letters[int(codes[at : at + 4], 16)] for at in range(0, len(codes), 4))
                if not open_content:
                    yield f"text without a tag: {text}"
                elif decoration:
                    yield f"text in a drawing without Alt: {text}"
                elif open_content[-1] is not None:
                    self._texts[stream, open_content[-1]] += text
            elif operator == b"Do":
                reference = drawings.raw_get(line.split()[0].decode())
                drawing = reference.get_object()
                if "/StructParents" in drawing:  # a page that is folded
                    yield from self._read(reference.idnum, drawing.get_data(), drawing["/Resources"])
                elif not open_content:
                    yield "drawing without a tag"
            elif operator in PAINTS and not open_content:
                yield f"{line.decode()} without a tag"
        if open_content:
            yield "marked content does not end"

    def _walk(self, tag: DictionaryObject, parent: DictionaryObject) -> None:
        kind = str(tag["/S"])
        if tag["/P"] is not parent and tag["/P"] != parent:
            self.faults.append(f"{kind} names another parent")
        self.faults += tag_faults(tag, kind)
        if kind in HEADINGS:
            level = HEADINGS.index(kind) + 1
            if level > self._level + 1:
                self.faults.append(f"{kind} below level {self._level} (7.4.2)")
            self._level = level
        if kind in PARENTS and parent.get("/S") not in PARENTS[kind]:
            self.faults.append(f"{kind} in {parent.get('/S')}")
        if kind == "/Table":
            self.faults += table_faults(tag)
        for kid in kids_of(tag):
            if isinstance(kid, int):
                self._note(tag, tag["/Pg"].raw_get("/Contents").idnum, kid)
            elif kid.get("/Type") == "/MCR":
                self._note(tag, kid.raw_get("/Stm").idnum, kid["/MCID"])
            elif "/S" in kid:
                if kind in KIDS and kid["/S"] not in KIDS[kind]:
                    self.faults.append(f"{kid['/S']} right below {kind}")
                self._walk(kid, tag)

    def _note(self, tag: DictionaryObject, stream: int, number: int) -> None:
        key = (stream, int(number))
        text = self._unread.pop(key, None)
        if text is None:
            self.faults.append(f"{tag['/S']} holds content {key}, which is nowhere, or twice in the tree")
        else:
            self.texts.append(text)
            self._owners[key] = tag

    def _key_faults(self, nums: ArrayObject) -> Iterator[str]:
        """Yield faults of the table from marked content to tags (ISO 32000-1, 14.7.4.4)."""
        keys = list(nums[::2])
        if keys != sorted(set(keys)):
            yield "keys are not in order, or not unique"
        table = dict(zip(keys, nums[1::2], strict=True))
        streams = {}
        for page in self.reader.pages:
            if "/StructParents" in page:
                streams[page.raw_get("/Contents").idnum] = table[page["/StructParents"]].get_object()
            for reference in page["/Resources"].get("/XObject", {}).values():
                if "/StructParents" in reference.get_object():
                    drawing = reference.get_object()
                    streams[reference_number(page, drawing)] = table[drawing["/StructParents"]].get_object()
            for link in page.get("/Annots", ()):
                if link.get_object()["/StructParent"] not in table:
                    yield "link without a key"
        for stream, tags in streams.items():
            owners = {(stream, number): tag for number, tag in enumerate(tags) if is_tag(tag)}
            expected = {key for key in self._owners if key[0] == stream}
            if owners.keys() != expected:
                yield f"table of keys has {len(owners)} of {len(expected)} contents of a page"
            elif any(owners[key].get_object() != self._owners[key] for key in expected):
                yield "table of keys names another tag"


def reference_number(page: Any, drawing: Any) -> int:
    """Return the number of a drawing among the objects of the file."""
    drawings = page["/Resources"]["/XObject"]
    return next(drawings.raw_get(name).idnum for name in drawings if drawings[name].get_object() is drawing)


def is_tag(entry: Any) -> bool:
    return isinstance(entry, IndirectObject)


def kids_of(tag: DictionaryObject) -> list[Any]:
    kids = tag["/K"]
    return [kid if isinstance(kid, int) else kid.get_object() for kid in kids]


def file_faults(reader: PdfReader) -> Iterator[str]:
    """Yield faults in the file's description of itself (5, 7.1, 7.2)."""
    root = reader.root_object
    if not root.get("/Lang"):
        yield "no language"
    if root.get("/MarkInfo", {}).get("/Marked") != True:  # noqa: E712 - a value of pypdf
        yield "not marked as tagged"
    if root.get("/ViewerPreferences", {}).get("/DisplayDocTitle") != True:  # noqa: E712
        yield "title is not shown"
    metadata = root["/Metadata"].get_data().decode() if "/Metadata" in root else ""
    if 'pdfuaid:part="1"' not in metadata:
        yield "no mark of PDF/UA"
    title = reader.metadata.title if reader.metadata else None
    if not title or reader.xmp_metadata is None or reader.xmp_metadata.dc_title != {"x-default": title}:
        yield "no title"
    for page in reader.pages:
        if page.get("/Tabs") != "/S":
            yield "links do not follow the tags"


def tag_faults(tag: DictionaryObject, kind: str) -> Iterator[str]:
    """Yield faults of one tag."""
    attributes = tag.get("/A", {})
    if kind == "/Figure" and not tag.get("/Alt", "").strip():
        yield "figure without Alt (7.3)"
    if kind == "/TH" and attributes.get("/Scope") not in ("/Row", "/Column"):
        yield "header cell without scope (7.5)"
    if {"/ID", "/Headers"} & {*tag.keys(), *attributes.keys()}:
        yield f"{kind} has a name, which another part may have, too"
    if not tag["/K"] and kind not in CELLS:
        yield f"{kind} is empty"


def table_faults(table: DictionaryObject) -> Iterator[str]:
    """Yield faults of the form of a table: its rows have equal numbers of columns (7.5)."""
    kinds = [str(kid["/S"]) for kid in kids_of(table)]
    if "/Caption" in kinds[1:]:
        yield "caption does not come first"
    rows = [
        row
        for group in kids_of(table)
        for row in (kids_of(group) if group["/S"] in ROWS else [group])
        if row["/S"] == "/TR"
    ]
    widths: Counter[int] = Counter()
    for place, row in enumerate(rows):
        for cell in kids_of(row):
            attributes = cell.get("/A", {})
            for below in range(attributes.get("/RowSpan", 1)):
                widths[place + below] += attributes.get("/ColSpan", 1)
    if len({widths[place] for place in range(len(rows))}) > 1:
        yield f"rows of {sorted(set(widths.values()))} columns"


def letters_of(font: DictionaryObject) -> Mapping[int, str]:
    """Return the text of each glyph of a font."""
    content = font["/ToUnicode"].get_data()
    return {
        int(glyph, 16): bytes.fromhex(text.decode()).decode("utf-16-be")
        for glyph, text in BFCHAR.findall(content)
    }


def hidden_letters(reader: PdfReader) -> set[tuple[str, str]]:
    """Return pairs of what a glyph of our fonts draws and the other text that the file gives it."""
    pairs = set()
    for page in reader.pages:
        for reference in page["/Resources"].get("/Font", {}).values():
            letters_by_glyph = _drawn_letters(str(reference.get_object()["/BaseFont"]))
            for glyph, text in letters_of(reference.get_object()).items():
                letters = letters_by_glyph.get(glyph, "")
                is_same = unicodedata.normalize("NFKC", text) in {
                    unicodedata.normalize("NFKC", letter) for letter in letters
                }
                if letters_by_glyph and not is_same and (letters or len(text) != 1):
                    pairs.add((letters, text))
    return pairs


@cache
def _drawn_letters(base_font: str) -> Mapping[int, str]:
    """Return the letters that each glyph of one of our fonts draws; none for another font."""
    family = next((family for family in FAMILIES if f"+{family}" in base_font), None)
    if family is None:
        return {}
    # bold Mono is drawn with the regular file
    weight = "Bold" if "Bold" in base_font and not family.endswith("Mono") else "Regular"
    font = TTFont(find_static_file(f"fonts/{family.replace('-', '')}-{weight}.ttf"))
    letters: dict[int, str] = {}
    for code, name in font.getBestCmap().items():
        glyph = font.getGlyphID(name)
        letters[glyph] = letters.get(glyph, "") + chr(code)
    return letters


def access_faults(file: Path) -> list[str]:
    """Return the faults that keep a screen reader or a search from the printed text."""
    reader = PdfReader(file)
    hidden = [f"{letters!r} is read as {text!r}" for letters, text in sorted(hidden_letters(reader))]
    return TaggedPdf(reader).faults + hidden
