"""Pages of /compter/: one for every game, the figures of published deals, no lost input."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from games.core.variants.registry import GAMES
from tests.cases import by_day
from tests.factories.facts import IMPOSSIBLE
from tournaments.results.words.facts import points_words

pytestmark = pytest.mark.django_db

EXAMPLES = json.loads(
    (Path(__file__).parents[2] / "data" / "games" / "calculator_examples.json").read_text()
)["examples"]


FLAGS = {"yes": "True"}
"""Values of a rule-set on the page, by their text in the rule-set."""


def kind_of(example):
    """Return the written facts and the printed figures of an example."""
    return example["game"], example.get("rules"), frozenset(example["typed"]), frozenset(example)


UNLIKE = {kind_of(example): example["place"] for example in reversed(EXAMPLES)}
"""First example of each kind, tested on the page by day."""


def page_of(game, typed):
    return Client().get(reverse("counting-game", args=[game]), typed)


def rule_fields(text):
    """The rules of an example as the page's fields."""
    base, *changes = text.split(" ")
    changed_options = dict(change.split("=") for change in changes)
    return {"regles": base} | {
        f"rule_{name}": FLAGS.get(value, value) for name, value in changed_options.items()
    }


@pytest.mark.parametrize(
    "example",
    by_day(EXAMPLES, lambda each: UNLIKE[kind_of(each)] == each["place"]),
    ids=lambda each: f"{each['document']} {each['place']}",
)
def test_published_deals_typed_on_the_page_give_the_printed_figures(example):
    pot = example.get("pot", {})
    typed = example["typed"] | ({"pot": pot["before"], "dealer": pot["dealer"]} if pot else {})

    page = page_of(example["game"], typed | rule_fields(example.get("rules", "fft")))

    page_text = page.content.decode()
    if "refused" in example:
        assert f'data-told="{example["refused"]}" role="status">Les annonces font' in page_text
        assert all(f'value="{example["refused"]}={value}"' in page_text for value in example["nearest"])
    for score in example.get("scores", []):
        assert f'<td class="number">{points_words(Fraction(score))}</td>' in page_text
    for code, points in example.get("lines", {}).items():
        expected_figures = [str(abs(number)) if code == "unit" else points_words(number) for number in points]
        assert all(f'<span class="number">{text}</span>' in page_text for text in expected_figures)
    for size in example.get("sizes", []):
        assert f"({size} atouts)" in page_text
    figures = [*map(points_words, pot["payments"]), str(pot["after"])] if pot else []
    assert all(f'<span class="number">{text}</span>' in page_text for text in figures)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_page_in_two_queries_at_most(game, django_assert_max_num_queries):
    with django_assert_max_num_queries(0):
        page = page_of(game, {})

    assert page.status_code == 200
    assert len(page.content) < 60_000
    assert "Le compte s’affiche ici." in page.content.decode()


def test_what_is_typed_stays_beside_its_refusal():
    page_text = page_of(
        "tarot-4", {"bid": "garde", "taker": "2", "bouts": "2", "points": "95<b>"}
    ).content.decode()

    assert 'value="95&lt;b&gt;"' in page_text
    assert "n’est pas un nombre de points" in page_text
    assert '<option value="2" selected>Sud</option>' in page_text


def test_a_near_value_is_taken_with_one_press():
    typed = {"bid": "garde", "taker": "2", "bouts": "2", "points": "95", "regles": "fft"}

    answer = page_of("tarot-4", typed | {"prendre": "points=85"})

    assert answer.status_code == 302
    assert "points=85" in answer.url
    assert "prendre" not in answer.url
    assert "Sud" in Client().get(answer.url).content.decode()


def test_a_pot_that_does_not_add_up_is_refused_and_a_right_one_counted():
    typed = {"bid": "prise", "taker": "1", "bouts": "2", "points": "46", "rule_mouche": "True", "dealer": "0"}

    wrong = page_of("tarot-4", typed | {"pot": "12"}).content.decode()
    right = page_of("tarot-4", typed | {"pot": "20"}).content.decode()

    assert "au plus près\xa0: 10 ou 15" in wrong
    assert "+55" in right  # 20, the dealer's 5 and three times 10


def test_the_script_gets_words_and_the_sum():
    address = reverse("counting-trial", args=["tarot-4"])

    wrong = Client().get(address, {"bid": "garde", "bouts": "2", "points": "46"}).json()
    right = Client().get(address, {"bid": "garde", "taker": "0", "bouts": "2", "points": "46"}).json()

    assert wrong["problems"] == {"taker": "Remplissez cette case."}
    assert right["problems"] == {}
    assert "+180" in right["result"]


@pytest.mark.parametrize("name", ["counting-game", "counting-trial", "counting-begin"])
def test_a_game_that_does_not_exist_has_no_page(name):
    assert Client().get(reverse(name, args=["belote-4"])).status_code == 404


def test_the_first_page_leads_to_every_game():
    page_text = Client().get(reverse("counting-index")).content.decode()

    assert all(reverse("counting-game", args=[game]) in page_text for game in GAMES)


@pytest.mark.parametrize("game", IMPOSSIBLE)
def test_impossible_facts_of_each_family_stay_typed_with_the_nearest_that_go(game):
    typed = IMPOSSIBLE[game][0] | IMPOSSIBLE[game][1]

    page = page_of(game, typed)

    fact_fields = page.context["facts"]
    fields = [
        *fact_fields.main,
        *fact_fields.more,
        *(field for _name, seat_fields in fact_fields.by_seat for field in seat_fields),
    ]
    refused = [field for field in fields if field.problem]
    assert page.status_code == 200
    assert refused
    assert {field.name: field.value for field in fields if field.name in typed} == typed
    near = [choice for field in refused for choice in field.nearest]
    assert near, "one thing wrong comes with what would go"


def test_games_played_most_stand_before_the_folded_others() -> None:
    for name in ("counting-index", "counting-evenings"):
        page = Client().get(reverse(name)).content.decode()
        usual, _more, other_games = page.partition("Un autre jeu")

        assert re.findall(r'data-game="([^"]+)"', usual) == ["tarot-4", "tarot-5", "tarot-3"]
        assert len(re.findall(r'data-game="', other_games)) == len(GAMES)


def test_bouts_are_keys_up_to_three_and_a_number_beyond() -> None:
    one_pack, two_packs = (
        Client().get(reverse("counting-game", args=[game]), {"bouts": "2"}).content.decode()
        for game in ("tarot-4", "tarot-10")
    )

    keys = re.findall(r'type="radio"\s+name="bouts"\s+value="(\d)"\s*(checked)?', one_pack)
    assert keys == [("0", ""), ("1", ""), ("2", "checked"), ("3", "")]
    assert 'type="radio"' not in two_packs
    assert 'id="fact_bouts"' in two_packs
