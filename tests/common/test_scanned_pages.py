"""Codes on scanned pages, as scanners and phones leave them."""

from io import BytesIO

import pytest
from PIL import Image
from pypdf import PdfReader, PdfWriter

from common.scanned_pages import UnreadableScan, count_pages, read_pages, read_qr_codes
from tests.factories.photos import make_photo, make_scanned_page, make_scanned_pdf

BROKEN = b"%PDF-1.7\n%%EOF\n"


def codes_in(content):
    return [page and read_qr_codes(page) for page in read_pages(content)]


def test_codes_of_each_page_are_read_from_top_to_bottom():
    pages = [make_scanned_page("A", "B"), make_scanned_page(), make_scanned_page("C")]

    content = make_scanned_pdf(*pages)

    assert codes_in(content) == [["A", "B"], [], ["C"]]
    assert count_pages(content) == 3


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

    (page,) = read_pages(content.getvalue())

    assert page.height > page.width


def test_photo_is_a_page():
    content = BytesIO()
    make_scanned_page("A").save(content, "PNG")

    assert codes_in(content.getvalue()) == [["A"]]
    assert count_pages(content.getvalue()) == 1


def test_page_without_a_picture_is_none():
    writer = PdfWriter()
    writer.add_blank_page(200, 200)
    content = BytesIO()
    writer.write(content)

    assert list(read_pages(content.getvalue())) == [None]


@pytest.mark.parametrize("content", [b"", b"MZ", BROKEN, make_photo("GIF"), make_photo()[:60]])
def test_what_is_no_scan_is_refused(content):
    with pytest.raises(UnreadableScan):
        list(read_pages(content))


def test_picture_of_too_many_dots_is_refused():
    content = BytesIO()
    Image.new("1", (8000, 7000)).save(content, "PNG")

    with pytest.raises(UnreadableScan, match="8000 × 7000"):
        list(read_pages(content.getvalue()))
