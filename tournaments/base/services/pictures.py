"""Pictures that people send: read, checked and made small in a process of its own, within limits.

A few kilobytes can hold a picture of gigabytes. So its size is read first and refused when it is too large,
the system holds the child to its memory and seconds, and few requests at a time may ask for one.
"""

from collections.abc import Callable
from enum import StrEnum
from io import BytesIO
from typing import Generic, TypeVar

from PIL import Image, ImageOps

from common.workers.forking import (
    Busy,
    Gate,
    Limits,
    TooLate,
    TooMuchMemory,
    TooMuchTime,
    WorkFailed,
    do_one_apart,
)

LIMITS = Limits(seconds=20, cpu_seconds=15, is_idle=True)
GATE = Gate(at_work=1, waiting=1, patience=2)
"""Two threads of a process at most: the others answer pages."""
JPEG_PIXELS = 50_000_000
"""A JPEG is read at a fraction of its size."""
MOST_PIXELS = 25_000_000
"""Of any other picture: a screen has eight millions."""
SIDES_OF_WEBP = 2**14
"""A side is written in 14 bits."""
KEPT_SIDE = 2000
"""Pixels of the longer side of a photo that is kept: a sheet can be read, a hall's photos stay small."""
PHOTO_FORMATS = ("JPEG", "PNG", "WEBP")
LOGO_FORMATS = ("PNG", "JPEG")
"""A drawing in SVG may hold programs and addresses, and is refused."""
LOGO_SIZE = (640, 160)
"""Pixels of a logo that is kept, at most: 400 dots an inch on the 40 × 10 mm that a page has for it."""
LOGO_COLOURS = 64

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class PictureFault(StrEnum):
    """What is wrong with a picture, or with the moment at which it is sent."""

    TOO_LARGE = "too_large"
    """More pixels than are read, or more than there is memory or time for."""
    UNREADABLE = "unreadable"
    """Of none of the kinds that are read, or broken."""
    BUSY = "busy"
    """Others are being read, or no core was free: the same picture may be sent again."""


class PictureRefused(ValueError):
    """A picture that is not read."""

    def __init__(self, fault: PictureFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


def small_photo(content: bytes) -> bytes:
    """A photo as a JPEG of at most `KEPT_SIDE` pixels a side, upright, without place, date or camera.

    Raises:
        PictureRefused: why it is not read.
    """
    return read_apart(_small_photo, content)


def small_logo(content: bytes) -> bytes:
    """A logo as a small PNG of our own making, its empty margins kept. Raises as `small_photo`."""
    return read_apart(_small_logo, content)


def read_apart(work: Callable[[Question], "Answer | PictureFault"], question: Question) -> Answer:
    """What a child reads of what somebody sent.

    Args:
        work: a function of a module; it may raise PictureRefused.

    Raises:
        PictureRefused: what the child says, or what became of it.
    """
    try:
        with GATE.passed():
            found = do_one_apart(_Told(work), question, limits=LIMITS)
    except (Busy, TooLate):
        raise PictureRefused(PictureFault.BUSY) from None
    except (TooMuchTime, TooMuchMemory) as error:
        raise PictureRefused(PictureFault.TOO_LARGE) from error
    except WorkFailed as error:
        raise PictureRefused(PictureFault.UNREADABLE) from error
    if isinstance(found, PictureFault):
        raise PictureRefused(found)
    return found


class _Told(Generic[Question, Answer]):
    """Some work whose refusal is an answer."""

    def __init__(self, work: "Callable[[Question], Answer | PictureFault]") -> None:
        self._work = work

    def __call__(self, question: Question) -> "Answer | PictureFault":
        try:
            return self._work(question)
        except PictureRefused as refusal:
            return refusal.fault


def open_picture(content: bytes, formats: tuple[str, ...]) -> Image.Image:
    """A picture whose size is known and allowed; nothing of it is decoded yet.

    Raises:
        PictureRefused: too large, or unreadable.
    """
    check_size(*_size_in_webp(content))
    try:
        opened = Image.open(BytesIO(content), formats=formats)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise PictureRefused(PictureFault.TOO_LARGE) from error
    except (OSError, ValueError, SyntaxError) as error:
        raise PictureRefused(PictureFault.UNREADABLE) from error
    check_size(opened.width, opened.height, JPEG_PIXELS if opened.format == "JPEG" else MOST_PIXELS)
    return opened


def _size_in_webp(content: bytes) -> tuple[int, int]:
    """What the head of a WebP says (RFC 9649, 2.5 to 2.7): opening it takes memory for all its pixels.

    Nothing, (0, 0), of any other picture.
    """
    kind, numbers = content[12:16], content[20:30]
    if not content.startswith(b"RIFF") or content[8:12] != b"WEBP" or len(numbers) < 10:
        return 0, 0
    if kind == b"VP8X":
        return 1 + int.from_bytes(numbers[4:7], "little"), 1 + int.from_bytes(numbers[7:], "little")
    if kind == b"VP8L":
        bits = int.from_bytes(numbers[1:5], "little")
        return 1 + bits % SIDES_OF_WEBP, 1 + (bits >> 14) % SIDES_OF_WEBP
    width, height = (int.from_bytes(numbers[at : at + 2], "little") for at in (6, 8))
    return width % SIDES_OF_WEBP, height % SIDES_OF_WEBP


def check_size(width: int, height: int, most: int = MOST_PIXELS) -> None:
    """Refuse a picture of too many pixels."""
    if width * height > most:
        raise PictureRefused(PictureFault.TOO_LARGE)


def small_jpeg(picture: Image.Image) -> bytes:
    """A picture as it is kept. Its own pixels may be gone afterwards."""
    kept = BytesIO()
    smaller = picture if picture.mode == "RGB" else picture.convert("RGB")
    smaller.thumbnail((KEPT_SIDE, KEPT_SIDE))
    smaller.save(kept, "JPEG", quality=80, exif=b"")
    return kept.getvalue()


def _small_photo(content: bytes) -> bytes:
    opened = open_picture(content, PHOTO_FORMATS)
    try:
        opened.draft("RGB", (KEPT_SIDE, KEPT_SIDE))  # a JPEG is decoded at the fraction that is needed
        return small_jpeg(ImageOps.exif_transpose(opened))
    except (OSError, ValueError, SyntaxError) as error:
        raise PictureRefused(PictureFault.UNREADABLE) from error


def _small_logo(content: bytes) -> bytes:
    opened = open_picture(content, LOGO_FORMATS)
    kept = BytesIO()
    try:
        drawing = opened.convert("RGBA")
        drawing.thumbnail(LOGO_SIZE)
        paper = Image.new("RGBA", drawing.size, "#ffffff")  # so that no viewer has to mix colours
        paper.alpha_composite(drawing)
        paper.convert("RGB").quantize(LOGO_COLOURS).save(kept, "PNG", optimize=True)
    except (OSError, ValueError, SyntaxError) as error:
        raise PictureRefused(PictureFault.UNREADABLE) from error
    return kept.getvalue()
