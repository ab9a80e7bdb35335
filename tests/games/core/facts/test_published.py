"""Every deal of documents 000 to 004 with a printed figure gives it when its facts are typed."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from games.core.facts import facts_form
from games.core.facts.over_deals import GameTerms, settle_pot
from games.core.rules import parse_rules
from games.core.variants.registry import find_variant

EXAMPLES = json.loads(
    (Path(__file__).parents[3] / "data" / "games" / "calculator_examples.json").read_text()
)["examples"]


@pytest.mark.parametrize(
    "example", EXAMPLES, ids=lambda form_field: f"{form_field['document']} {form_field['place']}"
)
def test_typed_facts_give_the_printed_figure(example):
    rules = parse_rules(find_variant(example["game"]).options, example.get("rules", "fft"))

    form = facts_form(example["game"], rules)
    reading = form.read(example["typed"])

    if "refused" in example:
        assert [error.field for error in reading.problems] == [example["refused"]]
        offered = [near.value for near in reading.nearest if near.field == example["refused"]]
        assert offered == example["nearest"]
        return
    if "sizes" in example:
        assert [form_field.size for form_field in form.fields if form_field.size] == example["sizes"]
    if not example["typed"]:
        return
    assert reading.problems == ()
    if "scores" in example:
        assert reading.scores == tuple(map(Fraction, example["scores"]))
    for code, points in example.get("lines", {}).items():
        assert [line.points for line in reading.lines if line.code == code] == points
    if pot := example.get("pot"):
        terms = GameTerms(example["game"], rules)
        turn = settle_pot(terms, reading.outcome, pot["before"], pot["dealer"])
        assert (list(turn.payments), turn.pot) == (pot["payments"], pot["after"])
