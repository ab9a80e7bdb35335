"""Pages laid out to be folded: what is read first is on the outside, on the right."""

from collections.abc import Iterator
from io import BytesIO

import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject, PdfObject

from tournaments.paper.pdf.folding import folded_order, list_page_halves
from tournaments.paper.pdf.joining import PdfProperties
from tournaments.paper.pdf.rendering import PdfPart, render_pdf


@pytest.mark.parametrize(
    ("count", "sides"),
    [
        (1, [(1, 0)]),
        (2, [(0, 1)]),
        (3, [(3, 0), (1, 2)]),
        (4, [(3, 0), (1, 2)]),
        (5, [(7, 0), (1, 6), (5, 2), (3, 4)]),
    ],
)
def test_first_page_is_the_cover_and_leaves_follow_each_other(count, sides):
    assert folded_order(count) == sides


def test_pages_to_cut_follow_each_other():
    assert [list_page_halves(count) for count in (1, 2, 3)] == [[(0, 1)], [(0, 1)], [(0, 1), (2, 3)]]


def page_texts(*words: str) -> str:
    """Return pages of one heading each, the last with a link to another site."""
    headings = "".join(f'<h1 style="break-before: page">{word}</h1>' for word in words)
    link = '<a href="https://club.example/">lien</a>'
    return f'<html lang="fr"><head><title>Livret</title></head><body>{headings}{link}</body></html>'


def places_of_drawings(reader: PdfReader) -> dict[int, tuple[int, int]]:
    """Return the side of each drawing and its number there, by the number of its object."""
    drawings_by_page = [page["/Resources"]["/XObject"] for page in reader.pages]
    return {
        drawings.raw_get(name).idnum: (side, place)
        for side, drawings in enumerate(drawings_by_page)
        for place, name in enumerate(drawings)
    }


def marked_content(reader: PdfReader, tag: DictionaryObject) -> Iterator[tuple[str, int, int]]:
    """Yield each tag with marked content below another: its kind, its side, its drawing on that side."""
    for kid in map(PdfObject.get_object, tag["/K"]):
        if kid.get("/Type") == "/MCR":
            side, place = places_of_drawings(reader)[kid.raw_get("/Stm").idnum]
            assert reader.pages[side].indirect_reference == kid.raw_get("/Pg")
            assert f"/MCID {kid['/MCID']}".encode() in kid["/Stm"].get_data()
            yield tag["/S"], side, place
        elif "/K" in kid:
            yield from marked_content(reader, kid)


def test_tags_bookmarks_and_links_follow_their_pages_to_the_sides():
    part = PdfPart(
        html=page_texts("Un", "Deux", "Trois"), stylesheets=("css/print/base.css",), sides=folded_order
    )
    properties = PdfProperties(title="Livret", author="Club", language="fr")

    reader = PdfReader(BytesIO(render_pdf([part, part], properties=properties, progress=lambda _: None)))

    outer, inner = reader.pages[:2]
    assert len(reader.pages) == 4
    assert ["".join(page.extract_text().split()) for page in (outer, inner)] == ["Un", "DeuxTroislien"]
    width = float(outer.mediabox.width)
    tree = reader.root_object["/StructTreeRoot"]
    # the cover is alone on the outer side; the sides of the second part follow
    assert [
        (side, place) for kind, side, place in marked_content(reader, tree["/K"][0]) if kind != "/Link"
    ] == [(0, 0), (1, 0), (1, 1), (2, 0), (3, 0), (3, 1)]
    keys = tree["/ParentTree"]["/Nums"][::2]
    assert len(set(keys)) == len(keys)
    drawings = [
        picture.get_object() for page in reader.pages for picture in page["/Resources"]["/XObject"].values()
    ]
    assert {drawing["/StructParents"] for drawing in drawings} <= set(keys)
    assert [
        (reader.get_destination_page_number(entry), entry.left > width / 2) for entry in reader.outline
    ] == [(0, True), (1, False), (1, True), (2, True), (3, False), (3, True)]
    (link,) = inner["/Annots"]
    assert float(link.get_object()["/Rect"][0]) > width / 2
