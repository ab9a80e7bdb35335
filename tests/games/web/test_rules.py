"""The rules on the site: every game, both languages, each rule of the engine with its sentence."""

import re
from pathlib import Path

import pytest

from games.core.variants.registry import GAMES
from games.core.variants.tarot_table import TAROT_TABLE
from games.services.markdown import LANGUAGES
from games.services.rule_texts import list_rule_texts

PROJECT = Path(__file__).parents[3]
CORE = PROJECT / "games" / "core"
RULES = PROJECT / "docs" / "rules"
NAMED = re.compile(r"\[([A-ZÉ]\d*(?:, [A-ZÉ]\d*)*)\](?!\()")
"""The sources of a sentence, in brackets: a letter, with a page for the federation's rules."""
REFUSAL = re.compile(r"""(?:IllegalAction|ImpossibleOutcome|_outside|check_range)\(\s*"([a-z_]+)\"""")
LISTED = re.compile(r""""((?:bout|king|trump)_discarded)\"""")
NAMES = [*GAMES, *(row.name for row in TAROT_TABLE)]
OPTIONS = sorted({option.name for variant in GAMES.values() for option in variant.options})
PAGES = [text.game for text in list_rule_texts("fr")]


def engine_codes():
    """Every code that a rule of the engine is refused with."""
    texts = [path.read_text() for path in CORE.rglob("*.py") if "exchange" not in path.parts]
    return {code for text in texts for code in (*REFUSAL.findall(text), *LISTED.findall(text))}


def page_of(game):
    """The page of a game: its own, or the longest one that its name begins with."""
    matching_pages = [page for page in PAGES if game == page or game.startswith(f"{page}-")]
    return max(matching_pages, key=len, default=None)


def anchors(language):
    return {
        anchor for text in list_rule_texts(language) for anchor in re.findall(r'<a id="(\w+)">', text.body)
    }


def tables(body):
    """The cells of each table, row by row."""
    table_texts = re.findall(r"<table.*?</table>", body, re.DOTALL)
    rows = [re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL) for table in table_texts]
    return [[re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row) for row in table] for table in rows]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_of_the_engine_has_its_sentence(language):
    codes = engine_codes()

    assert {"must_follow_suit", "bid_too_low", "half_points_odd", "king_discarded"} <= codes
    assert codes - anchors(language) == set()


@pytest.mark.parametrize(
    "path", sorted(RULES.glob("*/*.md")), ids=lambda path: f"{path.parent.name} {path.stem}"
)
def test_sources_that_a_page_names_are_listed_at_its_end(path):
    body, _, sources = path.read_text().partition("\n## Sources\n")

    named_sources = {tag[0] for tags in NAMED.findall(body) for tag in tags.split(", ")}

    assert named_sources == set(re.findall(r"^- \[([A-ZÉ])\]", sources, re.MULTILINE))


def test_no_page_shows_a_value_of_a_program():
    faulty_pages = [
        path.name for path in RULES.glob("*/*.md") if re.search(r"\('|None|True|False", path.read_text())
    ]

    assert faulty_pages == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_names_a_game_or_an_option_as_programs_do(language):
    faulty_games = {text.game for text in list_rule_texts(language) if "<code>" in text.body}

    assert faulty_games == set()


@pytest.mark.parametrize(
    "option", sorted({option.name for game in GAMES.values() for option in game.options})
)
def test_programmers_read_the_name_of_every_option(option):
    assert f"| `{option}` |" in (PROJECT / "docs" / "notation.md").read_text()


def test_languages_have_the_same_pages_and_anchors():
    assert [text.game for text in list_rule_texts("en")] == PAGES
    assert anchors("fr") == anchors("en")


@pytest.mark.parametrize("game", sorted(set(NAMES)))
def test_every_game_has_a_page(game):
    assert page_of(game)


@pytest.mark.parametrize("variant", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_of_a_game_is_explained(variant, language):
    option_pages = (
        {page_of(variant.name), "tarot-4"} if variant.name.startswith("tarot") else {page_of(variant.name)}
    )
    bodies = "".join(text.body for text in list_rule_texts(language) if text.game in option_pages)

    unexplained = [option.name for option in variant.options if f'id="option_{option.name}"' not in bodies]

    assert unexplained == []


@pytest.mark.parametrize("row", TAROT_TABLE, ids=lambda row: row.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_page_gives_the_figures_of_its_row(row, language):
    text = next(text for text in list_rule_texts(language) if text.game == page_of(row.name))

    columns = [column for table in tables(text.body) for column in zip(*table, strict=True)]
    figures = {str(row.hand_size), *([str(row.dog_size)] if row.dog_size else [])}
    handfuls = ", ".join(map(str, row.handful_sizes))
    assert any(
        any(handfuls in cell for cell in column) and figures <= set(re.findall(r"\d+", " ".join(column)))
        for column in columns
    )


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
    assert 'scope="row"' in page
    assert "<th>" not in page


@pytest.mark.parametrize("game", ["bridge", "tarot-1", "README"])
def test_unknown_game_is_not_found(client, game):
    assert client.get(f"/regles/{game}/").status_code == 404


def test_marks_of_every_game_stand_on_one_page_of_rules(client):
    games_shown = [
        game
        for page in PAGES
        for games, _tables in client.get(f"/regles/{page}/").context["marks"]
        for game in games
    ]

    assert sorted(games_shown) == sorted(GAMES)
    assert client.get("/regles/papayou/").text.count("431") >= 2
