"""Leaflet of an event: the rules of its game, as on the site."""

import pytest
from django.utils import translation
from django.utils.html import escape

from games.services.mark_tables import mark_tables
from games.services.rule_texts import rule_text
from tests.factories.sheets import make_sheet_tournament
from tests.factories.tournaments import make_club, make_tournament
from tournaments.enums import DocumentKind
from tournaments.paper.documents.hall.rules_leaflet import build_rules_leaflet, printable_body
from tournaments.paper.documents.making.document import preview_html
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.registry import DOCUMENTS

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["fr", "en"])
def test_text_is_that_of_the_page_of_the_game(language):
    friendly = make_sheet_tournament(
        make_club(), format_code="friendly", game="nullo-3", table_count=3, player_count=9, deals=3
    )

    with translation.override(language):
        (leaflet,) = build_rules_leaflet(friendly, DocumentOptions())

    text = rule_text(language, "nullo")
    assert leaflet.text == text
    assert leaflet.body == printable_body(leaflet.text)


def test_leaflet_of_an_imposed_garde_says_that_nobody_bids_and_names_no_option_of_programs():
    evening = make_tournament(make_club())

    html = preview_html(DOCUMENTS[DocumentKind.RULES_LEAFLET], evening, language="fr")

    assert "Ce soir, personne n’enchérit." in html
    assert "kings_in_discard" not in html
    assert "Pénalités" in html or "poignée" in html
    free = make_sheet_tournament(make_club())
    assert "personne n’enchérit" not in preview_html(
        DOCUMENTS[DocumentKind.RULES_LEAFLET], free, language="fr"
    )


@pytest.mark.paper
def test_folded_leaflet_has_its_title_on_the_cover(pages, last_printed):
    outside, inside = pages(DocumentKind.RULES_LEAFLET, make_tournament(make_club()))

    assert (round(outside.width), round(outside.height)) == (842, 595)
    title_left = next(x_left for x_left, _top, _right, _bottom, text in outside.words if text == "quatre")
    assert title_left > outside.width / 2
    numbers = [
        [
            text
            for _left, _top, _right, bottom, text in page.words
            if bottom > page.height - 40 and text.isdigit()
        ]
        for page in (outside, inside)
    ]
    assert numbers == [["4", "4", "1", "4"], ["2", "4", "3", "4"]]
    reader = last_printed()
    assert reader.get_destination_page_number(reader.outline[0]) == 0
    assert float(reader.outline[0].left) > outside.width / 2


def test_what_the_evening_plays_otherwise_stands_first():
    options = {"rules": "fft mouche=yes shares=halves"}
    evening = make_sheet_tournament(
        make_club(),
        format_code="friendly_total",
        game="tarot-5",
        table_count=3,
        player_count=15,
        deals=5,
        options=options,
    )

    html = preview_html(DOCUMENTS[DocumentKind.RULES_LEAFLET], evening, language="fr")

    assert "Ce que nous jouons ce soir" in html
    assert "une cagnotte passe d’une donne à la suivante" in html
    assert html.index("la moitié chacun") < html.index("<h2")


def test_leaflet_of_a5_pages_ends_with_the_marks_of_its_game():
    friendly = make_sheet_tournament(
        make_club(), format_code="friendly", game="nullo-3", table_count=3, player_count=9, deals=3
    )

    html = preview_html(
        DOCUMENTS[DocumentKind.RULES_LEAFLET], friendly, options=DocumentOptions(paper="A5"), language="fr"
    )

    with translation.override("fr"):
        tables = mark_tables("nullo-3")
    _rules, marks = html.split("Tableaux de marque")
    assert all(escape(table.caption) in marks for table in tables)
    assert marks.count("<tbody>") == len(tables)
