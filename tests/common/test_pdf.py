"""PDF from HTML: parts put together, nothing fetched from outside, a clear word when Pango is missing."""

import importlib
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from pypdf import PdfReader

from common import pdf
from common.errors import AppError
from common.pdf import PdfProperties, find_static_file, is_static_url, render_pdf

STYLES = ("css/print/base.css",)
PROPERTIES = PdfProperties(title="Soirée d’été", author="Club", language="fr")


def page_of(text: str) -> str:
    return f'<html lang="fr"><head><title>Soirée d’été</title></head><body><h1>{text}</h1></body></html>'


def render(*parts: str) -> tuple[PdfReader, list[int]]:
    told: list[int] = []
    content = render_pdf(parts, stylesheets=STYLES, properties=PROPERTIES, progress=told.append)
    return PdfReader(BytesIO(content)), told


def test_parts_become_one_document_in_order_with_its_bookmarks():
    reader, told = render(page_of("Un"), page_of("Deux"), page_of("Trois"))

    assert [page.extract_text() for page in reader.pages] == ["Un", "Deux", "Trois"]
    assert [entry["/Title"] for entry in reader.outline] == ["Un", "Deux", "Trois"]
    assert told == [1, 2, 3]


@pytest.mark.parametrize("parts", [("Seul",), ("Un", "Deux")])
def test_reader_is_told_the_title_and_the_language(parts):
    reader, _told = render(*map(page_of, parts))

    assert reader.metadata is not None
    assert reader.metadata.title == "Soirée d’été"
    assert reader.root_object["/Lang"] == "fr"


def test_document_in_one_part_is_tagged():
    reader, _told = render(page_of("Seul"))

    assert "/StructTreeRoot" in reader.root_object


def test_same_content_gives_the_same_bytes():
    once = render_pdf([page_of("♠")], stylesheets=STYLES, properties=PROPERTIES, progress=lambda _: None)
    again = render_pdf([page_of("♠")], stylesheets=STYLES, properties=PROPERTIES, progress=lambda _: None)

    assert once == again


def test_suits_accents_and_minus_are_drawn_with_the_fonts_of_the_site():
    reader, _told = render(page_of("♠ ♥ ♦ ♣ − Œ Nguyễn Łukasz ½"))

    fonts = reader.pages[0]["/Resources"]["/Font"].values()
    assert all("Etui" in font.get_object()["/BaseFont"] for font in fonts)
    assert reader.pages[0].extract_text() == "♠ ♥ ♦ ♣ − Œ Nguyễn Łukasz ½"


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/a.png",
        "file:///etc/hostname",
        "../../../manage.py",
        "data:text/plain,x",
    ],
)
def test_anything_but_a_static_file_stops_the_rendering(address):
    with pytest.raises(ValueError, match="Error fetching"):
        render(f'<img src="{address}">')


def test_static_url_is_a_file_of_a_static_folder():
    inside = find_static_file("css/print/base.css").as_uri()
    folder = Path(settings.STATICFILES_DIRS[0]).as_uri()

    assert is_static_url(inside)
    assert not is_static_url(f"{folder}/../manage.py")
    assert not is_static_url(f"{folder}/%2e%2e/manage.py")
    assert not is_static_url(inside.replace("file://", "file://elsewhere"))


def test_unknown_stylesheet_is_an_error():
    with pytest.raises(FileNotFoundError, match="nothing"):
        find_static_file("css/print/nothing.css")


def test_missing_pango_says_what_to_do(monkeypatch):
    def without_pango(name: str) -> object:
        if name == "weasyprint":
            raise OSError("cannot load library 'libpango-1.0-0'")
        return importlib.import_module(name)

    monkeypatch.setattr(pdf, "import_module", without_pango)

    with pytest.raises(AppError) as refusal:
        render(page_of("Rien"))

    assert refusal.value.code == "pdf_unavailable"
    assert "script/bootstrap" in str(refusal.value.message)
