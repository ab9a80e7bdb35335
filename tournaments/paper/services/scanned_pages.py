"""Pages of scanned papers as small pictures, with the codes on them; read by processes of their own."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import zxingcpp
from PIL import Image, ImageOps
from pypdf import PageObject, PdfReader

from tournaments.base.services.pictures import (
    PHOTO_FORMATS,
    PictureFault,
    PictureRefused,
    check_size,
    open_picture,
    read_apart,
    small_jpeg,
)

PDF_START = b"%PDF-"
MOST_PIXELS = 40_000_000
"""Of the picture of a page: a sheet of A4 at 600 points an inch has 35 millions."""
PAGES_AT_ONCE = 5
"""Read by one child, before others may have their pictures read."""
MOST_SECONDS = 20
"""For a whole pile."""
DEEPEST = 4
"""Drawings within drawings of a page that are looked into."""


@dataclass(frozen=True, slots=True)
class ScannedPage:
    """What is kept of a page."""

    jpeg: bytes
    """Upright, as small as a photo that is kept."""
    codes: tuple[str, ...]
    """The texts of its QR codes, from top to bottom, then left to right; turned ones too."""


class TooManyPages(ValueError):
    """More pages than are read at once: `count`."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


def read_pile(content: bytes, *, most_pages: int) -> list[ScannedPage | None]:
    """The pages of a scanned PDF, or the one of a photo.

    Scanners put one picture on each page: the largest is taken. None where a page has none that can be read.

    Raises:
        TooManyPages: more than `most_pages`.
        PictureRefused: it is neither a PDF nor a photo (JPEG, PNG, WebP), broken as a whole, a photo too
            large, or its pages take too long or too much memory.
    """
    count = read_apart(_count_pages, content)
    if count > most_pages:
        raise TooManyPages(count)
    ends_at = time.monotonic() + MOST_SECONDS
    pages: list[ScannedPage | None] = []
    for first in range(0, count, PAGES_AT_ONCE):
        if time.monotonic() > ends_at:
            raise PictureRefused(PictureFault.TOO_LARGE)
        pages += read_apart(_read_pages, (content, first, min(first + PAGES_AT_ONCE, count)))
    return pages


def read_qr_codes(picture: Image.Image) -> tuple[str, ...]:
    """The texts of the QR codes on a picture, as `ScannedPage` has them."""
    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    found = zxingcpp.read_barcodes(picture.convert("L"), formats=formats)
    found = sorted(found, key=lambda each: (each.position.top_left.y, each.position.top_left.x))
    return tuple(each.text for each in found)


def _count_pages(content: bytes) -> int:
    if not content.startswith(PDF_START):
        open_picture(content, PHOTO_FORMATS)
        return 1
    try:
        return len(PdfReader(BytesIO(content)).pages)
    except Exception as error:  # a broken PDF makes pypdf raise whatever it stumbles over
        raise PictureRefused(PictureFault.UNREADABLE) from error


def _read_pages(asked: tuple[bytes, int, int]) -> list[ScannedPage | None]:
    content, first, end = asked
    if not content.startswith(PDF_START):
        return [_photo(content)]
    pages = PdfReader(BytesIO(content)).pages
    return [_page(pages[number]) for number in range(first, end)]


def _photo(content: bytes) -> ScannedPage:
    try:
        return _scanned(ImageOps.exif_transpose(open_picture(content, PHOTO_FORMATS)))
    except (OSError, SyntaxError) as error:
        raise PictureRefused(PictureFault.UNREADABLE) from error


def _page(page: PageObject) -> ScannedPage | None:
    try:
        pictures = list(_pictures_on(page, ()))
        if not pictures:
            return None
        (width, height), path = max(pictures, key=lambda each: each[0][0] * each[0][1])
        check_size(width, height, MOST_PIXELS)
        picture = page.images[path[0] if len(path) == 1 else list(path)].image
        if picture is None:
            return None
        check_size(picture.width, picture.height, MOST_PIXELS)
        return _scanned(picture.rotate(-page.rotation, expand=True) if page.rotation else picture)
    except MemoryError:
        raise
    except Exception:  # as in `_count_pages`; other pages may be whole
        return None


def _pictures_on(
    drawing: Mapping[str, Any], path: tuple[str, ...]
) -> Iterator[tuple[tuple[int, int], tuple[str, ...]]]:
    """Declared width and height of each picture on a page, with the names that lead to it."""
    resources: Any = drawing.get("/Resources")
    named: Any = resources and resources.get_object().get("/XObject")
    for name, held in (named.get_object() if named else {}).items():
        found = held.get_object()
        if found.get("/Subtype") == "/Image":
            yield (int(found["/Width"]), int(found["/Height"])), (*path, name)
        elif len(path) < DEEPEST:
            yield from _pictures_on(found, (*path, name))


def _scanned(picture: Image.Image) -> ScannedPage:
    codes = read_qr_codes(picture)
    return ScannedPage(small_jpeg(picture), codes)
