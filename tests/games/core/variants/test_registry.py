"""Every variant passes the same list of checks; a toy game proves that the list can be passed."""

import os
from random import Random

import pytest

from games.core.actions import Hidden
from games.core.cards import Card, half_points
from games.core.errors import IllegalAction, InvalidDeal, InvalidRules, InvalidSeat
from games.core.layouts import Layout
from games.core.play import play_randomly, replay
from games.core.rules import RuleSet, format_rules, parse_rules
from games.core.variants.registry import GAMES, find_variant
from tests.games.core.variants.toy import Battle
from tests.games.core.variants.watching import USUAL, named, rule_sets, start_of, watch_game

VARIANTS = {"battle": Battle(), **GAMES}
every_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
GAMES_EACH = int(os.environ.get("ETUI_GAMES_EACH", "1"))
"""Random games of each variant; `script/test --long` asks for thousands.

Above `USUAL` players the rule-sets of a game take turns from one number to the next; up to it each variant is
played under all of its own. By day this holds for the first variant with the same options, and the others are
played by turns under the plain rules and under the traditional ones.
"""
FIRST_WITH_OPTIONS = set(
    {
        (type(variant), *(option.name for option in variant.options)): name
        for name, variant in reversed(VARIANTS.items())
    }.values()
)
PLACES = {name: place for place, name in enumerate(VARIANTS)}


@every_variant
def test_random_games_keep_every_invariant_after_each_action(variant):
    compared = 0
    is_large = variant.player_count > USUAL
    is_whole = GAMES_EACH > 1 or variant.name in FIRST_WITH_OPTIONS
    first, count = 0, max(GAMES_EACH, len(list(rule_sets(variant))))
    if is_large:
        first, count = GAMES_EACH * variant.player_count, GAMES_EACH
    elif not is_whole:
        first, count = PLACES[variant.name] % 2, 1
    for number in range(first, first + count):
        with named(variant, number):
            compared += watch_game(variant, number)

    assert compared > 0


@every_variant
def test_scores_and_outcome_come_at_the_end_only(variant):
    state = next(start for number in range(9) if not (start := start_of(variant, number)).is_over)

    assert refusal_of(IllegalAction, state.outcome).code == "deal_not_over"
    assert refusal_of(IllegalAction, state.scores).code == "deal_not_over"


@every_variant
def test_a_replay_names_the_first_illegal_step(variant):
    start = next(start for number in range(9) if not (start := start_of(variant, number)).is_over)
    first, *later_actions = play_randomly(start, Random(1)).history

    refusal = refusal_of(IllegalAction, lambda: replay(start, [first, Hidden("play"), *later_actions]))

    assert refusal.values["step"] == 1


@every_variant
def test_a_start_refuses_wrong_cards_dealer_and_rules(variant):
    layout = variant.random_layout(Random(1))
    hands = [set(hand) for hand in layout.hands]
    first, second = min(hands[0]), min(hands[1])
    doubled = Layout((frozenset(hands[0] - {first} | {second}), *layout.hands[1:]), layout.piles)
    moved = Layout(
        (frozenset(hands[0] - {first}), frozenset(hands[1] | {first}), *layout.hands[2:]), layout.piles
    )
    strange = Layout((frozenset(hands[0] - {first} | {Card(200)}), *layout.hands[1:]), layout.piles)

    assert refusal_of(InvalidDeal, lambda: variant.start(doubled)).code == "card_twice"
    assert refusal_of(InvalidDeal, lambda: variant.start(moved)).code == "hand_sizes"
    assert refusal_of(InvalidDeal, lambda: variant.start(strange)).code == "card_unknown"
    assert refusal_of(InvalidSeat, lambda: variant.start(layout, dealer=-1)).code == "no_such_seat"
    unknown = RuleSet("house")
    assert refusal_of(InvalidRules, lambda: variant.start(layout, rules=unknown)).code == "unknown_rules"


def refusal_of(kind, act):
    with pytest.raises(kind) as refusal:
        act()
    return refusal.value


@every_variant
def test_a_view_of_no_seat_is_refused(variant):
    state = start_of(variant, 0)

    for seat in (-1, variant.player_count):
        assert refusal_of(InvalidSeat, lambda seat=seat: state.view(seat)).code == "no_such_seat"


@every_variant
def test_rule_sets_are_hashable_and_read_back(variant):
    listed = list(rule_sets(variant))

    assert len(set(listed)) == len(listed)
    for rules in listed:
        assert parse_rules(variant.options, format_rules(rules)) == rules
    with pytest.raises(InvalidRules) as refusal:
        variant.make_rules("fft", {"colour_of_the_table": True})
    assert refusal.value.code == "unknown_option"


def test_variants_are_found_by_name():
    for name, variant in GAMES.items():
        assert find_variant(name) is variant
        assert variant.name == name


def test_an_unknown_game_is_refused():
    with pytest.raises(InvalidRules) as refusal:
        find_variant("bridge")

    assert refusal.value.code == "unknown_game"


def test_the_toy_counts_its_cards():
    assert sum(map(half_points, Battle().deck)) == 7
