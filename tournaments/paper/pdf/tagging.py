"""Tags of WeasyPrint's pages, completed as PDF/UA asks, before pages are folded and joined.

WeasyPrint tags every text and every drawing. Here

- content of page margins, and drawings without a text in their place, become artifacts;
- header cells get a scope. It replaces the lists of headers, whose names would clash in a joined file;
- captions stand first in their tables, rows have equal numbers of cells, no level of headings is left out;
- tags without a meaning are removed, which halves the objects of a file.

Source:
    ISO 14289-1 (PDF/UA-1): 7.1 artifacts, 7.3 figures, 7.4 headings, 7.5 tables, 7.6 lists.
    ISO 32000-1: 14.6 marked content, 14.7 logical structure, 14.8.4 structure types.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace

import pydyf

from tournaments.paper.pdf.objects import resolve

POINTS_PER_PIXEL = 0.75
DECORATION, PAGE_FURNITURE = "/Layout", "/Pagination"
"""Kinds of artifacts."""
HEADINGS = ("/H1", "/H2", "/H3", "/H4", "/H5", "/H6")
TEXT_KINDS = frozenset({"/P", "/TH", "/TD", "/LBody", "/Lbl", "/Caption", "/Span", *HEADINGS})
"""Kinds of tags that may hold text directly."""
INLINE_KINDS = frozenset({"/Span", "/Link", "/Figure"})
CELLS = frozenset({"/TH", "/TD"})
"""Kinds of tags that stay without content, so that the rows of a table keep their columns."""


@dataclass(slots=True)
class _Tag:
    item: pydyf.Dictionary
    kind: str
    kids: list["_Tag | int | bytes"]


_Kid = _Tag | int | bytes
"""A tag, the number of marked content, or a reference to a link."""


def complete_tags(pdf: pydyf.PDF, scale: float = 1) -> None:
    """Complete the tags of WeasyPrint's output. Objects that are no longer needed are marked as free.

    Args:
        scale: factor by which the pages are drawn larger than they are laid out.
    """
    tree = resolve(pdf, pdf.catalog["StructTreeRoot"])
    root, nums = resolve(pdf, tree["K"][0]), resolve(pdf, tree["ParentTree"])["Nums"]
    completion = _Completion(pdf, POINTS_PER_PIXEL * scale)
    document = _Tag(root, root["S"], completion.simple_kids(root))
    for item in pdf.objects:
        if isinstance(item, pydyf.Dictionary) and item.get("Type") == "/StructElem":
            item.free = "f"
    completion.write(document, tree.reference)
    for place, page in enumerate(pdf.page_references):
        owners, count = completion.owners[page], len(nums[2 * place + 1])
        nums[2 * place + 1] = pydyf.Array(owners.get(number, b"null") for number in range(count))
        artifacts = {
            number: DECORATION if number in completion.decoration[page] else PAGE_FURNITURE
            for number in range(count)
            if number not in owners
        }
        if artifacts:
            _make_artifacts(resolve(pdf, resolve(pdf, page)["Contents"]), artifacts)


def _make_artifacts(contents: pydyf.Stream, artifacts: dict[int, str]) -> None:
    """Change marked content of a page, given by number and kind of artifact, to artifacts."""
    for place, item in enumerate(contents.stream):
        if isinstance(item, pydyf.Dictionary) and item.get("MCID") in artifacts:
            contents.stream[place - 1] = "/Artifact"
            contents.stream[place] = pydyf.Dictionary({"Type": artifacts[item["MCID"]]})


@dataclass(slots=True)
class _Completion:
    """Walk over the tags of a file in reading order."""

    pdf: pydyf.PDF
    points_per_pixel: float
    decoration: defaultdict[bytes, set[int]] = field(default_factory=lambda: defaultdict(set))
    """Numbers of marked content that is decoration, by page."""
    owners: defaultdict[bytes, dict[int, bytes]] = field(default_factory=lambda: defaultdict(dict))
    """Tag of each marked content, by page and number."""
    level: int = 0
    """Level of the last heading."""

    def simple_kids(self, item: pydyf.Dictionary) -> list[_Kid]:
        kids: list[_Kid] = []
        for kid in item["K"]:
            target = kid if isinstance(kid, int) else resolve(self.pdf, kid)
            if isinstance(target, int) or target["Type"] != "/StructElem":
                kids.append(kid)
            else:
                kids += self._simplified(target)
        return kids

    def _simplified(self, item: pydyf.Dictionary) -> list[_Kid]:
        """Return what replaces a tag: the tag itself, what is below it, or nothing."""
        kind = item["S"]
        if kind == "/Figure":
            return self._figure(item)
        if kind in HEADINGS:
            kind = HEADINGS[self._next_level(kind)]
        kids = self.simple_kids(item)
        if kind == "/NonStruct" or not (kids or kind in CELLS):
            return kids
        if kind == "/Div":
            if all(isinstance(kid, _Tag) and kid.kind in INLINE_KINDS for kid in kids):
                kind = "/P"
            elif len(kids) == 1:
                return kids
        if kind in TEXT_KINDS:
            kids = _without(kids, "/Span")
        elif kind == "/Table":
            if not any(map(_is_after_caption, kids)):
                # WeasyPrint puts the caption into a table of its own, in the middle of the other
                return kids
            kids.sort(key=_is_after_caption)
            if not any(cell.kind == "/TH" for cell in _cells(kids)):
                return [_form_field(cell) for cell in _cells(kids) if cell.kids]
            self._complete_rows(_rows(kids))
        elif kind == "/L":
            kids = [self._list_item(kid) for kid in kids]
        elif kind == "/TR":
            _set_scopes([kid for kid in kids if isinstance(kid, _Tag)])
        return [_Tag(item, kind, kids)]

    def _next_level(self, kind: str) -> int:
        """Return the level of a heading, from 0, at most one below the heading before it."""
        place = min(HEADINGS.index(kind), self.level)
        self.level = place + 1
        return place

    def _figure(self, item: pydyf.Dictionary) -> list[_Kid]:
        if "Alt" not in item:
            self.decoration[item["Pg"]].update(item["K"])
            return []
        # WeasyPrint gives pixels from the top
        height = resolve(self.pdf, item["Pg"])["MediaBox"][3]
        left, top, right, bottom = (self.points_per_pixel * edge for edge in item["A"]["BBox"])
        item["A"]["BBox"] = pydyf.Array([left, height - bottom, right, height - top])
        return [_Tag(item, item["S"], list(item["K"]))]

    def _complete_rows(self, rows: list[_Tag]) -> None:
        """Add empty cells to rows that end before others: a page may leave boxes to write in to a drawing."""
        widths: Counter[int] = Counter()
        for place, row in enumerate(rows):
            for cell in row.kids:
                spans = cell.item.get("A", {}) if isinstance(cell, _Tag) else {}
                for below in range(spans.get("RowSpan", 1)):
                    widths[place + below] += spans.get("ColSpan", 1)
        for place, row in enumerate(rows):
            for _missing in range(max(widths.values()) - widths[place]):
                item = pydyf.Dictionary({"Type": "/StructElem", "Pg": row.item["Pg"]})
                self.pdf.add_object(item)
                row.kids.append(_Tag(item, "/TD", []))

    def _list_item(self, kid: _Kid) -> _Kid:
        """Return the item for what is right below a list. A term and its explanations become one item."""
        if not isinstance(kid, _Tag) or kid.kind in {"/LI", "/Caption"}:
            return kid
        parts = [
            part for part in _without(kid.kids, "/LI") if isinstance(part, _Tag) and part.kind == "/LBody"
        ]
        if parts:
            return _Tag(kid.item, "/LI", [replace(parts[0], kind="/Lbl"), *parts[1:]])
        item = pydyf.Dictionary({"Type": "/StructElem", "Pg": kid.item["Pg"]})
        self.pdf.add_object(item)
        return _Tag(item, "/LI", [replace(kid, kind="/LBody")])

    def write(self, tag: _Tag, parent: bytes) -> None:
        """Write a tag and those below it to the objects of the file."""
        item = tag.item
        item.free = "n"
        kids = [kid.item.reference if isinstance(kid, _Tag) else kid for kid in tag.kids]
        item |= {"S": tag.kind, "P": parent, "K": pydyf.Array(kids)}
        for kid in tag.kids:
            if isinstance(kid, _Tag):
                self.write(kid, item.reference)
            elif isinstance(kid, int):
                self.owners[item["Pg"]][kid] = item.reference


def _is_after_caption(kid: _Kid) -> bool:
    return not isinstance(kid, _Tag) or kid.kind != "/Caption"


def _without(kids: list[_Kid], kind: str) -> list[_Kid]:
    """Return the children, those of a kind replaced by what is below them."""
    return [
        inner for kid in kids for inner in (kid.kids if isinstance(kid, _Tag) and kid.kind == kind else [kid])
    ]


def _cells(kids: list[_Kid]) -> list[_Tag]:
    """Return the caption and the cells of a table in reading order."""
    return [kid for kid in _without(_ungrouped(kids), "/TR") if isinstance(kid, _Tag)]


def _rows(kids: list[_Kid]) -> list[_Tag]:
    return [kid for kid in _ungrouped(kids) if isinstance(kid, _Tag) and kid.kind == "/TR"]


def _ungrouped(kids: list[_Kid]) -> list[_Kid]:
    for kind in ("/THead", "/TBody", "/TFoot"):
        kids = _without(kids, kind)
    return kids


def _form_field(cell: _Tag) -> _Tag:
    """Return the tag of a cell of a form, a table for its rules alone."""
    cell.item.pop("A", None)
    is_text = all(
        isinstance(kid, int) or (isinstance(kid, _Tag) and kid.kind in INLINE_KINDS) for kid in cell.kids
    )
    return replace(cell, kind="/P" if is_text else "/Div")


def _set_scopes(cells: list[_Tag]) -> None:
    """Give each header cell of a row its scope: the row, if a cell beside it refers to it, or the column."""
    row_headers = {
        name.data for cell in cells if cell.kind == "/TD" for name in cell.item["A"].pop("Headers", ())
    }
    for cell in cells:
        if cell.kind == "/TH":
            name = cell.item.pop("ID", None)
            cell.item["A"]["Scope"] = "/Row" if name is not None and name.data in row_headers else "/Column"
