"""Codes on scanned pages, as scanners and phones leave them."""

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from PIL import Image
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DictionaryObject, NameObject, NumberObject, StreamObject

from common.workers.forking import Limits
from tests.factories.photos import make_photo, make_scanned_page, make_scanned_pdf
from tournaments.base.services.pictures import PictureFault, PictureRefused
from tournaments.paper.services import scanned_pages
from tournaments.paper.services.scanned_pages import TooManyPages, read_pile

BROKEN = b"%PDF-1.7\n%%EOF\n"


def codes_in(content):
    return [page and list(page.codes) for page in read_pile(content, most_pages=20)]


def test_codes_of_each_page_are_read_from_top_to_bottom():
    pages = [make_scanned_page("A", "B"), make_scanned_page(), make_scanned_page("C")]

    content = make_scanned_pdf(*pages)

    assert codes_in(content) == [["A", "B"], [], ["C"]]


@pytest.mark.parametrize("degrees", [90, 180, 3])
def test_sheet_may_lie_in_any_way(degrees):
    turned = make_scanned_page("http://192.0.2.7:8000/f/K7M2QF/").rotate(degrees, expand=True, fillcolor=255)

    assert codes_in(make_scanned_pdf(turned)) == [["http://192.0.2.7:8000/f/K7M2QF/"]]


def test_page_that_the_scanner_turned_is_upright():
    writer = PdfWriter()
    for page in PdfReader(BytesIO(make_scanned_pdf(make_scanned_page("A").rotate(90, expand=True)))).pages:
        writer.add_page(page.rotate(90))
    content = BytesIO()
    writer.write(content)

    (page,) = read_pile(content.getvalue(), most_pages=1)

    with Image.open(BytesIO(page.jpeg)) as picture:
        assert picture.height > picture.width


def test_photo_is_a_page():
    content = BytesIO()
    make_scanned_page("A").save(content, "PNG")

    assert codes_in(content.getvalue()) == [["A"]]


def test_page_without_a_picture_is_none():
    writer = PdfWriter()
    writer.add_blank_page(200, 200)
    content = BytesIO()
    writer.write(content)

    assert read_pile(content.getvalue(), most_pages=1) == [None]


@pytest.mark.parametrize("content", [b"", b"MZ", BROKEN, make_photo("GIF"), make_photo()[:60]])
def test_what_is_no_scan_is_refused(content):
    with pytest.raises(PictureRefused, match=PictureFault.UNREADABLE):
        read_pile(content, most_pages=1)


def test_picture_of_too_many_dots_is_refused():
    content = BytesIO()
    Image.new("1", (8000, 7000)).save(content, "PNG")

    with pytest.raises(PictureRefused, match=PictureFault.TOO_LARGE):
        read_pile(content.getvalue(), most_pages=1)


def test_pages_are_counted_before_any_is_read(monkeypatch):
    monkeypatch.setattr(scanned_pages, "_read_pages", None)

    with pytest.raises(TooManyPages) as refused:
        read_pile(make_scanned_pdf(make_scanned_page(), make_scanned_page()), most_pages=1)

    assert refused.value.count == 2


def test_page_of_a_pdf_is_refused_by_the_size_that_it_declares():
    content = make_scanned_pdf(make_scanned_page("A")).replace(b"/Width 400", b"/Width 400000000")

    assert read_pile(content, most_pages=1) == [None]


def test_largest_picture_of_a_page_is_the_only_one_decoded(monkeypatch):
    monkeypatch.setattr("tournaments.base.services.pictures.LIMITS", Limits(memory=350 * 1024 * 1024))
    writer = PdfWriter()
    page = writer.add_blank_page(600, 800)
    images = DictionaryObject()
    for number in range(12):
        image = StreamObject()
        side = 4000 if number else 4100
        image.set_data(bytes(side * side))
        entries = {"/Type": "/XObject", "/Subtype": "/Image", "/ColorSpace": "/DeviceGray"}
        image.update({NameObject(name): NameObject(value) for name, value in entries.items()})
        for name, value in (("/Width", side), ("/Height", side), ("/BitsPerComponent", 8)):
            image[NameObject(name)] = NumberObject(value)
        images[NameObject(f"/I{number}")] = writer._add_object(image.flate_encode())
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/XObject"): images})
    content = BytesIO()
    writer.write(content)

    with ThreadPoolExecutor(1) as pool:  # in a process that has nothing of the tests in its memory
        (page_read,) = pool.submit(read_pile, content.getvalue(), most_pages=1).result()

    assert page_read is not None
    assert len(content.getvalue()) < 400_000


def test_pile_that_takes_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(scanned_pages, "MOST_SECONDS", -1)

    with pytest.raises(PictureRefused, match=PictureFault.TOO_LARGE):
        read_pile(make_scanned_pdf(make_scanned_page()), most_pages=1)
