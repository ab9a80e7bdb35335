"""Putting together the parts of a PDF that were rendered apart: pages, tags, bookmarks.

A library that merges files would read every part again and drop its tags. Here a part is taken apart before
it is written: its objects as bytes, and what the whole file has only once (list of pages, tree of tags,
bookmarks).

Source:
    ISO 32000-1: 7.3.10 indirect objects, 7.7 document structure, 12.3.3 outline, 14.7 logical structure.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, NamedTuple

import pydyf

from tournaments.paper.pdf.folding import PagePlace

KEYS_PER_PART = 100_000
"""Each page and each link of a tagged file has a key of its own; more than a part can use."""
_STRING_OR_REFERENCE = re.compile(rb"\((?:[^\\()]|\\.)*\)|\b(\d+) 0 R\b", re.DOTALL)
_STREAM_BEGINS = b"\nstream\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfProperties:
    """What a reader shows of a PDF beside its pages."""

    title: str
    author: str
    language: str
    """Language code: "fr", "en"."""


class Bookmark(NamedTuple):
    """A line of the table that readers show beside the pages."""

    title: str
    destination: tuple[int, float, float]
    """Page, from 0, and the place on it."""
    children: tuple["Bookmark", ...]
    state: str
    """Whether the lines below it show: "open" or "closed"."""

    def placed(self, places: Sequence[PagePlace]) -> "Bookmark":
        """Return the same bookmark where the pages were laid out on sides."""
        page, x, y = self.destination
        side, left = places[page]
        return self._replace(
            destination=(side, x + left, y), children=tuple(each.placed(places) for each in self.children)
        )


@dataclass(frozen=True, slots=True)
class PartObject:
    """An object of a part; the references in its data count within the part."""

    number: int
    data: bytes
    is_stream: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedPart:
    """A part before it is written; objects are named by their number within it."""

    objects: tuple[PartObject, ...]
    pages: tuple[int, ...]
    page_list: int
    """Lists the pages; not among the objects, the whole file has one."""
    tag_root: int
    """Tag of everything; not among the objects either."""
    tags: bytes
    """References to the tags right below it."""
    tagged: tuple[tuple[int, bytes], ...]
    """The tags of a page or a link, by its key."""
    bookmarks: tuple[Bookmark, ...]


@dataclass(slots=True)
class BookmarkedParts:
    """Parts under one bookmark; without a title their bookmarks stand at the top."""

    title: str
    parts: list[RenderedPart] = field(default_factory=list)


def take_apart(pdf: pydyf.PDF, bookmarks: Iterable[Bookmark], place: int) -> RenderedPart:
    """Part number `place` (from 0) as WeasyPrint gives it, with tags, before it is written."""
    tree = _referred(pdf, pdf.catalog["StructTreeRoot"])
    tag_root, keys = _referred(pdf, tree["K"][0]), _referred(pdf, tree["ParentTree"])
    first_key = place * KEYS_PER_PART
    dictionaries = [each for each in pdf.objects if isinstance(each, pydyf.Dictionary)]
    drawings = [each.extra for each in pdf.objects if isinstance(each, pydyf.Stream)]
    for each in dictionaries + drawings:
        for name in {"StructParent", "StructParents"} & each.keys():
            each[name] += first_key
    pages = tuple(pdf.pages["Kids"][::3])
    written_once = [pdf.objects[0], pdf.pages, pdf.catalog, tree, tag_root, keys]
    written_once += [each for each in dictionaries if "Title" in each and "Dest" in each]
    # pages that were laid out on others (folding.py)
    written_once += [
        each for each in dictionaries if each.get("Type") == "/Page" and each.number not in pages
    ]
    if "Outlines" in pdf.catalog:
        written_once.append(_referred(pdf, pdf.catalog["Outlines"]))
    left_out = {each.number for each in written_once}
    return RenderedPart(
        objects=tuple(
            PartObject(each.number, each.data, isinstance(each, pydyf.Stream))
            for each in pdf.objects
            if each.number not in left_out
        ),
        pages=pages,
        page_list=pdf.pages.number,
        tag_root=tag_root.number,
        tags=b" ".join(tag_root["K"]),
        tagged=tuple(
            (first_key + key, tags if isinstance(tags, bytes) else tags.data)
            for key, tags in zip(keys["Nums"][::2], keys["Nums"][1::2], strict=True)
        ),
        bookmarks=tuple(bookmarks),
    )


def join_parts(chapters: Sequence[BookmarkedParts], properties: PdfProperties, add_outlines: Any) -> bytes:
    """One file of all parts; the same parts give the same bytes.

    Args:
        add_outlines: WeasyPrint's writer of bookmarks.
    """
    pdf = pydyf.PDF()
    tag_root, keys = pydyf.Dictionary({"Type": "/StructElem", "S": "/Document"}), pydyf.Dictionary()
    tree = pydyf.Dictionary({"Type": "/StructTreeRoot"})
    for each in (tag_root, keys, tree):
        pdf.add_object(each)
    tree |= {"K": pydyf.Array([tag_root.reference]), "ParentTree": keys.reference}
    tag_root |= {"P": tree.reference, "K": pydyf.Array()}
    keys["Nums"] = pydyf.Array()
    bookmarks: list[Bookmark] = []
    for chapter in chapters:
        first_page = pdf.pages["Count"]
        below: list[Bookmark] = []
        for part in chapter.parts:
            below += [_moved(each, pdf.pages["Count"]) for each in part.bookmarks]
            _add_part(pdf, part, tag_root, keys)
        bookmarks += (
            [Bookmark(chapter.title, (first_page, 0, 0), tuple(below), "closed")] if chapter.title else below
        )
    add_outlines(pdf, bookmarks)
    _describe(pdf, tree, properties)
    content = BytesIO()
    pdf.write(content, compress=True)
    return content.getvalue()


def _add_part(pdf: pydyf.PDF, part: RenderedPart, tag_root: pydyf.Dictionary, keys: pydyf.Dictionary) -> None:
    first = len(pdf.objects)
    numbers = {each.number: number for number, each in enumerate(part.objects, start=first)}
    numbers |= {part.page_list: pdf.pages.number, part.tag_root: tag_root.number}

    def renumbered(data: bytes) -> bytes:
        return _STRING_OR_REFERENCE.sub(
            lambda found: b"%d 0 R" % numbers[int(found[1])] if found[1] else found[0], data
        )

    for each in part.objects:
        head, begins, rest = each.data.partition(_STREAM_BEGINS) if each.is_stream else (each.data, b"", b"")
        pdf.add_object(_Written(renumbered(head) + begins + rest, each.is_stream))
    for page in part.pages:
        pdf.pages["Kids"] += [numbers[page], 0, "R"]
    pdf.pages["Count"] += len(part.pages)
    tag_root["K"].append(renumbered(part.tags))
    for key, tags in part.tagged:
        keys["Nums"] += [key, renumbered(tags)]


class _Written(pydyf.Object):  # type: ignore[misc]
    """An object that is bytes already."""

    def __init__(self, data: bytes, is_stream: bool) -> None:
        super().__init__()
        self._data, self._is_stream = data, is_stream

    @property
    def data(self) -> bytes:
        return self._data

    @property
    def compressible(self) -> bool:
        return not self._is_stream


def _describe(pdf: pydyf.PDF, tree: pydyf.Dictionary, properties: PdfProperties) -> None:
    pdf.catalog |= {
        "StructTreeRoot": tree.reference,
        "MarkInfo": pydyf.Dictionary({"Marked": "true"}),
        "ViewerPreferences": pydyf.Dictionary({"DisplayDocTitle": "true"}),
        "Lang": pydyf.String(properties.language),
    }
    pdf.info |= {
        "Title": pydyf.String(properties.title),
        "Author": pydyf.String(properties.author),
        "Producer": pydyf.String("Étui"),
    }


def _referred(pdf: pydyf.PDF, reference: bytes) -> Any:
    return pdf.objects[int(reference.split()[0])]


def read_bookmark(bookmark: Any) -> Bookmark:
    """Return a bookmark that WeasyPrint gives."""
    title, destination, children, state = bookmark
    return Bookmark(title, destination, tuple(map(read_bookmark, children)), state)


def _moved(bookmark: Bookmark, pages: int) -> Bookmark:
    """The same `pages` further."""
    page, x, y = bookmark.destination
    children = tuple(_moved(each, pages) for each in bookmark.children)
    return bookmark._replace(destination=(page + pages, x, y), children=children)
