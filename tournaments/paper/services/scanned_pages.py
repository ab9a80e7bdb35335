"""Pages of scanned papers as small pictures, with the codes on them. Child processes read them."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

from PIL import Image, ImageOps

from tournaments.base.services.pictures import (
    PHOTO_FORMATS,
    PictureFault,
    PictureRefused,
    check_size,
    open_picture,
    read_apart,
    small_jpeg,
)

if TYPE_CHECKING:
    from pypdf import PageObject

PDF_START = b"%PDF-"
MOST_PIXELS = 40_000_000
"""Largest number of pixels of a page. An A4 at 600 dpi has 35 million."""
PAGES_AT_ONCE = 5
"""Number of pages that one child reads before other users' pictures have their turn."""
MOST_SECONDS = 20
"""Seconds for a whole pile."""
DEEPEST = 4
"""Largest depth of drawings within drawings of a page."""


@dataclass(frozen=True, slots=True)
class ScannedPage:
    """Result of reading one page: a picture to store, and the codes on the page."""

    jpeg: bytes
    """Upright picture, as small as a stored photo."""
    codes: tuple[str, ...]
    """Texts of its QR codes, from top to bottom, then left to right, including rotated ones."""


class TooManyPages(ValueError):
    """Error for a file with too many pages. `count` is their number."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


def read_pile(content: bytes, *, most_pages: int) -> list[ScannedPage | None]:
    """Return the pages of a scanned PDF, or the one of a photo.

    Scanners put one picture on each page, so the largest one is taken. A page without a readable picture is
    None.

    Raises:
        TooManyPages: more than `most_pages`.
        PictureRefused: the content is neither a PDF nor a photo (JPEG, PNG, WebP), or is broken as a whole. A
            photo that is too large, and pages that take too much time or memory, are refused as well.
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
    """Return the texts of the QR codes on a picture, in the order of `ScannedPage.codes`."""
    import zxingcpp  # noqa: PLC0415 - as pypdf

    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    barcodes = zxingcpp.read_barcodes(picture.convert("L"), formats=formats)
    barcodes = sorted(
        barcodes, key=lambda barcode: (barcode.position.top_left.y, barcode.position.top_left.x)
    )
    return tuple(barcode.text for barcode in barcodes)


def _count_pages(content: bytes) -> int:
    if not content.startswith(PDF_START):
        open_picture(content, PHOTO_FORMATS)
        return 1
    from pypdf import PdfReader  # noqa: PLC0415 - 45 ms, for scans alone

    try:
        return len(PdfReader(BytesIO(content)).pages)
    except Exception as error:  # pypdf raises many kinds of errors on a broken PDF
        raise PictureRefused(PictureFault.UNREADABLE) from error


def _read_pages(page_range: tuple[bytes, int, int]) -> list[ScannedPage | None]:
    content, first, end = page_range
    if not content.startswith(PDF_START):
        return [_photo(content)]
    from pypdf import PdfReader  # noqa: PLC0415 - as above

    pages = PdfReader(BytesIO(content)).pages
    return [_page(pages[number]) for number in range(first, end)]


def _photo(content: bytes) -> ScannedPage:
    try:
        return _scanned_page(ImageOps.exif_transpose(open_picture(content, PHOTO_FORMATS)))
    except (OSError, SyntaxError) as error:
        raise PictureRefused(PictureFault.UNREADABLE) from error


def _page(page: "PageObject") -> ScannedPage | None:
    try:
        pictures = list(_pictures_on(page, ()))
        if not pictures:
            return None
        # the declared size is checked before the picture is decoded
        (width, height), path = max(pictures, key=lambda row: row[0][0] * row[0][1])
        check_size(width, height, MOST_PIXELS)
        picture = page.images[path[0] if len(path) == 1 else list(path)].image
        if picture is None:
            return None
        check_size(picture.width, picture.height, MOST_PIXELS)
        # PDF rotates clockwise, Pillow counterclockwise
        return _scanned_page(picture.rotate(-page.rotation, expand=True) if page.rotation else picture)
    # beyond its memory the child has to end with all its pages
    except MemoryError:
        raise
    except Exception:  # as in `_count_pages`; other pages may be intact
        return None


def _pictures_on(
    drawing: Mapping[str, Any], path: tuple[str, ...]
) -> Iterator[tuple[tuple[int, int], tuple[str, ...]]]:
    """Yield the declared width and height of each picture on a page, with its path of names."""
    resources: Any = drawing.get("/Resources")
    x_objects: Any = resources and resources.get_object().get("/XObject")
    for name, reference in (x_objects.get_object() if x_objects else {}).items():
        x_object = reference.get_object()
        if x_object.get("/Subtype") == "/Image":
            yield (int(x_object["/Width"]), int(x_object["/Height"])), (*path, name)
        # a drawing may contain itself
        elif len(path) < DEEPEST:
            yield from _pictures_on(x_object, (*path, name))


def _scanned_page(picture: Image.Image) -> ScannedPage:
    codes = read_qr_codes(picture)
    return ScannedPage(small_jpeg(picture), codes)
