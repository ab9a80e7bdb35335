"""Every variant passes the same list of checks; a toy game proves that the list can be passed."""

import os
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from random import Random

import pytest

from games.core.actions import Hidden, PlayCard, Ready, format_action, parse_action
from games.core.cards import Card, half_points
from games.core.decks import ONE_PACK
from games.core.errors import IllegalAction, InvalidDeal, InvalidRules, InvalidSeat
from games.core.layouts import Layout
from games.core.play import GameVariant, NotPlayed, Step, View, check_seat, replay, replay_states
from games.core.play import State as GameState
from games.core.rules import RuleSet, format_rules, parse_rules
from games.core.variants.registry import GAMES, find_variant


@dataclass(frozen=True)
class Battle(GameVariant):
    """Three players of two cards play one each in turn, twice; the first card is face down to the others."""

    name = "battle"
    player_count = 3
    deck = ONE_PACK[:7]
    pile_names = ("aside",)
    options = ()

    def hand_sizes(self, rules):
        return (2, 2, 2)

    def pile_sizes(self, rules):
        return (1,)

    def start(self, layout, *, dealer=0, rules=None):
        self.check_start(layout, dealer, rules or RuleSet())
        return BattleState(self, layout, dealer, rules or RuleSet())


@dataclass(frozen=True)
class BattleState(GameState):
    variant: GameVariant = None
    layout: Layout = None
    dealer: int = 0
    rules: RuleSet = None
    steps: tuple = ()

    @property
    def to_act(self):
        return None if len(self.steps) == 6 else (self.dealer + 1 + len(self.steps)) % 3

    def hand(self, seat):
        return self.layout.hands[seat] - {action.card for action in self.history}

    def legal_actions(self):
        return () if self.is_over else tuple(map(PlayCard, sorted(self.hand(self.to_act))))

    def apply(self, action):
        if self.is_over:
            raise IllegalAction("deal_over", "the deal is over")
        if not isinstance(action, PlayCard):
            raise IllegalAction("action_not_now", f"{format_action(action)} is not a play")
        if action.card not in self.hand(self.to_act):
            raise IllegalAction("card_not_held", f"{format_action(action)} is not held")
        return replace(self, steps=(*self.steps, Step(self.to_act, action)))

    def outcome(self):
        if not self.is_over:
            raise IllegalAction("deal_not_over", "the deal is not over")
        return NotPlayed("toy")

    def scores(self):
        self.outcome()
        return (1, 0, -1)

    def view(self, seat):
        check_seat(seat, 3)
        steps = tuple(
            Step(actor, Hidden("play")) if place < 3 and actor != seat else Step(actor, action)
            for place, (actor, action) in enumerate(self.steps)
        )
        counts = tuple(len(self.hand(other)) for other in range(3))
        legal = self.legal_actions() if seat == self.to_act else ()
        return View(
            "battle", self.rules, seat, self.dealer, self.to_act, self.hand(seat), counts, (), steps, legal
        )

    def piles(self):
        played = tuple(action.card for action in self.history)
        return (*(tuple(self.hand(seat)) for seat in range(3)), played, *self.layout.piles)


VARIANTS = {"battle": Battle(), **GAMES}
every_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
GAMES_EACH = int(os.environ.get("ETUI_GAMES_EACH", "12"))
"""Random games of each variant, at least one under each rule-set; hundreds once in a while."""


def rule_sets(variant):
    """The plain rules, the traditional ones, and one override at a time."""
    yield variant.make_rules()
    yield variant.make_rules("traditional")
    for option in variant.options:
        for choice in option.choices[1:]:
            yield variant.make_rules("fft", {option.name: choice})


def starts(variant, count=GAMES_EACH):
    """Starts with every rule-set in turn, each dealt at random from its own seed."""
    rules = list(rule_sets(variant))
    for seed in range(max(count, len(rules))):
        agreed = rules[seed % len(rules)]
        layout = variant.random_layout(Random(f"{variant.name} {seed}"), agreed)
        yield variant.start(layout, dealer=seed % variant.player_count, rules=agreed), Random(seed)


@cache
def _played(name):
    games = []
    for start, rng in starts(VARIANTS[name]):
        states = [start]
        while not states[-1].is_over:
            states.append(states[-1].apply(rng.choice(states[-1].legal_actions())))
        games.append(states)
    return games


def played(variant):
    """Random complete games, each as the list of its states."""
    return _played(variant.name)


def known_cards(view):
    """Every card that a view names."""
    cards = set(view.hand)
    for _, pile in view.exposed:
        cards |= pile
    for step in view.steps:
        cards |= cards_of(step.action)
    return cards


def cards_of(action):
    if hasattr(action, "cards"):
        return set(action.cards)
    return {action.card} if hasattr(action, "card") else set()


@every_variant
def test_every_card_is_in_exactly_one_place(variant):
    for states in played(variant):
        dealt = Counter(card for part in (*states[0].layout.hands, *states[0].layout.piles) for card in part)
        assert dealt == Counter(variant.deck)
        for state in states:
            assert Counter(card for pile in state.piles() for card in pile) == dealt


@every_variant
def test_somebody_can_act_until_the_end(variant):
    for states in played(variant):
        for state in states[:-1]:
            legal = state.legal_actions()
            assert 0 < len(legal) <= len(variant.deck)
            assert len(set(legal)) == len(legal)
            assert 0 <= state.to_act < variant.player_count
        assert states[-1].to_act is None
        assert states[-1].legal_actions() == ()


@every_variant
def test_every_listed_action_is_accepted(variant):
    for states in played(variant)[:4]:
        for state in states[:-1]:
            for action in state.legal_actions():
                after = state.apply(action)
                assert after.history == (*state.history, action)
                assert after.actors == (*state.actors, state.to_act)


@every_variant
def test_a_state_never_changes(variant):
    for states in played(variant)[:2]:
        for number, state in enumerate(states):
            assert len(state.history) == number
            assert state.piles() == replay(states[0], state.history).piles()


@every_variant
def test_scores_and_outcome_come_at_the_end_only(variant):
    for states in played(variant):
        for question in (states[0].outcome, states[0].scores):
            if not states[0].is_over:
                with pytest.raises(IllegalAction) as refusal:
                    question()
                assert refusal.value.code == "deal_not_over"
        scores = states[-1].scores()
        assert len(scores) == variant.player_count
        assert isinstance(states[-1].outcome().to_json(), dict)
        if variant.is_zero_sum:
            assert sum(scores) == 0


@every_variant
def test_a_finished_deal_accepts_nothing(variant):
    for states in played(variant):
        with pytest.raises(IllegalAction) as refusal:
            states[-1].apply(Ready())
        assert refusal.value.code == "deal_over"


@every_variant
def test_replay_gives_the_same_views_and_scores(variant):
    for states in played(variant)[:4]:
        texts = [format_action(action) for action in states[-1].history]
        again = [states[0], *replay_states(states[0], map(parse_action, texts))]
        assert again[-1].scores() == states[-1].scores()
        assert again[-1].outcome() == states[-1].outcome()
        pairs = list(zip(states, again, strict=True))
        for state, copy in pairs[:: max(1, len(states) // 8)]:
            for seat in range(variant.player_count):
                assert copy.view(seat) == state.view(seat)


@every_variant
def test_a_replay_names_the_first_illegal_step(variant):
    states = next(states for states in played(variant) if len(states) > 2)
    history = [*states[1].history, Hidden("play"), *states[2].history]

    with pytest.raises(IllegalAction) as refusal:
        replay(states[0], history)

    assert refusal.value.values["step"] == 1


@every_variant
def test_a_view_tells_the_turn_and_its_own_hand(variant):
    for states in played(variant)[:3]:
        for state in states[::3]:
            for seat in range(variant.player_count):
                view = state.view(seat)
                assert (view.game, view.rules, view.seat) == (variant.name, state.rules, seat)
                assert view.to_act == state.to_act
                assert view.legal == (state.legal_actions() if seat == state.to_act else ())
                assert len(view.hand) <= view.hand_counts[seat]
                assert len(view.steps) == len(state.history)
                assert [step.seat for step in view.steps] == list(state.actors)


@every_variant
def test_a_view_does_not_tell_unknown_cards_apart(variant):
    """Swap two cards that a seat has not seen: where the deal can go on with them, it sees no difference."""
    compared = 0
    for number, states in enumerate(played(variant)[:GAMES_EACH:2]):
        rng = Random(f"swap {variant.name} {number}")
        for state in states[:: max(1, len(states) // 8)]:
            for seat in range(variant.player_count):
                unknown = sorted(set(variant.deck) - known_cards(state.view(seat)))
                if len(unknown) >= 2:
                    compared += _same_view_after_swap(states[0], state, seat, rng.sample(unknown, 2))
    assert compared > 0


def _same_view_after_swap(start, state, seat, cards):
    one, other = cards
    swap = {one: other, other: one}
    layout = Layout(
        tuple(frozenset(swap.get(card, card) for card in hand) for hand in start.layout.hands),
        tuple(tuple(swap.get(card, card) for card in pile) for pile in start.layout.piles),
    )
    again = start.variant.start(layout, dealer=start.dealer, rules=start.rules)
    try:
        again = replay(again, [swapped(action, swap) for action in state.history])
    except IllegalAction:
        return False
    if again.is_over != state.is_over:
        return False
    expected, found = state.view(seat), again.view(seat)
    if again.to_act != state.to_act or hidden_places(found) != hidden_places(expected):
        return False
    assert found == expected
    return True


def hidden_places(view):
    """Which steps were done face down; a discard that the rules make public tells by that what it is not."""
    return [number for number, step in enumerate(view.steps) if isinstance(step.action, Hidden)]


def swapped(action, swap):
    if hasattr(action, "cards"):
        return replace(action, cards=frozenset(swap.get(card, card) for card in action.cards))
    return replace(action, card=swap.get(action.card, action.card)) if hasattr(action, "card") else action


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
    state = played(variant)[0][0]

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
