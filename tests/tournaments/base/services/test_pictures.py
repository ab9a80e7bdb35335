"""Uploaded pictures: small ones are returned, decompression bombs are refused and cost nothing."""

import struct
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from PIL import Image

from common.workers.forking import Limits
from tests.factories.photos import make_photo
from tournaments.base.services import pictures
from tournaments.base.services.pictures import (
    PHOTO_FORMATS,
    PictureFault,
    PictureRefused,
    open_picture,
    read_apart,
    small_logo,
    small_photo,
)

MEGABYTE = 1024 * 1024


def declared_png(width: int, height: int) -> bytes:
    """Return the head of a PNG that states its size, without any content."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", b""))
    chunks = [
        struct.pack(">I", len(part)) + name + part + struct.pack(">I", zlib.crc32(name + part))
        for name, part in parts
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def flat(kind: str, width: int, height: int) -> bytes:
    content = BytesIO()
    Image.new("L", (width, height), 200).save(content, kind)
    return content.getvalue()


@pytest.mark.parametrize("small", [small_photo, small_logo])
@pytest.mark.parametrize("size", [(20_000, 20_000), (2_000_000_000, 2_000_000_000), (5001, 5000)])
def test_size_is_refused_before_anything_is_decoded(small, size):
    with pytest.raises(PictureRefused, match=PictureFault.TOO_LARGE):
        small(declared_png(*size))


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({}, id="lossy", marks=pytest.mark.nights),
        pytest.param({"lossless": True, "quality": 0, "method": 0}, id="lossless"),
        pytest.param({"exif": b"Exif\0\0"}, id="extended", marks=pytest.mark.nights),
    ],
)
def test_webp_of_many_pixels_is_refused_before_there_is_memory_for_them(options, monkeypatch):
    content = BytesIO()
    Image.new("L", (8000, 3200), 200).save(content, "WEBP", **options)
    monkeypatch.setattr(Image, "open", None)

    assert len(content.getvalue()) < 100_000
    with pytest.raises(PictureRefused, match=PictureFault.TOO_LARGE):
        open_picture(content.getvalue(), PHOTO_FORMATS)


@pytest.mark.parametrize("options", [{}, {"lossless": True}, {"exif": b"Exif\0\0"}])
def test_sides_in_the_head_of_a_webp_are_those_of_the_picture(options):
    content = BytesIO()
    Image.new("RGB", (123, 45), "red").save(content, "WEBP", **options)

    assert pictures._size_in_webp(content.getvalue()) == (123, 45)
    assert pictures._size_in_webp(content.getvalue()[:25]) == (0, 0)


def test_large_photo_of_a_camera_is_read_in_little_memory(monkeypatch):
    monkeypatch.setattr(pictures, "LIMITS", Limits(memory=300 * MEGABYTE))

    with ThreadPoolExecutor(1) as pool:  # in a process that has nothing of the tests in its memory
        content = pool.submit(small_photo, flat("JPEG", 8000, 6000)).result()

    picture = Image.open(BytesIO(content))
    assert picture.size == (2000, 1500)


@pytest.mark.parametrize("kind", ["GIF", "BMP", "TIFF", "PPM"])
def test_other_kinds_are_not_opened(kind):
    with pytest.raises(PictureRefused, match=PictureFault.UNREADABLE):
        small_photo(make_photo(kind))


def test_photo_lies_as_it_was_taken():
    turned = Image.Exif()
    turned[0x0112] = 6

    picture = Image.open(BytesIO(small_photo(make_photo("JPEG", (400, 200), exif=turned))))

    assert picture.size == (200, 400)


def growing(_content: object) -> bytes:
    return b"".join(bytes(MEGABYTE) for _megabyte in range(10_000))


def crashing(_content: object) -> bytes:
    raise KeyError("a library stumbles")


@pytest.mark.parametrize(
    ("work", "fault"),
    [(growing, PictureFault.TOO_LARGE), (crashing, PictureFault.UNREADABLE)],
)
def test_picture_beyond_its_limits_is_refused_and_the_next_one_read(work, fault):
    with pytest.raises(PictureRefused, match=fault):
        read_apart(work, b"")

    assert small_photo(make_photo())


def test_picture_for_which_no_core_was_free_may_be_sent_again(monkeypatch):
    monkeypatch.setattr(pictures, "LIMITS", Limits(seconds=1))

    with pytest.raises(PictureRefused, match=PictureFault.BUSY):
        read_apart(time.sleep, 30)


def test_one_is_read_one_waits_and_the_third_is_told_to_come_back():
    began = time.monotonic()
    with ThreadPoolExecutor(1) as pool, pictures.GATE.passed():
        pictures.GATE._inside.acquire()  # somebody waits
        try:
            with pytest.raises(PictureRefused, match=PictureFault.BUSY):
                pool.submit(small_photo, make_photo()).result()
        finally:
            pictures.GATE._inside.release()

    assert time.monotonic() - began < pictures.GATE._patience


def test_requests_have_their_pictures_read_by_another_process():
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(small_photo, make_photo()).result() == small_photo(make_photo())
