"""Blank forms: one of each, or one of them by the sheet."""

import pytest
from django.utils import translation

from games.core.seats import EAST, NORTH, SOUTH, WEST
from tests.factories.laid_out import lay_out_part
from tests.factories.sheet_faults import faults
from tests.factories.sheets import make_sheet_tournament
from tests.factories.tournaments import make_club, make_tournament
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.blank_forms import (
    ATTACK_RECORD,
    BLANK_FORMS,
    DEFENCE_RECORD,
    PARTS,
    PERSONAL_CARD,
    QUARTER,
    RECAP,
    RULING,
    SCORE_SHEETS,
    build_blank_forms,
)
from tournaments.paper.documents.making.document import build_sheets, preview_html, sheet_parts
from tournaments.paper.documents.making.options import DocumentOptions

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


@pytest.mark.parametrize(
    ("part", "words"),
    [(ATTACK_RECORD, ("MOI", "EUX", "Défense")), (DEFENCE_RECORD, ("NOUS", "LUI", "Attaque"))],
)
def test_record_of_a_quartet_has_the_columns_of_its_side_beside_the_scale(announced, part, words):
    html = preview_html(BLANK_FORMS, announced, language="fr", options=DocumentOptions(part=part))

    assert all(word in html for word in words)
    assert html.count('class="key" scope="row"') == 14
    assert "600 24,495" in " ".join(html.split()).replace("\u2007", " ").replace("\u2009", " ").replace(
        "\u200a", ""
    )


def test_quarter_of_a_match_has_one_attacker_against_three_defenders_and_three_signatures(announced):
    quarter = preview_html(BLANK_FORMS, announced, language="fr", options=DocumentOptions(part=QUARTER))

    assert quarter.count("Attaquant (Sud)") == quarter.count("Défenseurs (Nord, Est, Ouest)") == 4
    assert (quarter.count("Salle ouverte"), quarter.count("Salle fermée")) == (2, 2)
    assert (quarter.count("Capitaine, équipe"), quarter.count("Arbitre")) == (4, 2)


@pytest.mark.parametrize("part", [ATTACK_RECORD, DEFENCE_RECORD, QUARTER])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_forms_of_duels_have_no_fault(announced, part, language):
    options = DocumentOptions(part=part)
    with translation.override(language):
        sheets = build_sheets(BLANK_FORMS, announced, options)
        laid = [lay_out_part(laid_part) for laid_part in sheet_parts(BLANK_FORMS, announced, options, sheets)]

    assert [fault for laid_part in laid for fault in faults(laid_part)] == []


def test_five_players_call_a_card(announced):
    fives = preview_html(BLANK_FORMS, announced, language="fr", options=DocumentOptions(part=SCORE_SHEETS[5]))

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
    printed_forms = pages(DocumentKind.BLANK_FORMS, announced)

    texts = [" ".join(word for *_place, word in page.words) for page in printed_forms]
    assert len(texts) == len(PARTS) - 1
    for text, count in zip(texts, (2, 2, 2, 2, 1, 1, 2, 4, 4, 1, 1, 4, 4, 2), strict=True):
        assert text.count("20 novembre 2026") == count
