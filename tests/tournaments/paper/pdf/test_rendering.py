"""PDF from HTML: parts put together, nothing fetched from outside, a clear word when Pango is missing."""

import importlib
import re
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from common.errors import AppError
from common.workers.forking import WorkFailed
from tournaments.base.static_files import find_static_file
from tournaments.paper.pdf import rendering as pdf
from tournaments.paper.pdf.joining import PdfProperties
from tournaments.paper.pdf.rendering import PdfPart, is_static_url, render_pdf

STYLES = ("css/print/base.css",)
PROPERTIES = PdfProperties(title="Soirée d’été", author="Club", language="fr")


def page_of(text: str) -> str:
    return f'<html lang="fr"><head><title>Soirée d’été</title></head><body><h1>{text}</h1></body></html>'


def part_of(html: str, chapter: str = "") -> PdfPart:
    return PdfPart(html=html, stylesheets=STYLES, chapter=chapter)


def render(*parts: str) -> tuple[PdfReader, list[int]]:
    progress: list[int] = []
    content = render_pdf(map(part_of, parts), properties=PROPERTIES, progress=progress.append)
    return PdfReader(BytesIO(content)), progress


def test_parts_become_one_document_in_order_with_its_bookmarks():
    reader, progress = render(page_of("Un"), page_of("Deux"), page_of("Trois"))

    assert [page.extract_text() for page in reader.pages] == ["Un", "Deux", "Trois"]
    assert [entry["/Title"] for entry in reader.outline] == ["Un", "Deux", "Trois"]
    assert [reader.get_destination_page_number(entry) for entry in reader.outline] == [0, 1, 2]
    assert progress == [1, 2, 3]


@pytest.mark.parametrize("parts", [("Seul",), ("Un", "Deux")])
def test_reader_is_told_the_title_and_the_language(parts):
    reader, _told = render(*map(page_of, parts))

    assert reader.metadata is not None
    assert reader.metadata.title == "Soirée d’été"
    assert reader.root_object["/Lang"] == "fr"


def test_parts_of_a_chapter_stand_below_its_bookmark():
    chapters = [("", "Sommaire"), ("Listes", "Un"), ("Listes", "Deux"), ("Cartes", "Trois")]
    parts = [part_of(page_of(text), chapter) for chapter, text in chapters]

    content = render_pdf(parts, properties=PROPERTIES, progress=lambda _: None)

    top, listed, below_lists, cards, below_cards = PdfReader(BytesIO(content)).outline
    assert [top["/Title"], listed["/Title"], cards["/Title"]] == ["Sommaire", "Listes", "Cartes"]
    assert [entry["/Title"] for entry in below_lists + below_cards] == ["Un", "Deux", "Trois"]


def texts_by_tag(reader: PdfReader, tag: DictionaryObject) -> list[tuple[str, int]]:
    """The headings below `tag`, each with its page, as a program that reads aloud finds them."""
    kids = tag["/K"]
    if tag["/S"] == "/H1":
        return [(tag["/S"], reader.get_page_number(tag["/Pg"]))]
    children = [kid.get_object() for kid in kids if not isinstance(kid, int)]
    return [child for kid in children if "/S" in kid for child in texts_by_tag(reader, kid)]


def test_tags_of_all_parts_are_kept_on_their_pages():
    reader, _told = render(page_of("Un (2 0 R)"), page_of("Deux"), page_of("Trois"))

    tree = reader.root_object["/StructTreeRoot"]
    assert texts_by_tag(reader, tree["/K"][0]) == [("/H1", 0), ("/H1", 1), ("/H1", 2)]
    by_key = dict(zip(tree["/ParentTree"]["/Nums"][::2], tree["/ParentTree"]["/Nums"][1::2], strict=True))
    assert [by_key[page["/StructParents"]][0]["/S"] for page in reader.pages] == ["/H1"] * 3
    assert reader.outline[0]["/Title"] == "Un (2 0 R)"


def test_same_content_gives_the_same_bytes():
    first_pdf = render_pdf([part_of(page_of("♠"))], properties=PROPERTIES, progress=lambda _: None)
    again = render_pdf([part_of(page_of("♠"))], properties=PROPERTIES, progress=lambda _: None)

    assert first_pdf == again


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
    with pytest.raises(WorkFailed, match="Error fetching"):
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


def test_missing_font_is_named_and_nothing_is_drawn(monkeypatch):
    monkeypatch.setattr(pdf, "FONTS", ("EtuiSans-Regular", "EtuiSans-Lost"))

    with pytest.raises(AppError) as error:
        render(page_of("Un"))

    assert error.value.code == "font_missing"
    assert "EtuiSans-Lost.ttf" in str(error.value.message)


def test_every_font_of_the_style_sheet_is_looked_for():
    styles = find_static_file("css/print/base.css").read_text(encoding="utf-8")

    assert set(re.findall(r"fonts/([\w-]+)\.ttf", styles)) == set(pdf.FONTS)


def test_png_that_the_page_holds_is_drawn_other_data_are_not():
    assert is_static_url("data:image/png;base64,iVBORw0KGgo=")
    assert not is_static_url("data:image/svg+xml;base64,PHN2Zy8+")
    assert not is_static_url("data:text/css,p{}")


def test_missing_pango_says_what_to_do(monkeypatch):
    def without_pango(name: str) -> object:
        if name == "weasyprint":
            raise OSError("cannot load library 'libpango-1.0-0'")
        return importlib.import_module(name)

    monkeypatch.setattr(pdf, "import_module", without_pango)

    with pytest.raises(AppError) as refusal:
        render(page_of("Rien"))

    assert refusal.value.code == "pdf_unavailable"
    assert "sudo apt install libpango-1.0-0" in str(refusal.value.message)
