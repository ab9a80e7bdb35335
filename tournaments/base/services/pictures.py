"""Pictures from users, checked and reduced in a child process with limits.

A few kilobytes can hold a picture of gigabytes. Three measures protect the server:

- the size is read first, and a picture that is too large is refused;
- the system limits the child's memory and seconds;
- few requests at a time may start a child.
"""

from collections.abc import Callable
from enum import StrEnum
from io import BytesIO
from typing import Generic, TypeVar

from PIL import Image, ImageOps

from common.workers.forking import Limits, TooLate, TooMuchMemory, TooMuchTime, WorkFailed, run_in_child
from tournaments.base.services.gates import Busy, Gate

LIMITS = Limits(seconds=20, cpu_seconds=15, is_idle=True)
GATE = Gate(at_work=1, waiting=1, patience=2)
"""Gate that lets two threads of a process in, one of them waiting. The other threads serve pages."""
JPEG_PIXELS = 50_000_000
"""Most pixels of a JPEG. A JPEG can be decoded at a fraction of its size."""
MOST_PIXELS = 25_000_000
"""Most pixels of any other picture. A screen has eight million."""
SIDES_OF_WEBP = 2**14
"""Number of possible widths and heights of a WebP, which stores each in 14 bits."""
KEPT_SIDE = 2000
"""Pixels of the longer side of a stored photo. A sheet stays readable, and a hall's photos stay small."""
PHOTO_FORMATS = ("JPEG", "PNG", "WEBP")
LOGO_FORMATS = PHOTO_FORMATS
"""Formats of a logo. SVG is refused, because it may hold scripts and addresses."""
LOGO_SIZE = (640, 160)
"""Largest size of a stored logo in pixels: 400 dots an inch on the 40 × 10 mm that a page has for it."""
LOGO_COLOURS = 64

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class PictureFault(StrEnum):
    """Reason why a picture is refused, either in the picture or in the load of the server."""

    TOO_LARGE = "too_large"
    """More pixels than allowed, or more than the limits of memory and time allow."""
    UNREADABLE = "unreadable"
    """A broken picture or an unknown format."""
    BUSY = "busy"
    """Other pictures are being read, or no core was free. The user may send the same picture again."""


class PictureRefused(ValueError):
    """Refusal of a picture, with its fault."""

    def __init__(self, fault: PictureFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


def small_photo(content: bytes) -> bytes:
    """Return a photo as an upright JPEG of at most `KEPT_SIDE` pixels a side, without metadata.

    Raises:
        PictureRefused: with the reason.
    """
    return read_apart(_small_photo, content)


def small_logo(content: bytes) -> bytes:
    """Return a logo as a small PNG encoded here, with its empty margins. Raises as `small_photo`."""
    return read_apart(_small_logo, content)


def read_apart(work: Callable[[Question], "Answer | PictureFault"], data: Question) -> Answer:
    """Run a function on a user's data in a child process and return its result.

    Args:
        work: a function of a module; it may raise PictureRefused.

    Raises:
        PictureRefused: from `work`, or because the child exceeded its limits or failed.
    """
    try:
        with GATE.passed():
            result = run_in_child(_FaultAsResult(work), data, limits=LIMITS)
    except (Busy, TooLate):
        raise PictureRefused(PictureFault.BUSY) from None
    except (TooMuchTime, TooMuchMemory) as error:
        raise PictureRefused(PictureFault.TOO_LARGE) from error
    except WorkFailed as error:
        raise PictureRefused(PictureFault.UNREADABLE) from error
    if isinstance(result, PictureFault):
        raise PictureRefused(result)
    return result


class _FaultAsResult(Generic[Question, Answer]):
    """A function whose refusal is returned instead of raised, so that it crosses the process boundary."""

    def __init__(self, work: "Callable[[Question], Answer | PictureFault]") -> None:
        self._work = work

    def __call__(self, data: Question) -> "Answer | PictureFault":
        try:
            return self._work(data)
        except PictureRefused as refusal:
            return refusal.fault


def open_picture(content: bytes, formats: tuple[str, ...]) -> Image.Image:
    """Open a picture of an allowed size. None of its pixels are decoded yet.

    Raises:
        PictureRefused: too large, or unreadable.
    """
    # Pillow allocates all pixels of a WebP when it opens it, so its size is checked first
    check_size(*_size_in_webp(content))
    try:
        picture = Image.open(BytesIO(content), formats=formats)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise PictureRefused(PictureFault.TOO_LARGE) from error
    except (OSError, ValueError, SyntaxError) as error:
        raise PictureRefused(PictureFault.UNREADABLE) from error
    check_size(picture.width, picture.height, JPEG_PIXELS if picture.format == "JPEG" else MOST_PIXELS)
    return picture


def _size_in_webp(content: bytes) -> tuple[int, int]:
    """Return the (width, height) in the header of a WebP (RFC 9649, 2.5 to 2.7); (0, 0) of other pictures."""
    kind, numbers = content[12:16], content[20:30]
    if not content.startswith(b"RIFF") or content[8:12] != b"WEBP" or len(numbers) < 10:
        return 0, 0
    if kind == b"VP8X":
        return 1 + int.from_bytes(numbers[4:7], "little"), 1 + int.from_bytes(numbers[7:], "little")
    if kind == b"VP8L":
        bits = int.from_bytes(numbers[1:5], "little")
        return 1 + bits % SIDES_OF_WEBP, 1 + (bits >> 14) % SIDES_OF_WEBP
    # each side has two bits of scale above its 14 bits
    width, height = (int.from_bytes(numbers[offset : offset + 2], "little") for offset in (6, 8))
    return width % SIDES_OF_WEBP, height % SIDES_OF_WEBP


def check_size(width: int, height: int, most: int = MOST_PIXELS) -> None:
    """Refuse a picture with too many pixels."""
    if width * height > most:
        raise PictureRefused(PictureFault.TOO_LARGE)


def small_jpeg(picture: Image.Image) -> bytes:
    """Return a picture as a JPEG for storage. It may shrink the picture in place."""
    jpeg = BytesIO()
    smaller = picture if picture.mode == "RGB" else picture.convert("RGB")
    smaller.thumbnail((KEPT_SIDE, KEPT_SIDE))
    # without metadata: it may hold the place and the date
    smaller.save(jpeg, "JPEG", quality=80, exif=b"")
    return jpeg.getvalue()


def _small_photo(content: bytes) -> bytes:
    picture = open_picture(content, PHOTO_FORMATS)
    try:
        picture.draft("RGB", (KEPT_SIDE, KEPT_SIDE))  # a JPEG is decoded at the fraction that is needed
        return small_jpeg(ImageOps.exif_transpose(picture))
    except (OSError, ValueError, SyntaxError) as error:
        raise PictureRefused(PictureFault.UNREADABLE) from error


def _small_logo(content: bytes) -> bytes:
    picture = open_picture(content, LOGO_FORMATS)
    png = BytesIO()
    try:
        drawing = picture.convert("RGBA")
        drawing.thumbnail(LOGO_SIZE)
        paper = Image.new("RGBA", drawing.size, "#ffffff")  # so that no viewer has to mix colours
        paper.alpha_composite(drawing)
        paper.convert("RGB").quantize(LOGO_COLOURS).save(png, "PNG", optimize=True)
    except (OSError, ValueError, SyntaxError) as error:
        raise PictureRefused(PictureFault.UNREADABLE) from error
    return png.getvalue()
