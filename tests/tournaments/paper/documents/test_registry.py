"""Rules that every document must follow, present and future."""

import re
from collections.abc import Collection, Iterator
from html import unescape

import pytest

from common.errors import AppError
from tests.factories.printed_pages import SET_BY_NOBODY, misplaced_ink, outside, printed_pages
from tests.factories.tagged_pdf import access_faults
from tests.factories.tournaments import enter_result, list_plays, make_club, make_tournament
from tournaments.base.access import Right
from tournaments.enums import DocumentKind, Visibility
from tournaments.models import ClubPage, PrizePlan, Tournament
from tournaments.paper.documents.making.document import build_sheets, preview_html, sheet_parts
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.pdf.rendering import PdfPart
from tournaments.paper.services.sheet_codes import issue_codes
from tournaments.rankings.services.standings import refresh_standings

NEEDS_NOTHING = {
    DocumentKind.BOARD_LABELS,
    DocumentKind.MOVEMENT_SHEETS,
    DocumentKind.MOVEMENT_MAP,
    DocumentKind.TABLE_CARDS,
    DocumentKind.ORIENTATION_BOARDS,
    DocumentKind.RULINGS_LIST,
    DocumentKind.RULES_LEAFLET,
    DocumentKind.BLANK_FORMS,
    DocumentKind.RULING_SHEET,
    DocumentKind.SUBSTITUTE_SLIPS,
    DocumentKind.ENTRY_SLIPS,
    DocumentKind.EVENING_PACK,
}
"""Documents available from the first minute, since they depend on the shape of the tournament alone."""
PACKS = {DocumentKind.EVENING_PACK, DocumentKind.MISSING_NOW}
"""Made of other documents: each of these is printed here by itself."""
BY_DAY = SET_BY_NOBODY | {DocumentKind.PRIZE_LIST, DocumentKind.RECEIPTS, DocumentKind.TAKINGS}
"""Papers that `test_every_format.py` does not print; the others are printed here, too, in the nights."""
PAGES_OF_DEALS = {DocumentKind.COPY_SHEETS, DocumentKind.SORTING_SHEETS, DocumentKind.HAND_DIAGRAMS}
"""Documents with one equal page a deal: one page is enough."""

MEASURED = re.compile(
    r"(?:(?:font-size|line-height|tab-size|width|height|margin-top|margin-left): ?[\d.]+(?:pt|mm|px);? ?)+"
)
"""Sizes that are measured for a sheet: all that the style of an element may set."""
DRAWING_WITHOUT_WORDS = re.compile(r"<svg\b(?![^>]*aria-hidden=\"true\")[^>]*>\s*(?!<title>[^<])")
"""A drawing is decoration, or has a title, which becomes its text in the PDF."""


@pytest.fixture
def played(few_deals):
    """The evening with one result, its ranking, a prize and a few deals."""
    few_deals.visibility = Visibility.PUBLIC
    few_deals.save()
    enter_result(list_plays(few_deals)[0], 56)
    refresh_standings(session=few_deals.sessions.get())
    plan = PrizePlan.objects.create(tournament=few_deals)
    plan.rules.create(position=1, name="Général", ranking="overall", amounts=[5000])
    entry = few_deals.entries.first()
    few_deals.receipts.create(number=1, entry=entry, payer=str(entry), subject="Plein", cents=800)
    ClubPage.objects.create(club=few_deals.club, receipt_head="12 rue du Chien")
    return few_deals


def test_every_kind_has_its_document():
    assert set(DOCUMENTS) == set(DocumentKind)
    assert all(document.kind == kind for kind, document in DOCUMENTS.items())


def test_paper_that_shows_cards_needs_the_right_to_see_them():
    showing = {kind for kind, document in DOCUMENTS.items() if document.right == Right.SEE_DEALS}

    assert showing == {
        DocumentKind.HAND_DIAGRAMS,
        DocumentKind.SORTING_SHEETS,
        DocumentKind.COPY_SHEETS,
        DocumentKind.DOG_SLIPS,
        DocumentKind.DEAL_BOOKLET,
        DocumentKind.TEACHING_SHEETS,
    }
    assert {document.right for document in DOCUMENTS.values()} == {
        Right.SEE_DEALS,
        Right.PRINT,
        Right.WELCOME,
    }


@pytest.mark.django_db
def test_nothing_is_printed_before_it_exists_and_the_refusal_says_what_to_do():
    tournament = make_tournament(make_club())
    refusals = {}

    for kind in sorted(set(DocumentKind) - NEEDS_NOTHING):
        try:
            build_sheets(DOCUMENTS[kind], tournament)
        except AppError as error:
            refusals[kind] = error

    assert set(refusals) == set(DocumentKind) - NEEDS_NOTHING
    assert [kind for kind, error in refusals.items() if not error.code.endswith("_missing")] == []
    assert [kind for kind, error in refusals.items() if str(error.message).split()[1] != "d’abord"] == []


def test_preview_is_a_page_that_the_content_policy_allows_whatever_the_name(played, at_home):
    played.name = "<script>alert(1)</script> & Cie"
    unnamed, untitled, dressed, forbidden, unspoken = [], [], [], [], []

    for kind in DocumentKind:
        html = preview_html(DOCUMENTS[kind], played, language="fr", options=at_home)
        if "&lt;script&gt;alert(1)&lt;/script&gt; &amp; Cie" not in html:
            unnamed.append(kind)
        title = unescape(re.search("<title>(.*?)</title>", html, re.DOTALL).group(1))
        if title.split() != f"{played.name} – {kind.label}".split():
            untitled.append(kind)
        if html.count('rel="stylesheet"') == 2:
            dressed.append(kind)
        styles = [unescape(style) for style in re.findall(r'\sstyle="([^"]*)"', html)]
        if re.search(r"<script|<style|\son\w+=", html) or not all(map(MEASURED.fullmatch, styles)):
            forbidden.append(kind)
        if DRAWING_WITHOUT_WORDS.search(html):
            unspoken.append(kind)

    assert unnamed == untitled == forbidden == unspoken == []
    assert dressed == list(DocumentKind)


def test_paper_is_titled_in_its_language(played, printed):
    played.name = "Grand tournoi du comité des Deux-Rives " * 2

    reader = printed(DocumentKind.POSTER, played)

    assert reader.metadata.title.split() == f"{played.name} – {DocumentKind.POSTER.label}".split()
    assert reader.root_object["/Lang"] == "fr"


@pytest.mark.parametrize(
    "kinds",
    [
        pytest.param(BY_DAY, id="by day"),
        pytest.param(set(DocumentKind) - PACKS - BY_DAY, id="the others", marks=pytest.mark.nights),
    ],
)
def test_everything_stands_on_its_page_in_words_and_as_a_picture(kinds, played, at_home, tmp_path, pictures):
    played.name = "Grand tournoi du comité des Deux-Rives " * 2

    pages = printed_pages(parts_of(kinds, played, at_home), tmp_path / "document.pdf")

    assert access_faults(tmp_path / "document.pdf") == []
    assert {kind for kind, _page in pages} == {kind.value for kind in kinds}
    assert [kind for kind, page in pages if not page.words] == []
    assert {kind: fault for kind, page in pages if (fault := outside(page))} == {}
    faults = [(kind, misplaced_ink(picture)) for (kind, _), picture in zip(pages, pictures(), strict=True)]
    assert [(kind, fault) for kind, fault in faults if fault] == []


def parts_of(
    kinds: Collection[DocumentKind], tournament: Tournament, options: DocumentOptions
) -> Iterator[PdfPart]:
    """All sheets of each document, of those with a page a deal the first."""
    for kind in sorted(kinds):
        document_type = DOCUMENTS[kind]
        issue_codes(document_type=document_type, tournament=tournament, options=options)
        sheets = build_sheets(document_type, tournament, options)
        sheets_shown = sheets[:1] if kind in PAGES_OF_DEALS else sheets
        yield from sheet_parts(document_type, tournament, options, sheets_shown, chapter=kind)
