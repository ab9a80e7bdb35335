"""Tags of a PDF: what a screen reader gets equals what is printed, in the order of reading."""

from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from tests.factories.tagged_pdf import TaggedPdf, access_faults, kids_of
from tournaments.paper.pdf import rendering
from tournaments.paper.pdf.folding import folded_order
from tournaments.paper.pdf.joining import PdfProperties
from tournaments.paper.pdf.rendering import PdfPart, render_pdf

SHEET = """
<html lang="fr"><head><title>Soirée</title></head><body><main>
  <div style="position: absolute; top: 40mm">Sous le titre</div>
  <h1>Titre <b>gras</b></h1>
  <h4>Partie</h4>
  <p>Deux <span>mots</span></p>
  <table>
    <caption class="hidden">Légende</caption>
    <thead><tr><th></th><th scope="col">Nom</th><th>Rang</th></tr></thead>
    <tbody>
      <tr><th scope="row">1</th><td colspan="2">Anne</td></tr>
      <tr><th scope="row">2</th><td>Luc</td></tr>
    </tbody>
  </table>
  <table><tr><td>Date</td><td></td></tr><tr><td>Lieu</td><td>Ici</td></tr></table>
  <dl><div><dt>Nord</dt><dd>Zoé</dd></div></dl>
  <ul style="list-style: none"><li>Puce</li></ul>
  <svg viewBox="0 0 9 9" width="9" height="9"><title>Code à scanner</title><path d="M0 0h9v9z"/></svg>
  <svg viewBox="0 0 9 9" width="9" height="9" aria-hidden="true"><path d="M0 0h9v9z"/></svg>
  <p>Fin <a href="https://club.example/">lien</a></p>
</main></body></html>
"""


def tagged(*parts: PdfPart) -> TaggedPdf:
    properties = PdfProperties(title="Soirée", author="Club", language="fr")
    content = render_pdf(parts, properties=properties, progress=lambda _: None)
    return TaggedPdf(PdfReader(BytesIO(content)))


def part_of(html: str = SHEET, **options: object) -> PdfPart:
    return PdfPart(html=html, stylesheets=("css/print/base.css", "css/print/flow.css"), **options)


def tags_of(pdf: TaggedPdf, kind: str) -> list[DictionaryObject]:
    """Return the tags of a kind in reading order."""
    pending, tags = list(pdf.reader.root_object["/StructTreeRoot"]["/K"]), []
    while pending:
        tag = pending.pop(0)
        tag = tag if isinstance(tag, int) else tag.get_object()
        if isinstance(tag, dict) and "/S" in tag:
            tags += [tag] if tag["/S"] == kind else []
            pending = kids_of(tag) + pending
    return tags


@pytest.fixture(scope="module")
def sheet() -> TaggedPdf:
    return tagged(part_of())


def test_texts_are_in_the_order_of_the_page(sheet):
    assert sheet.faults == []
    assert " ".join("".join(sheet.texts).split()) == (
        "Sous le titreTitre grasPartieDeux motsLégendeNomRang1Anne2LucDateLieuIciNordZoéPuceFin lien"
    )


def test_joined_and_folded_parts_keep_their_tags(sheet):
    pdf = tagged(part_of(), part_of(sides=folded_order), part_of(sides=folded_order))

    assert pdf.faults == []
    assert pdf.texts == sheet.texts * 3
    first, folded, _last = tags_of(pdf, "/Figure")
    width = float(pdf.reader.pages[0].mediabox.width)
    assert folded["/A"]["/BBox"][0] == pytest.approx(first["/A"]["/BBox"][0] + width)


def test_parts_on_letter_sheets_keep_their_tags_and_their_boxes_move(sheet):
    pdf = tagged(part_of(is_letter=True), part_of(sides=folded_order))

    assert pdf.faults == []
    assert pdf.texts == sheet.texts * 2
    (before,), (after, _folded) = tags_of(sheet, "/Figure"), tags_of(pdf, "/Figure")
    left, bottom = (float(value) for value in before["/A"]["/BBox"][:2])
    # 792 of 841.9 points; 560 of the 612 points of the width, in the middle
    assert after["/A"]["/BBox"][:2] == pytest.approx([left * 0.9407 + 26, bottom * 0.9407], abs=0.3)


def test_levels_of_headings_follow_each_other(sheet):
    assert [len(tags_of(sheet, kind)) for kind in ("/H1", "/H2", "/H4")] == [1, 1, 0]


def test_header_cells_have_the_scope_of_the_page(sheet):
    (table,) = tags_of(sheet, "/Table")
    assert [cell["/A"]["/Scope"] for cell in tags_of(sheet, "/TH")] == ["/Column"] * 3 + ["/Row"] * 2
    assert [kid["/S"] for kid in kids_of(table)] == ["/Caption", "/THead", "/TBody"]


def test_term_and_explanation_are_one_item(sheet):
    first, second = tags_of(sheet, "/LI")

    assert [[kid["/S"] for kid in kids_of(item)] for item in (first, second)] == [
        ["/Lbl", "/LBody"],
        ["/LBody"],
    ]


def test_drawing_with_a_title_is_a_figure_and_another_is_decoration(sheet):
    (figure,) = tags_of(sheet, "/Figure")
    assert figure["/Alt"] == "Code à scanner"
    left, bottom, right, top = figure["/A"]["/BBox"]
    assert (right - left, top - bottom) == pytest.approx((9 * 0.75, 9 * 0.75))
    assert sheet.reader.pages[0]["/Contents"].get_data().count(b"/Artifact\n<</Type /Layout>>") == 1


def test_page_numbers_are_furniture(sheet):
    assert "1 / 1" in sheet.reader.pages[0].extract_text()
    assert "1 / 1" not in "".join(sheet.texts)
    assert b"/Artifact\n<</Type /Pagination>>" in sheet.reader.pages[0]["/Contents"].get_data()


def test_check_finds_what_weasyprint_leaves_undone(monkeypatch, tmp_path: Path):
    monkeypatch.setattr(rendering, "complete_tags", lambda pdf, scale: None)
    properties = PdfProperties(title="Soirée", author="Club", language="fr")
    cut = (
        '<p style="width: 9mm; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">Trop long</p>'
        '<table><caption style="position: absolute">Légende</caption><tr><td>1</td></tr></table>'
    )

    file = tmp_path / "document.pdf"
    file.write_bytes(render_pdf([part_of(), part_of(cut)], properties=properties, progress=lambda _: None))

    faults = access_faults(file)
    for fault in (
        "figure without Alt",
        "header cell without scope",
        "/Table right below /Table",
        "is read as",
    ):
        assert any(fault in sentence for sentence in faults), fault
