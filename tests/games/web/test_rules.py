"""The rules on the site: every game, both languages, each rule of the engine with its sentence."""

import re
from pathlib import Path

import pytest

from games.core.variants.registry import GAMES
from games.core.variants.tarot_table import TAROT_TABLE
from games.web.rule_texts import LANGUAGES, list_rule_texts

PROJECT = Path(__file__).parents[3]
CORE = PROJECT / "games" / "core"
REFUSAL = re.compile(r"""(?:IllegalAction|ImpossibleOutcome|_outside|check_range)\(\s*"([a-z_]+)\"""")
LISTED = re.compile(r""""((?:bout|king|trump)_discarded)\"""")
NAMES = [*GAMES, *(row.name for row in TAROT_TABLE)]
PAGES = [text.game for text in list_rule_texts("fr")]


def engine_codes():
    """Every code that a rule of the engine is refused with."""
    texts = [path.read_text() for path in CORE.rglob("*.py") if "exchange" not in path.parts]
    return {code for text in texts for code in (*REFUSAL.findall(text), *LISTED.findall(text))}


def page_of(game):
    """The page of a game: its own, or the longest one that its name begins with."""
    found = [page for page in PAGES if game == page or game.startswith(f"{page}-")]
    return max(found, key=len, default=None)


def anchors(language):
    return {
        anchor for text in list_rule_texts(language) for anchor in re.findall(r'<a id="(\w+)">', text.body)
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_of_the_engine_has_its_sentence(language):
    codes = engine_codes()

    assert {"must_follow_suit", "bid_too_low", "half_points_odd", "king_discarded"} <= codes
    assert codes - anchors(language) == set()


def test_languages_have_the_same_pages_and_anchors():
    assert [text.game for text in list_rule_texts("en")] == PAGES
    assert anchors("fr") == anchors("en")


@pytest.mark.parametrize("game", sorted(set(NAMES)))
def test_every_game_has_a_page(game):
    assert page_of(game)


@pytest.mark.parametrize("row", TAROT_TABLE, ids=lambda row: row.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_page_gives_the_figures_of_its_row(row, language):
    text = next(text for text in list_rule_texts(language) if text.game == page_of(row.name))

    lines = re.findall(r"<tr>(.*?)</tr>", text.body, re.DOTALL)
    wanted = [str(row.hand_size), *([str(row.dog_size)] if row.dog_size else [])]
    handfuls = ", ".join(map(str, row.handful_sizes))
    assert any(handfuls in line and set(wanted) <= set(re.findall(r"\d+", line)) for line in lines)


@pytest.mark.parametrize("game", PAGES)
def test_page_is_shown_in_the_language_of_the_visitor(client, game):
    french = client.get(f"/regles/{game}/", headers={"accept-language": "fr"})
    english = client.get(f"/regles/{game}/", headers={"accept-language": "en"})

    titles = [
        next(text.title for text in list_rule_texts(language) if text.game == game) for language in LANGUAGES
    ]
    assert f"<h1>{titles[0]}</h1>" in french.content.decode()
    assert f"<h1>{titles[1]}</h1>" in english.content.decode()
    assert "Sources" in french.content.decode()


def test_index_lists_every_page_in_order(client):
    page = client.get("/regles/").content.decode()

    listed = re.findall(r'href="/regles/([a-z0-9-]+)/"', page)
    assert listed == [f"tarot-{players}" for players in range(2, 17)] + [
        game for game in PAGES if not game.startswith("tarot-")
    ]


def test_links_between_files_lead_to_pages(client):
    page = client.get("/regles/tarot-5/").content.decode()

    assert 'href="../tarot-4/"' in page
    assert ".md" not in page


def test_tables_have_captions_and_scopes(client):
    page = client.get("/regles/tarot-4/").content.decode()

    assert page.count("<table") == page.count("<caption") == page.count('class="table-scroll"') > 1
    assert '<caption class="visually-hidden">Le compte</caption>' in page
    assert "<th>" not in page


@pytest.mark.parametrize("game", ["bridge", "tarot-1", "README"])
def test_unknown_game_is_not_found(client, game):
    assert client.get(f"/regles/{game}/").status_code == 404
