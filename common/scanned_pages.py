"""Pages of scanned papers as pictures, and the codes that stand on them."""

import warnings
from collections.abc import Iterator
from io import BytesIO

import zxingcpp
from PIL import Image, ImageOps
from pypdf import PageObject, PdfReader

PDF_START = b"%PDF-"
PHOTO_FORMATS = ("JPEG", "PNG", "WEBP")
MOST_PIXELS = 50_000_000
"""Of one picture: a sheet of A4 at 600 points an inch has 35 millions."""


class UnreadableScan(ValueError):
    """No picture can be read."""


def read_pages(content: bytes) -> Iterator[Image.Image | None]:
    """The pictures of a scanned PDF page by page, or the one of a photo; upright.

    Scanners put one picture on each page: the largest is taken. None where a page has none that can be read.

    Raises:
        UnreadableScan: it is neither a PDF nor a photo (JPEG, PNG, WebP), or broken as a whole.
    """
    if not content.startswith(PDF_START):
        yield _photo(content)
        return
    try:
        pages = list(PdfReader(BytesIO(content)).pages)
    except Exception as error:  # a broken PDF makes pypdf raise whatever it stumbles over
        raise UnreadableScan(str(error)) from error
    for page in pages:
        try:
            yield _picture_of(page)
        except Exception:  # the same; other pages may be whole
            yield None


def count_pages(content: bytes) -> int:
    """Pages of a PDF, 1 of a photo.

    Raises:
        UnreadableScan: a broken PDF.
    """
    try:
        return len(PdfReader(BytesIO(content)).pages) if content.startswith(PDF_START) else 1
    except Exception as error:  # see `read_pages`
        raise UnreadableScan(str(error)) from error


def read_qr_codes(picture: Image.Image) -> list[str]:
    """The texts of the QR codes on a picture, from top to bottom, then left to right; turned ones too."""
    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    found = zxingcpp.read_barcodes(picture.convert("L"), formats=formats)
    found = sorted(found, key=lambda each: (each.position.top_left.y, each.position.top_left.x))
    return [each.text for each in found]


def _photo(content: bytes) -> Image.Image:
    try:
        return _checked(ImageOps.exif_transpose(Image.open(BytesIO(content), formats=PHOTO_FORMATS)))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise UnreadableScan(str(error)) from error


def _picture_of(page: PageObject) -> Image.Image | None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        pictures = [each.image for each in page.images if each.image is not None]
    if not pictures:
        return None
    largest = max(pictures, key=lambda each: each.width * each.height)
    return _checked(largest.rotate(-page.rotation, expand=True))


def _checked(picture: Image.Image) -> Image.Image:
    if picture.width * picture.height > MOST_PIXELS:
        raise UnreadableScan(f"{picture.width} × {picture.height} pixels, {MOST_PIXELS} at most")
    return picture
