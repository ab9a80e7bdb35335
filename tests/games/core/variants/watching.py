"""A random game, complete, with every invariant checked after each action."""

from contextlib import contextmanager
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from re import findall

import pytest

from games.core.actions import (
    Announce,
    Bet,
    CallCard,
    Choose,
    DiscardCard,
    Draw,
    GiveCard,
    Hidden,
    MakeBid,
    Pass,
    PlayCard,
    PlayWorth,
    Ready,
    format_action,
    parse_action,
)
from games.core.cards import EXCUSE, KING, suit_card
from games.core.errors import IllegalAction
from games.core.exchange import record_of_state
from games.core.notation import format_deal_json, format_played_deal, parse_deal_json, parse_played_deal
from games.core.outcome import Outcome
from games.core.play import replay_states
from games.core.scoring import check_outcome, score_seats
from games.core.tarot_rules import tarot_rules
from games.core.variants.recorded import SlipVariant
from games.core.variants.registry import GAMES
from games.core.variants.tarot.game import Tarot
from tests.games.core.variants.onlooker import Onlooker
from tests.games.core.variants.tarot.counting import count_by_hand
from tests.games.core.variants.twins import compare_with_twin

RULES = Path(__file__).parents[4] / "docs" / "rules" / "fr"
ANY_PHASE = (
    MakeBid("garde"),
    MakeBid("surcontre"),
    Pass(),
    Ready(),
    Draw(),
    Announce("slam"),
    Announce("carte"),
    Announce("code_void"),
    Choose(9),
    Bet(-1),
    CallCard(suit_card(0, KING)),
    PlayWorth(EXCUSE, 22),
    PlayWorth(EXCUSE, 5),
    Hidden("play"),
)
EVERY_ACTION_IN = 8
"""Every legal action, not only the one played, is tried in one game of so many."""
USUAL = 6
"""Players at the largest of the usual tables."""


def kind_of(variant):
    """Return the common name of variants of the same rules, for any number of players."""
    return type(variant), variant.pile_names, tuple(option.name for option in variant.options)


OF_THE_DAY = {
    *{
        kind_of(game): game.name
        for game in sorted(GAMES.values(), key=lambda game: -abs(game.player_count - 4))
        if game.player_count <= USUAL
    }.values(),
    max(GAMES.values(), key=lambda game: game.player_count).name,
}


def is_of_the_day(variant):
    """Return whether long checks run on a variant by day: the usual table of each kind, and the largest."""
    return variant.name in OF_THE_DAY


def rule_sets(variant):
    """The plain rules, the traditional ones, and one override at a time."""
    yield variant.make_rules()
    yield variant.make_rules("traditional")
    for option in variant.options:
        for choice in option.choices[1:]:
            yield variant.make_rules("fft", {option.name: choice})


def start_of(variant, number):
    """The start of the random game of a number: rule-sets and dealers take turns."""
    rules = list(rule_sets(variant))
    agreed = rules[number % len(rules)]
    layout = variant.random_layout(Random(f"{variant.name} {number}"), agreed)
    return variant.start(layout, dealer=number % variant.player_count, rules=agreed)


@contextmanager
def named(variant, number):
    """Return the name of the game for a failure, so that it can be played again."""
    try:
        yield
    except (Exception, pytest.fail.Exception) as failure:
        failure.add_note(f"start_of({variant.name}, {number}), played with Random({number})")
        raise


@cache
def explained(game):
    """The codes of refusals that the page of a game, or one that it links to, has a sentence for."""
    pages = [path for path in RULES.glob("*.md") if game == path.stem or game.startswith(f"{path.stem}-")]
    text = max(pages, key=lambda path: len(path.stem)).read_text()
    linked = [(RULES / name).read_text() for name in findall(r"\]\(([a-z0-9-]+\.md)", text)]
    return set(findall(r'<a id="(\w+)">', "".join((text, *linked))))


def watch_game(variant, number):
    """Play one random game to its end.

    Returns:
        How many moments were compared with those of a twin: see `compare_with_twin`.
    """
    start, rng = start_of(variant, number), Random(number)
    onlooker, states, piles = Onlooker(start), [start], []
    while True:
        state = states[-1]
        piles.append(state.piles())
        check_cards(state, piles[-1])
        check_turn(state)
        check_views(state, piles[-1], onlooker)
        check_refusals(state, piles[-1], rng)
        if number % EVERY_ACTION_IN == 0:
            check_every_action(state)
        if state.is_over:
            break
        states.append(state.apply(rng.choice(state.legal_actions())))
        check_step(state, states[-1])
        onlooker.watch(state, states[-1])
    check_end(states[-1])
    check_replay(states, piles)
    if variant.name in GAMES:
        check_notation(rng.choice((states[-1], rng.choice(states))))
    return compare_with_twin(states, rng)


def check_cards(state, piles):
    """Every card of the deck lies in exactly one place."""
    assert sorted(chain.from_iterable(piles)) == list(state.variant.deck)


def check_turn(state):
    """A player can act until the end, and none afterwards."""
    legal = state.legal_actions()
    if state.is_over:
        assert (state.to_act, legal) == (None, ())
    else:
        assert 0 <= state.to_act < state.variant.player_count
        assert 0 < len(legal) <= len(state.variant.deck)
        assert len(set(legal)) == len(legal)


def check_step(earlier_state, later_state):
    """One action more, by the seat whose turn it was."""
    assert later_state.steps[:-1] == earlier_state.steps
    assert later_state.steps[-1].seat == earlier_state.to_act
    assert later_state.steps[-1].action in earlier_state.legal_actions()


def check_every_action(state):
    """Every listed action is accepted and appended to the record."""
    for action in state.legal_actions():
        assert state.apply(action).history == (*state.history, action)


def check_views(state, piles, onlooker):
    """Each seat sees its hand, the turn, what was done in its sight and what lies open: nothing else."""
    variant, legal = state.variant, state.legal_actions()
    counts = tuple(map(len, piles[: variant.player_count]))
    blind = variant.name.startswith("papayou") and any(isinstance(action, Choose) for action in legal)
    for seat in range(variant.player_count):
        view = state.view(seat)
        assert (view.game, view.rules, view.seat) == (variant.name, state.rules, seat)
        assert (view.dealer, view.to_act, view.hand_counts) == (state.dealer, state.to_act, counts)
        assert view.legal == (legal if seat == state.to_act else ())
        assert view.hand == (frozenset() if blind else frozenset(piles[seat]))
        assert view.steps == onlooker.steps[seat]
        for _, pile in view.exposed:
            assert pile <= onlooker.open


def check_refusals(state, piles, rng):
    """Every illegal action is refused by a rule that the game's page explains.

    The legal actions stay the same.
    """
    legal = state.legal_actions()
    for action in bad_actions(state, piles, rng):
        if action in legal:
            continue
        with pytest.raises(IllegalAction) as refusal:
            state.apply(action)
        assert refusal.value.code == "deal_over" or not state.is_over
        assert state.variant.name not in GAMES or refusal.value.code in explained(state.variant.name)
    assert state.legal_actions() == legal


def bad_actions(state, piles, rng):
    """Cards of another seat, of one's own, played already; and something of any phase."""
    seat = state.to_act or 0
    hand = piles[seat]
    other_cards = list(chain.from_iterable(pile for number, pile in enumerate(piles) if number != seat))
    kinds = (PlayCard, PlayCard, PlayCard, DiscardCard, GiveCard)
    cards = [rng.choice(some) for some in (hand, other_cards) if some]
    return [*(rng.choice(kinds)(card) for card in cards), rng.choice(ANY_PHASE)]


def check_end(state):
    """A finished deal has an outcome with the same scores as its slip, and with the sum of the game."""
    variant, scores = state.variant, state.scores()
    outcome = state.outcome().to_json()
    assert len(scores) == variant.player_count
    assert not any(isinstance(points, float) for points in scores)
    assert sum(scores) == 0 or not variant.is_zero_sum
    if isinstance(variant, Tarot) and isinstance(state.outcome(), Outcome):
        bouts, attack, defence = count_by_hand(state)
        assert (bouts, attack) == (state.outcome().bouts, state.outcome().half_points)
        assert attack + defence == variant.row.total_half_points
        rules = tarot_rules(variant.row, state.rules)
        check_outcome(state.outcome(), variant.row, rules)
        assert score_seats(Outcome.from_json(outcome), variant.row, rules) == scores
    if isinstance(variant, SlipVariant):
        slip = variant.read_outcome(outcome, state.rules)
        assert (slip, slip.scores()) == (state.outcome(), scores)


def check_replay(states, piles):
    """The list of actions, as texts, gives the same deal again; and no state has changed meanwhile."""
    texts = [format_action(action) for action in states[-1].history]
    again = [states[0], *replay_states(states[0], map(parse_action, texts))]
    for number, (state, copy) in enumerate(zip(states, again, strict=True)):
        seat = number % state.variant.player_count
        assert state.piles() == piles[number]
        assert state.view(seat) == copy.view(seat)
    assert again[-1].scores() == states[-1].scores()
    assert again[-1].outcome() == states[-1].outcome()


def check_notation(state):
    """A deal, whole or half played, is read back as it was written."""
    deal = record_of_state(state)
    assert parse_played_deal(format_played_deal(deal)) == deal
    assert parse_deal_json(format_deal_json(deal)) == deal
