"""Rules to print: a PDF of the page in the visitor's language, on the paper asked for."""

import re
from io import BytesIO

import pytest
from pypdf import PdfReader

from common.errors import AppError
from games.core.variants.registry import GAMES
from games.services.rule_texts import list_rule_texts, rule_text, rules_of_game
from tournaments.paper.documents.hall.rules_leaflet import printable_body
from tournaments.paper.public import rule_leaflets as page
from tournaments.paper.services import rule_leaflets


def test_every_game_has_its_page_the_longest_one_that_it_begins_with():
    pages = {game: rules_of_game("fr", game).game for game in GAMES}

    assert pages["tarot-5"] == "tarot-5"
    assert pages["tarot-16"] == "tarot-16"
    assert pages["tarot-5-flambeuse"] == "tarot-5"
    assert pages["nullo-3"] == "nullo"
    assert pages["cold-poker-2"] == "cold-poker"
    assert set(pages.values()) == {text.game for text in list_rule_texts("fr")}


def test_paper_has_no_link_that_only_the_site_opens_and_no_name_of_an_option():
    linked = rule_text("fr", "tarot-5")
    assert linked is not None
    assert 'href="../tarot-4/"' in linked.body
    assert 'id="option_call"' in linked.body

    body = printable_body(linked)

    assert 'href="..' not in body
    assert "option_call" not in body
    assert re.sub("<[^>]*>", "", body) == re.sub("<[^>]*>", "", linked.body)


@pytest.mark.parametrize(
    ("address", "language", "title", "width"),
    [
        ("/regles/nullo/imprimer/", "fr", "Nullo", 842),
        ("/regles/nullo/imprimer/?papier=a5", "en", "Nullo", 420),
    ],
)
def test_rules_are_printed_folded_or_page_by_page(client, address, language, title, width):
    answer = client.get(address, headers={"accept-language": language})

    assert answer["Content-Type"] == "application/pdf"
    reader = PdfReader(BytesIO(answer.content))
    assert title in reader.metadata.title
    assert reader.root_object["/Lang"] == language
    assert round(float(reader.pages[0].mediabox.width)) == width
    words = " ".join(page.extract_text() for page in reader.pages)
    assert "Sources" in words


def test_unknown_game_has_no_leaflet_and_a_page_links_to_its_own(client):
    assert client.get("/regles/belote/imprimer/").status_code == 404
    assert 'href="/regles/tarot-5/imprimer/"' in client.get("/regles/tarot-5/").content.decode()


def test_machine_that_draws_no_paper_says_so(client, monkeypatch):
    def refuse(*_: object) -> bytes:
        raise AppError("pdf_unavailable", "Les PDF demandent la bibliothèque Pango.")

    monkeypatch.setattr(page, "leaflet_pdf", refuse)

    answer = client.get("/regles/nullo/imprimer/")

    assert answer.status_code == 503
    assert "Les PDF demandent la bibliothèque Pango." in answer.text
    assert 'href="/regles/nullo/"' in answer.text


def test_leaflets_are_kept_in_bounds_and_unknown_ones_not_at_all(client):
    cache_info = rule_leaflets._draw_leaflet.cache_info()

    for number in range(30):
        client.get(f"/regles/nothing-{number}/imprimer/")

    assert rule_leaflets._draw_leaflet.cache_info() == cache_info
    assert cache_info.maxsize == 200
    assert cache_info.maxsize > 2 * len(rule_leaflets.PAPERS) * len(list_rule_texts("fr"))


def test_leaflet_is_asked_for_again_while_another_one_is_made(client):
    rule_leaflets._draw_leaflet.cache_clear()

    with rule_leaflets.GATE.passed():
        answer = client.get("/regles/nullo/imprimer/")

    assert (answer.status_code, "dans quelques secondes" in answer.content.decode()) == (503, True)
