"""The leaflet of an event: the rules of its game, as the site tells them."""

import pytest
from django.utils import translation

from games.services.rule_leaflets import printable_body
from games.services.rule_texts import rule_text
from tests.factories.sheets import make_sheet_tournament
from tests.factories.tournaments import make_club
from tournaments.paper.documents.options import DocumentOptions
from tournaments.paper.documents.rules_leaflet import build_rules_leaflet

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
