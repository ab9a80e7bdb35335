"""Every option of every game changes what the form of a deal takes, its score, or how it is dealt."""

import pytest

from games.core.dealing.dealt_game import dealt_game
from games.core.facts import facts_form
from games.core.facts.over_deals import GameTerms
from games.core.rules import FFT, Option, RuleSet, format_rules, make_rules
from games.core.variants.registry import GAMES

DURING_PLAY = {"parole", "slam_bid", "codes", "kings_in_discard", "call", "must_trump"}
"""Options with an effect only while the cards are played, and none on a written deal."""
OPTIONS = [(game, option) for game, variant in GAMES.items() for option in variant.options]
SHARED = {"bid": "garde", "taker": "0", "partner_0": "1", "bouts": "2", "points": "49"}
"""A deal of Tarot whose sides share."""


@pytest.mark.parametrize(("game", "option"), OPTIONS, ids=lambda value: getattr(value, "name", value))
def test_each_value_of_an_option_changes_what_is_written_scored_or_dealt(game: str, option: Option) -> None:
    plain, *other_rules = (
        make_rules(GAMES[game].options, FFT, {option.name: value}) for value in option.choices
    )

    effects = [_effect(game, rules) != _effect(game, plain) for rules in other_rules]

    assert any(effects) == (option.name not in DURING_PLAY), "a page would ask for nothing"


def _effect(game: str, rules: RuleSet) -> tuple[object, ...]:
    form = facts_form(game, rules)
    dealt = dealt_game(game, format_rules(rules))
    how = (dealt.hand_sizes, dealt.pile_sizes, dealt.cancels_bare_petit)
    return form.fields, form.read(SHARED).scores, GameTerms(game, rules).plays_for_pot, how
