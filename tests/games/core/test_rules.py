"""Rule-sets: names, overrides, texts and refusals."""

import pytest

from games.core.errors import InvalidRules
from games.core.rules import Option, RuleSet, format_rules, make_rules, option_values, parse_rules

OPTIONS = (
    Option("misere", (0, 10)),
    Option("petit_slam", (False, True), traditional=True),
    Option("sizes", ((1, 2), (3, 4))),
    Option("call", ("before_dog", "after_dog"), traditional="after_dog"),
)


def refusal(name, overrides):
    with pytest.raises(InvalidRules) as refused:
        make_rules(OPTIONS, name, overrides)
    return refused.value


def test_defaults_are_the_federation_s():
    assert make_rules(OPTIONS) == RuleSet("fft")
    assert option_values(OPTIONS, RuleSet()) == {
        "misere": 0,
        "petit_slam": False,
        "sizes": (1, 2),
        "call": "before_dog",
    }


def test_traditional_rules_have_their_own_values():
    assert option_values(OPTIONS, make_rules(OPTIONS, "traditional")) == {
        "misere": 0,
        "petit_slam": True,
        "sizes": (1, 2),
        "call": "after_dog",
    }


def test_overrides_are_kept_by_name_and_those_that_change_nothing_dropped():
    rules = make_rules(OPTIONS, "traditional", {"sizes": (3, 4), "call": "after_dog", "petit_slam": False})

    assert rules.overrides == (("petit_slam", False), ("sizes", (3, 4)))
    assert option_values(OPTIONS, rules)["sizes"] == (3, 4)
    assert hash(rules) == hash(make_rules(OPTIONS, "traditional", {"petit_slam": False, "sizes": (3, 4)}))


@pytest.mark.parametrize(
    ("name", "overrides", "text"),
    [
        ("fft", {}, "fft"),
        ("traditional", {"petit_slam": False}, "traditional petit_slam=no"),
        ("fft", {"petit_slam": True, "misere": 10}, "fft misere=10 petit_slam=yes"),
        ("fft", {"sizes": (3, 4), "call": "after_dog"}, "fft call=after_dog sizes=3/4"),
    ],
)
def test_rule_set_and_its_text(name, overrides, text):
    rules = make_rules(OPTIONS, name, overrides)

    assert format_rules(rules) == text
    assert parse_rules(OPTIONS, text) == rules


@pytest.mark.parametrize(
    ("name", "overrides", "code", "message"),
    [
        ("house", {}, "unknown_rules", "rules 'house' not in fft, traditional"),
        ("fft", {"pot": 1}, "unknown_option", "option 'pot' not in misere, petit_slam, sizes, call"),
        ("fft", {"misere": 15}, "option_value", "option misere 15 not in 0, 10"),
        ("fft", {"misere": False}, "option_value", "option misere False not in 0, 10"),
        ("fft", {"petit_slam": 1}, "option_value", "option petit_slam 1 not in no, yes"),
        ("fft", {"sizes": (1, 2, 3)}, "option_value", "option sizes (1, 2, 3) not in 1/2, 3/4"),
    ],
)
def test_refusals(name, overrides, code, message):
    refused = refusal(name, overrides)

    assert (refused.code, str(refused)) == (code, message)


@pytest.mark.parametrize(
    ("text", "code"),
    [("fft misere=15", "option_value"), ("fft pot=1", "unknown_option"), ("", "unknown_rules")],
)
def test_text_that_no_rules_have_is_refused(text, code):
    with pytest.raises(InvalidRules) as refused:
        parse_rules(OPTIONS, text)

    assert refused.value.code == code
