"""The yardstick of the robots: legal cards and right counts in its play-outs, knowledge of one seat alone."""

from random import Random

import numpy as np
import pytest

from benchmarks.yardstick import (
    COLOURS,
    NOT_LED,
    Yardstick,
    code_of,
    follow_plainly,
    lead_plainly,
    play_worlds_plainly,
)
from games.core.actions import DiscardCard, PlayCard
from games.core.bots.habits.rules_of_thumb import play_by_thumb
from games.core.bots.knowledge.sights import read_view
from games.core.bots.matches import garde_deals
from games.core.cards import KING, half_points, rank_of
from games.core.outcome import PetitAtEnd
from games.core.play import State
from games.core.tricks import read_trick
from games.core.variants.registry import GAMES
from games.core.variants.tarot.setting import Imposed

NAMES = ["tarot-3", "tarot-4", "tarot-5"]


def first_lead(name: str, seed: int) -> State:
    """Return a deal before its first card."""
    layout, taker = next(garde_deals(GAMES[name], 1, seed))
    state = GAMES[name].start(layout, imposed=Imposed(taker))
    while not isinstance(state.legal_actions()[0], PlayCard):
        state = state.apply(play_by_thumb(read_view(state.view(state.to_act))))
    return state


def coded_hands(state: State) -> list[int]:
    """Return the hands in the form of the yardstick."""
    seats = state.variant.player_count
    hands = [0] * (COLOURS * seats)
    for seat in range(seats):
        for code in map(code_of, state.view(seat).hand):
            hands[COLOURS * seat + (code >> 5)] |= 1 << (code & 31)
    return hands


def plain_choice(state: State, rng: Random) -> int:
    """Return the code of the card of plain sense, with the odd seats in attack."""
    sight, seat = read_view(state.view(state.to_act)), state.to_act
    led, winner, _ = read_trick(sight.trick)
    if led == NOT_LED:
        return lead_plainly(coded_hands(state), seat, seat % 2, rng.getrandbits(15))
    best, is_last = code_of(sight.trick[winner]), len(sight.trick) == state.variant.player_count - 1
    return follow_plainly(coded_hands(state), seat, led, best, bool(seat % 2), is_last)


@pytest.mark.parametrize("name", NAMES)
def test_plain_sense_is_legal_and_counted_as_by_the_engine(name: str) -> None:
    for seed in range(4):
        state, rng, codes = first_lead(name, seed), Random(seed), []
        leader = state.to_act
        while state.to_act is not None:
            action = state.legal_actions()[0]
            if isinstance(action, PlayCard):
                choices = {code_of(legal_action.card): legal_action for legal_action in state.legal_actions()}
                # the first lead may be barred at five: the yardstick tries the legal cards only
                code = plain_choice(state, rng) if codes else code_of(action.card)
                codes.append(code)
                action = choices[code]
            state = state.apply(action)
        outcome, marks = state.outcome(), {PetitAtEnd.ATTACK: 1, PetitAtEnd.DEFENCE: -1}
        attack = sum(1 << seat for seat in outcome.attackers)
        discard = [action.card for action in state.history if isinstance(action, DiscardCard)]
        ends, hands = np.array([7, 0, 0]), np.zeros(COLOURS * state.variant.player_count, np.int64)

        play_worlds_plainly(
            hands, np.array([attack]), leader, np.array(codes), ends, state.variant.row.hand_size
        )

        half_points_won = outcome.half_points - sum(map(half_points, discard))
        assert ends.tolist() == [half_points_won, outcome.bouts, marks.get(outcome.petit, 0)]


@pytest.mark.parametrize("name", NAMES)
def test_yardstick_plays_by_the_knowledge_of_its_seat(name: str) -> None:
    """A world that looks the same to the seat gets the same card."""
    state = first_lead(name, 1)
    for _ in range(2 * state.variant.player_count):
        view = state.view(state.to_act)
        other_view = read_view(view).world(Random(3)).view(view.seat)
        action = Yardstick(worlds=4).act(view, 1)

        assert action in view.legal
        assert Yardstick(worlds=4).act(other_view, 1) == action
        state = state.apply(action)


def test_yardstick_prepares_and_plays_a_whole_deal() -> None:
    layout, taker = next(garde_deals(GAMES["tarot-5"], 1, 2))
    state, player = GAMES["tarot-5"].start(layout, imposed=Imposed(taker)), Yardstick(worlds=2)
    while state.to_act is not None:
        state = state.apply(player.act(state.view(state.to_act), 2))

    assert sum(state.scores()) == 0
    assert not any(
        rank_of(action.card) == KING for action in state.history if isinstance(action, DiscardCard)
    )
