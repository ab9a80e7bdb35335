"""Options of every game in words."""

import pytest

from games.core.rules import RuleSet, parse_rules
from games.core.variants.registry import GAMES
from games.services.rule_words import describe_rule_changes, describe_rules, rules_name, value_words


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_every_option_has_words_of_its_own(game: str) -> None:
    for option in GAMES[game].options:
        words = [value_words(game, option.name, value) for value in option.choices]

        assert all(words)
        assert len(set(words)) == len(words)


@pytest.mark.parametrize(
    ("game", "option", "value", "words"),
    [
        ("tarot-3", "handfuls", "traditional", "13, 15 et 22 atouts"),
        ("tarot-3", "handfuls", "fft", "13, 15 et 18 atouts"),
        ("tarot-2-mort", "handfuls_at_two", True, "13, 15 et 18 atouts"),
        ("tarot-4", "ladder", "pousse", "avec la pousse : 10, 20, 40, 80, 160 points, sans multiplier"),
        ("tarot-4", "misere", 20, "20 points"),
        ("papayou-4", "cards_each", "dealer", "au choix du donneur, à chaque donne"),
        ("papayou-4", "draw", 1, "1 carte"),
        ("contrat-4", "cards_each", "ladder", "de 1 à 5 et retour ; 5 pour une donne seule"),
        ("contrat-4", "cards_each", 5, "5 cartes"),
        ("papayou-4", "draw", 0, "aucune"),
    ],
)
def test_values_are_told_with_the_figures_of_the_game(game, option, value, words) -> None:
    assert value_words(game, option, value).replace("\N{NO-BREAK SPACE}", " ") == words


def test_only_what_differs_is_told_as_a_change() -> None:
    rules = parse_rules(GAMES["tarot-5"].options, "fft mouche=yes shares=halves")

    assert describe_rule_changes("tarot-5", RuleSet()) == []
    assert describe_rule_changes("tarot-5", rules) == [
        ("Mouche", "une cagnotte passe d’une donne à la suivante"),
        ("Partage de l’attaque", "la moitié chacun"),
    ]
    assert len(describe_rules("tarot-5", rules)) == len(GAMES["tarot-5"].options)


def test_rules_are_the_federation_s_where_it_knows_the_game() -> None:
    assert rules_name("tarot-4", "fft") == "de la fédération"
    assert rules_name("papayou-4", "fft") == "usuelles"
    assert rules_name("papayou-4", "traditional") == "traditionnelles"
