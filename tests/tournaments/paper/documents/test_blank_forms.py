"""Blank forms: one of each, or one of them by the sheet."""

import pytest

from games.core.seats import EAST, NORTH, SOUTH, WEST
from tests.factories.sheets import make_sheet_tournament
from tests.factories.tournaments import make_club, make_tournament
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.blank_forms import (
    BLANK_FORMS,
    DUELS,
    PARTS,
    PERSONAL_CARD,
    QUARTER,
    RECAP,
    RULING,
    SCORE_SHEETS,
    build_blank_forms,
)
from tournaments.paper.documents.document import preview_html
from tournaments.paper.documents.options import DocumentOptions

pytestmark = pytest.mark.django_db


@pytest.fixture
def announced() -> Tournament:
    return make_tournament(make_club())


def test_there_is_one_of_each_in_the_order_of_the_choice(announced):
    forms = build_blank_forms(announced, DocumentOptions())

    assert [form.part for form in forms] == [part for part, _label in PARTS[1:]]
    assert BLANK_FORMS.parts == PARTS


def test_one_form_comes_by_the_sheet(announced):
    forms = build_blank_forms(announced, DocumentOptions(part=RULING, copies=3))

    assert [form.part for form in forms] == [RULING] * 3


def test_score_sheets_have_a_column_for_each_player(announced):
    seats = {
        count: build_blank_forms(announced, DocumentOptions(part=part))[0].seats
        for count, part in SCORE_SHEETS.items()
    }

    assert seats == {3: (0, 1, 2), 4: (NORTH, SOUTH, EAST, WEST), 5: (0, 1, 2, 3, 4)}


def test_grid_of_match_points_has_the_root_of_each_difference(announced):
    html = preview_html(BLANK_FORMS, announced, language="fr", options=DocumentOptions(part=DUELS))

    assert "<td>11,83</td>" in html
    assert "<td>5,48</td>" in html
    assert html.count("EUX") == 2


def test_quarter_of_a_match_is_signed_by_both_and_five_players_call_a_card(announced):
    quarter = preview_html(BLANK_FORMS, announced, language="fr", options=DocumentOptions(part=QUARTER))
    fives = preview_html(BLANK_FORMS, announced, language="fr", options=DocumentOptions(part=SCORE_SHEETS[5]))

    assert quarter.count("Signature du capitaine") == 4
    assert fives.count("carte appelée") == 2


def test_free_deals_have_cards_with_sums_and_a_recapitulation():
    cards = {
        event: preview_html(BLANK_FORMS, event, language="fr", options=DocumentOptions(part=PERSONAL_CARD))
        for event in (make_tournament(make_club()), make_sheet_tournament(make_club()))
    }
    recap = preview_html(BLANK_FORMS, next(iter(cards)), language="fr", options=DocumentOptions(part=RECAP))

    assert ["Étuis et marques" in html for html in cards.values()] == [True, False]
    assert [html.count('scope="col">Bilan') for html in cards.values()] == [0, 4]
    assert recap.count('scope="col">Total') == 6


@pytest.mark.paper
def test_every_form_stands_on_a_page_of_its_own(announced, pages):
    printed = pages(DocumentKind.BLANK_FORMS, announced)

    texts = [" ".join(word for *_place, word in page.words) for page in printed]
    assert len(texts) == len(PARTS) - 1
    for text, count in zip(texts, (2, 2, 2, 2, 2, 2, 4, 4, 1, 1, 4, 4, 2), strict=True):
        assert text.count("20 novembre 2026") == count
