"""Pages of A4 on US letter sheets: whole, smaller, in the middle, with links, bookmarks and tags."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from tournaments.paper.pdf.folding import list_page_halves
from tournaments.paper.pdf.joining import PdfProperties
from tournaments.paper.pdf.rendering import PdfPart, render_pdf

A4, LETTER = (595.3, 841.9), (612, 792)
FACTOR = 792 / 841.89


def read_sheet(size: str, *, is_letter: bool = True, cuts: bool = False) -> PdfReader:
    """Return a document of two pages: a heading and a link on the first, a heading on the second."""
    html = (
        f'<html lang="fr"><head><style>@page {{ size: {size}; margin: 20mm }}</style></head><body>'
        f'<h1>Un</h1><a href="https://club.example/">lien</a>'
        '<h1 style="break-before: page">Deux</h1></body></html>'
    )
    part = PdfPart(
        html=html,
        stylesheets=("css/print/base.css",),
        sides=list_page_halves if cuts else None,
        is_letter=is_letter,
    )
    properties = PdfProperties(title="Essai", author="Club", language="fr")
    return PdfReader(BytesIO(render_pdf([part], properties=properties, progress=lambda pages: None)))


@pytest.mark.parametrize(
    ("size", "cuts", "sheet"),
    [
        ("A4", False, LETTER),
        ("A4 landscape", False, (792, 612)),
        ("A5", False, (396, 612)),
        ("148.5mm 210mm", True, (792, 612)),
        ("100mm 100mm", False, (283.5, 283.5)),
    ],
)
def test_sheets_and_their_parts_become_those_of_letter(
    size: str, cuts: bool, sheet: tuple[float, float]
) -> None:
    page = read_sheet(size, cuts=cuts).pages[0]

    assert tuple(map(float, (page.mediabox.width, page.mediabox.height))) == pytest.approx(sheet, abs=0.2)
    assert page.trimbox == page.bleedbox == page.mediabox


def test_content_links_and_bookmarks_keep_their_distance_from_the_middle() -> None:
    sheets = {is_letter: read_sheet("A4", is_letter=is_letter) for is_letter in (False, True)}

    def in_letter(x: float, y: float) -> list[float]:
        return [(x - A4[0] / 2) * FACTOR + LETTER[0] / 2, (y - A4[1] / 2) * FACTOR + LETTER[1] / 2]

    rectangles = {}
    places = {}
    for is_letter, reader in sheets.items():
        link = reader.pages[0]["/Annots"][0].get_object()
        rectangles[is_letter] = [float(value) for value in link["/Rect"]]
        bookmark = reader.outline[0]
        places[is_letter] = [float(bookmark.left), float(bookmark.top)]  # type: ignore[union-attr, arg-type]
    before, after = rectangles[False], rectangles[True]
    assert after == pytest.approx([*in_letter(*before[:2]), *in_letter(*before[2:])], abs=0.5)
    assert places[True] == pytest.approx(in_letter(*places[False]), abs=0.5)
