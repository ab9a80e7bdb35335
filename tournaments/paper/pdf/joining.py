"""Joining of PDF parts that were rendered separately: pages, tags, bookmarks.

A library that merges files would parse every part again and drop its tags. Here a part is taken apart before
it is written: its objects as bytes, and the structures of which a file has only one (list of pages, tree of
tags, bookmarks).

Source:
    ISO 32000-1: 7.3.10 indirect objects, 7.7 document structure, 12.3.3 outline, 14.7 logical structure.
"""

import re
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from types import ModuleType
from typing import Any, NamedTuple

import pydyf

from tournaments.paper.pdf.folding import PagePlace
from tournaments.paper.pdf.letter_sheets import PageMove
from tournaments.paper.pdf.objects import resolve

PROGRAM = "Étui"
PDF_UA_PART = 1
"""Part of ISO 14289 that a file follows. The mark stands in its metadata."""
KEYS_PER_PART = 100_000
"""Largest number of keys of a part. Each page and each link of a tagged file has a key of its own."""
_STRING_OR_REFERENCE = re.compile(rb"\((?:[^\\()]|\\.)*\)|\b(\d+) 0 R\b", re.DOTALL)
_STREAM_BEGINS, _STREAM_ENDS = b"\nstream\n", b"\nendstream"
COMPRESSION = 4
"""Level of zlib. The highest, which pydyf has, takes a tenth more time and saves a tenth of the size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfProperties:
    """Properties of a PDF that a viewer shows beside its pages."""

    title: str
    author: str
    language: str
    """Language code: "fr", "en"."""


class Bookmark(NamedTuple):
    """A line of the outline that viewers show beside the pages."""

    title: str
    destination: tuple[int, float, float]
    """Number of the page, from 0, and the coordinates on it."""
    children: tuple["Bookmark", ...]
    state: str
    """State of the lines below it: "open" or "closed"."""

    def placed(self, places: Sequence[PagePlace]) -> "Bookmark":
        """Return the same bookmark after the pages were laid out on sides."""
        page, x, y = self.destination
        side, offset = places[page]
        return self._replace(
            destination=(side, x + offset, y), children=tuple(child.placed(places) for child in self.children)
        )

    def moved(self, moves: Sequence[PageMove]) -> "Bookmark":
        """Return the same bookmark after the pages were put on other sheets."""
        page, x, y = self.destination
        move = moves[page]
        return self._replace(
            destination=(page, move.x(x), move.y(y)),
            children=tuple(child.moved(moves) for child in self.children),
        )


@dataclass(frozen=True, slots=True)
class PartObject:
    """An object of a part. The references in its data count within the part."""

    number: int
    data: bytes
    is_stream: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedPart:
    """A part before it is written. Objects have their numbers within it."""

    objects: tuple[PartObject, ...]
    pages: tuple[int, ...]
    page_list: int
    """Number of the list of pages. It is not among the objects, because a file has only one."""
    tag_root: int
    """Number of the root of the tags. It is not among the objects either."""
    tags: bytes
    """References to the tags right below the root."""
    tagged: tuple[tuple[int, bytes], ...]
    """Tags of each page or link, by its key."""
    bookmarks: tuple[Bookmark, ...]


@dataclass(slots=True)
class BookmarkedParts:
    """Parts under one bookmark. Without a title their bookmarks stand at the top level."""

    title: str
    parts: list[RenderedPart] = field(default_factory=list)


def take_apart(pdf: pydyf.PDF, bookmarks: Iterable[Bookmark], place: int) -> RenderedPart:
    """Return part number `place` (from 0) of WeasyPrint's output, with tags, before it is written."""
    tree = resolve(pdf, pdf.catalog["StructTreeRoot"])
    tag_root, keys = resolve(pdf, tree["K"][0]), resolve(pdf, tree["ParentTree"])
    first_key = place * KEYS_PER_PART
    dictionaries = [item for item in pdf.objects if isinstance(item, pydyf.Dictionary)]
    drawings = [item.extra for item in pdf.objects if isinstance(item, pydyf.Stream)]
    for item in dictionaries + drawings:
        # each part counts its keys from 0, but a file has one table of keys
        for name in {"StructParent", "StructParents"} & item.keys():
            item[name] += first_key
    pages = tuple(pdf.pages["Kids"][::3])
    single_objects = [pdf.pages, pdf.catalog, tree, tag_root, keys]
    single_objects += [item for item in dictionaries if "Title" in item and "Dest" in item]
    # pages that were laid out on others (folding.py)
    single_objects += [
        item for item in dictionaries if item.get("Type") == "/Page" and item.number not in pages
    ]
    if "Outlines" in pdf.catalog:
        single_objects.append(resolve(pdf, pdf.catalog["Outlines"]))
    single_numbers = {item.number for item in single_objects}
    return RenderedPart(
        objects=tuple(
            PartObject(item.number, _data(item), isinstance(item, pydyf.Stream))
            for item in pdf.objects
            if item.free == "n" and item.number not in single_numbers
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


def _data(item: Any) -> bytes:
    """Return the bytes of an object, a stream compressed by `COMPRESSION`."""
    if not isinstance(item, pydyf.Stream) or not item.compress:
        return bytes(item.data)
    bare = pydyf.Stream(item.stream).data
    content = bare.partition(_STREAM_BEGINS)[2].removesuffix(_STREAM_ENDS)
    extra = item.extra | {"Filter": "/FlateDecode"}
    return bytes(pydyf.Stream([zlib.compress(content, COMPRESSION)], extra).data)


def join_parts(
    chapters: Sequence[BookmarkedParts], properties: PdfProperties, weasyprint: ModuleType
) -> bytes:
    """Return one file of all parts. The same parts give the same bytes."""
    pdf = pydyf.PDF()
    tag_root, keys = pydyf.Dictionary({"Type": "/StructElem", "S": "/Document"}), pydyf.Dictionary()
    tree = pydyf.Dictionary({"Type": "/StructTreeRoot"})
    for dictionary in (tag_root, keys, tree):
        pdf.add_object(dictionary)
    tree |= {"K": pydyf.Array([tag_root.reference]), "ParentTree": keys.reference}
    tag_root |= {"P": tree.reference, "K": pydyf.Array()}
    keys["Nums"] = pydyf.Array()
    bookmarks: list[Bookmark] = []
    for chapter in chapters:
        first_page = pdf.pages["Count"]
        chapter_bookmarks: list[Bookmark] = []
        for part in chapter.parts:
            chapter_bookmarks += [_shift(bookmark, pdf.pages["Count"]) for bookmark in part.bookmarks]
            _add_part(pdf, part, tag_root, keys)
        bookmarks += (
            [Bookmark(chapter.title, (first_page, 0, 0), tuple(chapter_bookmarks), "closed")]
            if chapter.title
            else chapter_bookmarks
        )
    weasyprint.pdf.anchors.add_outlines(pdf, bookmarks)
    _describe(pdf, tree, properties, weasyprint)
    content = BytesIO()
    pdf.write(content, compress=True)
    return content.getvalue()


def _add_part(pdf: pydyf.PDF, part: RenderedPart, tag_root: pydyf.Dictionary, keys: pydyf.Dictionary) -> None:
    first = len(pdf.objects)
    numbers = {item.number: number for number, item in enumerate(part.objects, start=first)}
    numbers |= {part.page_list: pdf.pages.number, part.tag_root: tag_root.number}

    def renumbered(data: bytes) -> bytes:
        # strings are matched, too, so that digits inside them stay
        return _STRING_OR_REFERENCE.sub(
            lambda match: b"%d 0 R" % numbers[int(match[1])] if match[1] else match[0], data
        )

    for item in part.objects:
        # a stream's bytes may look like references: only the part before it is renumbered
        head, separator, stream = (
            item.data.partition(_STREAM_BEGINS) if item.is_stream else (item.data, b"", b"")
        )
        pdf.add_object(_Written(renumbered(head) + separator + stream, item.is_stream))
    for page in part.pages:
        pdf.pages["Kids"] += [numbers[page], 0, "R"]
    pdf.pages["Count"] += len(part.pages)
    tag_root["K"].append(renumbered(part.tags))
    for key, tags in part.tagged:
        keys["Nums"] += [key, renumbered(tags)]


class _Written(pydyf.Object):  # type: ignore[misc]
    """An object of bytes that need no further writing."""

    def __init__(self, data: bytes, is_stream: bool) -> None:
        super().__init__()
        self._data, self._is_stream = data, is_stream

    @property
    def data(self) -> bytes:
        return self._data

    @property
    def compressible(self) -> bool:
        return not self._is_stream


def _describe(
    pdf: pydyf.PDF, tree: pydyf.Dictionary, properties: PdfProperties, weasyprint: ModuleType
) -> None:
    pdf.catalog |= {
        "StructTreeRoot": tree.reference,
        "MarkInfo": pydyf.Dictionary({"Marked": "true"}),
        "ViewerPreferences": pydyf.Dictionary({"DisplayDocTitle": "true"}),
        "Lang": pydyf.String(properties.language),
    }
    pdf.info |= {
        "Title": pydyf.String(properties.title),
        "Author": pydyf.String(properties.author),
        "Creator": pydyf.String(PROGRAM),
        "Producer": pydyf.String(f"WeasyPrint {weasyprint.VERSION}"),
    }
    metadata = weasyprint.document.DocumentMetadata(
        title=properties.title, authors=[properties.author], lang=properties.language, generator=PROGRAM
    )
    metadata.include_in_pdf(pdf, "ua", PDF_UA_PART, conformance=None, compress=False)


def read_bookmark(bookmark: Any) -> Bookmark:
    """Return the bookmark of a tuple from WeasyPrint."""
    title, destination, children, state = bookmark
    return Bookmark(title, destination, tuple(map(read_bookmark, children)), state)


def _shift(bookmark: Bookmark, pages: int) -> Bookmark:
    """Return the same bookmark, `pages` further."""
    page, x, y = bookmark.destination
    children = tuple(_shift(child, pages) for child in bookmark.children)
    return bookmark._replace(destination=(page + pages, x, y), children=children)
