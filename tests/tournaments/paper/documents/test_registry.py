"""What every document must hold, present and future."""

import re

import pytest

from common.errors import AppError
from games.models import Deal
from tests.cases import by_day
from tests.factories.printed_pages import MARGIN, SET_BY_NOBODY, misplaced_ink
from tests.factories.tournaments import enter_result, list_plays, make_club, make_tournament
from tournaments.base.access import Right
from tournaments.enums import DocumentKind, Visibility
from tournaments.models import PrizePlan, Tournament
from tournaments.paper.documents.document import build_sheets, preview_html
from tournaments.paper.documents.registry import DOCUMENTS
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
"""Printed from the first minute: the shape of the tournament says it all."""
PACKS = {DocumentKind.EVENING_PACK, DocumentKind.MISSING_NOW}
"""Made of other documents: each of these is printed here by itself."""
BY_DAY = SET_BY_NOBODY | {DocumentKind.PRIZE_LIST}
"""Papers that `test_every_format.py` does not print; the others are printed here, too, in the nights."""


PAGES_OF_DEALS = {DocumentKind.COPY_SHEETS, DocumentKind.SORTING_SHEETS, DocumentKind.HAND_DIAGRAMS}
"""With a page a deal, all alike: one is enough."""


@pytest.fixture
def played(few_deals):
    """The evening with one result, its ranking, a prize and a few deals."""
    few_deals.visibility = Visibility.PUBLIC
    few_deals.save()
    enter_result(list_plays(few_deals)[0], 56)
    refresh_standings(session=few_deals.sessions.get())
    plan = PrizePlan.objects.create(tournament=few_deals)
    plan.rules.create(position=1, name="Général", ranking="overall", amounts=[5000])
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
    assert {document.right for document in DOCUMENTS.values()} == {Right.SEE_DEALS, Right.PRINT}


@pytest.mark.parametrize("kind", sorted(set(DocumentKind) - NEEDS_NOTHING))
@pytest.mark.django_db
def test_nothing_is_printed_before_it_exists_and_the_refusal_says_what_to_do(kind):
    with pytest.raises(AppError, match="_missing") as refusal:
        build_sheets(DOCUMENTS[kind], make_tournament(make_club()))

    assert str(refusal.value.message).split()[1] == "d’abord"


def test_preview_is_a_page_that_the_content_policy_allows_whatever_the_name(played, at_home):
    played.name = "<script>alert(1)</script> & Cie"
    unnamed, dressed, forbidden = [], [], []

    for kind in DocumentKind:
        html = preview_html(DOCUMENTS[kind], played, language="fr", options=at_home)
        if "&lt;script&gt;alert(1)&lt;/script&gt; &amp; Cie" not in html:
            unnamed.append(kind)
        if html.count('rel="stylesheet"') == 2:
            dressed.append(kind)
        if re.search(r"<script|<style|\sstyle=|\son\w+=", html):
            forbidden.append(kind)

    assert unnamed == forbidden == []
    assert dressed == list(DocumentKind)


@pytest.mark.parametrize("kind", by_day(sorted(set(DocumentKind) - PACKS), BY_DAY.__contains__))
def test_paper_is_titled_and_everything_stands_on_its_page_in_words_and_as_a_picture(
    kind, played, pages, pictures, last_printed
):
    if kind in PAGES_OF_DEALS:
        Deal.objects.filter(deal_set__session__tournament=played, number__gt=1).delete()
    Tournament.objects.filter(pk=played.pk).update(name="Grand tournoi du comité des Deux-Rives " * 2)
    played.refresh_from_db()

    printed_pages = pages(kind, played)

    reader = last_printed()
    assert reader.metadata.title.split() == f"{played.name} – {kind.label}".split()
    assert reader.root_object["/Lang"] == "fr"
    assert all(page.words for page in printed_pages)
    for page in printed_pages:
        for left, top, right, bottom, text in page.words:
            assert left >= MARGIN, text
            assert right <= page.width - MARGIN, text
            assert top >= MARGIN, text
            assert bottom <= page.height - MARGIN, text
    drawn = pictures()
    assert len(drawn) == len(printed_pages)
    assert [found for picture in drawn if (found := misplaced_ink(picture))] == []
