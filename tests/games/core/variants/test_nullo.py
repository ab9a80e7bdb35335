"""Nullo: play as at Tarot, the Petit and the Excuse, card points."""

import json
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from games.core.actions import Pass, PlayCard
from games.core.cards import EXCUSE, PETIT, half_points, parse_card
from games.core.errors import ImpossibleOutcome
from games.core.play import play_randomly, replay
from games.core.tricks import trick_winner
from games.core.variants.nullo import NulloOutcome
from games.core.variants.registry import find_variant

PUBLISHED = json.loads(Path("tests/data/games/nullo.json").read_text(encoding="utf-8"))


@pytest.fixture
def started(layout_with):
    """A deal at four; seat 3 deals, so that seat 0 leads."""

    def start(*hands):
        variant = find_variant("nullo-4")
        return variant.start(layout_with(variant, *hands), dealer=3)

    return start


def kept_to_the_end(card, seed):
    """Return a deal at three in which all play their lowest legal card, but this one only if they must."""
    variant = find_variant("nullo-3")
    state = variant.start(variant.random_layout(Random(seed)))
    while not state.is_over:
        legal = state.legal_actions()
        state = state.apply(next((action for action in legal if action.card != card), legal[0]))
    return state


def plays(state):
    return {action.detail for action in state.legal_actions()}


@pytest.mark.parametrize("deal", PUBLISHED["deals"], ids=lambda deal: deal["player_count"])
def test_cards_are_dealt_as_published(deal):
    variant = find_variant(f"nullo-{deal['player_count']}")

    assert variant.hand_sizes(variant.make_rules()) == (deal["hand"],) * deal["player_count"]
    assert variant.pile_sizes(variant.make_rules()) == (deal["dog"],)


def test_the_petit_may_not_be_led_before_the_last_trick(started, code_of):
    state = started("1T SR")

    assert "1T" not in plays(state)
    assert code_of(state.apply, PlayCard(PETIT)) == "petit_led"


def test_the_petit_may_be_led_to_the_last_trick(code_of):
    over = kept_to_the_end(PETIT, 0)
    last_lead = replay(over.start.variant.start(over.layout), over.history[:-3])

    assert over.history[-3] == PlayCard(PETIT)
    assert last_lead.legal_actions() == (PlayCard(PETIT),)


def test_the_petit_may_not_be_led_to_the_last_trick_but_one(code_of):
    over = kept_to_the_end(PETIT, 0)
    previous_lead = replay(over.start.variant.start(over.layout), over.history[:-6])

    assert PETIT in previous_lead.hands[previous_lead.to_act]
    assert len(previous_lead.hands[previous_lead.to_act]) == 2
    assert code_of(previous_lead.apply, PlayCard(PETIT)) == "petit_led"


def test_the_petit_may_follow_an_excuse_that_was_led(started, after):
    assert "1T" in plays(after(started("EX", "1T"), "EX"))


def test_play_is_that_of_tarot(started, after, code_of):
    led = after(started("SR 10T", "S1 HR", "5T 15T H2 S2 S3", "20T"), "SR")
    assert code_of(led.apply, PlayCard(parse_card("HR"))) == "must_follow_suit"
    assert code_of(led.apply, PlayCard(parse_card("CR"))) == "card_not_held"
    assert code_of(led.apply, Pass()) == "action_not_now"

    trumps = after(started("10T", "12T", "5T 15T H2"), "10T 12T")
    assert "15T" in plays(trumps)
    assert code_of(trumps.apply, PlayCard(parse_card("5T"))) == "must_go_over"
    assert code_of(trumps.apply, PlayCard(parse_card("H2"))) == "must_trump"


def test_the_excuse_counts_four_for_its_player_and_a_half_for_the_winner(started, after):
    state = after(started("SR", "EX S1", "S2", "S3"), "SR EX S2 S3")

    assert state.to_act == 0
    assert EXCUSE in state.won[1]
    assert state.half_points == (9 + 1 + 1 + 1, 8, 0, 0)


@pytest.mark.parametrize("seed", range(3))
def test_the_excuse_stays_with_its_player_in_the_last_trick(seed):
    over = kept_to_the_end(EXCUSE, seed)
    last = [action.card for action in over.history[-3:]]
    owner = over.actors[-3:][last.index(EXCUSE)]

    assert over.leader != owner
    assert EXCUSE in over.won[owner]


@pytest.mark.parametrize("player_count", [3, 4, 5])
@pytest.mark.parametrize("seed", range(8))
def test_points_are_those_of_the_cards_with_half_a_point_owed_for_the_excuse(player_count, seed):
    variant = find_variant(f"nullo-{player_count}")
    over = play_randomly(variant.start(variant.random_layout(Random(seed))), Random(seed))
    expected = [sum(map(half_points, pile)) for pile in over.won]
    steps = over.steps
    for first in range(0, len(steps), player_count):
        trick = steps[first : first + player_count]
        cards = [step.action.card for step in trick]
        if EXCUSE in cards:
            expected[trick[cards.index(EXCUSE)].seat] -= 1
            expected[trick[trick_winner(cards)].seat] += 1

    assert over.outcome() == NulloOutcome(tuple(expected))
    assert sum(expected) + sum(map(half_points, over.layout.piles[0])) == 182
    assert over.scores() == tuple(Fraction(half, 2) for half in expected)


def test_half_points_are_kept_exact():
    assert NulloOutcome((51, 40, 33)).scores() == (Fraction(51, 2), 20, Fraction(33, 2))


@pytest.mark.parametrize(
    ("player_count", "counts", "code"),
    [
        (4, [40, 40, 40], "seat_count"),
        (4, [178, 0, 0, 0], "half_points_out_of_range"),
        (4, [-2, 80, 40, 40], "half_points_out_of_range"),
        (4, [2, 80, 40, 40], "less_than_a_trick"),
        (3, [1, 80, 80], "less_than_a_trick"),
        (5, [4, 60, 40, 40, 20], "less_than_a_trick"),
        (4, [81, 41, 20, 20], "no_half_point"),
        (4, [80, 80, 18, 0], "dog_out_of_range"),
        (4, [60, 60, 6, 0], "dog_out_of_range"),
        (3, [60, 60, 41], "dog_out_of_range"),
        (4, [170, 0, 0, 0], "dog_out_of_range"),
        (3, [60, 60, "40"], "outcome_malformed"),
    ],
)
def test_impossible_slips_are_refused(player_count, counts, code):
    with pytest.raises(ImpossibleOutcome) as refusal:
        find_variant(f"nullo-{player_count}").read_outcome({"half_points": counts})

    assert refusal.value.code == code


@pytest.mark.parametrize("counts", [[168, 0, 0, 0], [60, 60, 8, 0], [61, 60, 41], [5, 60, 40, 40, 20]])
def test_possible_slips_are_accepted(counts):
    outcome = find_variant(f"nullo-{len(counts)}").read_outcome({"half_points": counts})

    assert outcome == NulloOutcome(tuple(counts))
