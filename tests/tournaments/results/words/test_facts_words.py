"""Facts in words: every field, choice, refusal, near value and line of every game."""

from fractions import Fraction
from random import Random

import pytest

from games.core.facts import Kind, facts_form
from games.core.rules import TRADITIONAL, RuleSet, parse_rules
from games.core.variants.registry import GAMES, find_variant
from tests.cases import by_day
from tests.games.core.variants.watching import is_of_the_day
from tournaments.results.words.facts import (
    choice_name,
    fact_field_label,
    line_words,
    nearest_words,
    points_words,
    problem_words,
)

NAMES = tuple("ABCDEFGHIJKLMNOP")
TURNS = (40, 600)
"""Tables filled in at random, of each game, by day and in the nights."""
RULES = [RuleSet(), RuleSet(TRADITIONAL)]


def some_text(rng, form_field):
    if rng.random() < 0.25:
        return rng.choice(["", "x", "999", "-1", "3,5"])
    if form_field.kind in (Kind.CHOICE, Kind.SEAT):
        return rng.choice(form_field.choices)
    return form_field.write(rng.randint(form_field.least, min(form_field.most, rng.choice([3, 30, 400]))))


@pytest.mark.parametrize("turns", by_day(TURNS, TURNS[0].__eq__))
@pytest.mark.parametrize("game", by_day(GAMES, lambda game: is_of_the_day(GAMES[game])))
def test_whatever_is_typed_is_told_in_words(game: str, turns: int) -> None:
    rng = Random(game)
    refused = 0
    for turn in range(turns):
        form = facts_form(game, RULES[turn % 2])
        reading = form.read({form_field.name: some_text(rng, form_field) for form_field in form.fields})
        refused += bool(reading.problems)

        sentences = [problem_words(problem) for problem in reading.problems]
        sentences += [nearest_words(near, form, game, NAMES) for near in reading.nearest]
        sentences += [line_words(line) for line in reading.lines]

        assert all(sentences)
        assert not any("%(" in text for text in sentences)
    assert refused > turns / 6


@pytest.mark.parametrize("game", GAMES)
def test_fields_and_choices_have_names(game: str) -> None:
    for form_field in facts_form(game).fields:
        assert fact_field_label(form_field, game)
        names = [choice_name(form_field, choice, NAMES) for choice in form_field.choices]
        assert len(set(names)) == len(names)


def test_a_sum_reads_as_people_say_it() -> None:
    form = facts_form("tarot-5")

    reading = form.read(
        {
            "bid": "garde",
            "taker": "0",
            "partner_0": "2",
            "bouts": "2",
            "points": "46",
            "handful_simple": "1",
            "petit": "attack",
        }
    )

    sums = [
        (line_words(line).replace("\N{NO-BREAK SPACE}", " "), points_words(line.points or 0))
        for line in reading.lines
    ]
    assert sums == [
        ("L’attaque a 2 bouts et 46 points ; il en fallait 41. Contrat réussi de 5.", "0"),
        ("Garde : (25 + 5) × 2", "+60"),
        ("Poignée simple, 8 atouts", "+20"),
        ("Petit au bout : 10 × 2", "+20"),
        ("Chaque défenseur donne", "+100"),
        ("L’attaque reçoit 3 × 100", "+300"),
        ("Attaque : 2/3", "+200"),
        ("Attaque : 1/3", "+100"),
        ("Défense", "−100"),
        ("Défense", "−100"),
        ("Défense", "−100"),
    ]


def test_the_only_defender_at_two_is_named_alone() -> None:
    form = facts_form("tarot-2-mort", RuleSet())
    facts = {"bid": "garde", "taker": "0", "bouts": "2"}

    words = [
        next(line_words(line) for line in form.read(facts | {"points": points}).lines if line.code == "unit")
        for points in ("46", "30")
    ]

    assert words == ["Le défenseur donne", "Le défenseur reçoit"]


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ("40,5", "Contrat chuté de 1. Le demi-point va à la défense."),
        ("41,5", "Contrat réussi de 1. Le demi-point va à l’attaque."),
        ("41", "Contrat juste fait."),
        ("40", "Contrat chuté de 1."),
    ],
)
def test_half_point_is_said_to_be_the_winners(points: str, words: str) -> None:
    form = facts_form("tarot-2-mort", RuleSet())

    reading = form.read({"bid": "garde", "taker": "0", "bouts": "2", "points": points})

    assert line_words(reading.lines[0]).endswith(f"il en fallait 41. {words}")


def test_points_of_nullo_are_written_as_their_score() -> None:
    reading = facts_form("nullo-3", RuleSet()).read(
        {"points_0": "30,5", "points_1": "40", "points_2": "14,5"}
    )

    assert [line_words(line) for line in reading.lines] == [
        "30½ points dans les plis",
        "40 points dans les plis",
        "14½ points dans les plis",
    ]


def test_a_refusal_says_what_is_near() -> None:
    form = facts_form("contrat-2", parse_rules(find_variant("contrat-2").options, "fft cards_each=3"))

    reading = form.read({"bet_0": "2", "bet_1": "1", "tricks_0": "2", "tricks_1": "1"})

    assert problem_words(reading.problems[0]).startswith("Les annonces font 3, le nombre de plis")
    near = nearest_words(reading.nearest[0], form, "contrat-2", NAMES)
    assert near.replace("\N{NO-BREAK SPACE}", " ") == "B, Annoncés : 0"


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (0, "0"),
        (56, "+56"),
        (Fraction(-104, 3), "−34⅔"),
        (Fraction(1, 2), "+½"),
        (Fraction(65, 7), "+9\N{NO-BREAK SPACE}2/7"),
        (Fraction(-2, 7), "−2/7"),
    ],
)
def test_share_that_is_not_whole_is_written_exactly(points: Fraction | int, words: str) -> None:
    assert points_words(points) == words
