"""Signals of the defence: the holder of the Petit shows it by a jump, and worlds are read by it."""

from functools import cache
from random import Random

import numpy as np
import pytest

from games.core.actions import PlayCard
from games.core.bots.choosing import RobotLevel, choose_action, explain_action
from games.core.bots.habits.alike import cards_alike
from games.core.bots.habits.choices import ChoiceMethod, RobotChoice
from games.core.bots.habits.signals import tell_petit
from games.core.bots.knowledge.sights import read_view
from games.core.bots.knowledge.tarot_table import TarotTable
from games.core.bots.worlds.lane_worlds import WorldArrays
from games.core.bots.worlds.likely_worlds import LikelyWorlds
from games.core.cards import PETIT
from games.core.outcome import Bid
from games.core.tricks import SUIT_OF, TRUMP_LED
from games.core.variants.tarot.playing import Playing
from tests.games.core.bots.test_lanes import in_play

MOMENTS = 40


@cache
def moments_of_trumps():
    """Moments of deals at four in which a trump was led and the seat may play trumps worth the same."""
    moments = []
    for number in range(400):
        state = in_play("tarot-4", number, 4 + number % 45, Bid.GARDE)
        sight = read_view(state.view(state.to_act))
        cards = [action.card for action in state.legal_actions() if isinstance(action, PlayCard)]
        groups = {tuple(cards_alike(sight, card)) for card in cards if SUIT_OF[card] == TRUMP_LED}
        if sight.trick and TarotTable(sight).led == TRUMP_LED:
            for group in groups:
                if len(group) > 1:
                    moments.append((state, sight, group))
    return moments


def test_only_a_defender_with_the_petit_plays_another_card_of_those_worth_the_same():
    kinds = set()
    for _, sight, group in moments_of_trumps():
        is_defender, has_petit = sight.view.seat != sight.taker, PETIT in sight.view.hand
        choice = RobotChoice(PlayCard(group[0]), ChoiceMethod.FORCED, 1, {PlayCard(group[0]): 2.0})

        signalled = tell_petit(sight, choice)

        expected = PlayCard(group[-1] if is_defender and has_petit else group[0])
        assert signalled == RobotChoice(expected, ChoiceMethod.FORCED, 1, {expected: 2.0})
        kinds.add((is_defender, has_petit))
    assert kinds == {(False, False), (False, True), (True, False), (True, True)}


def test_lead_of_trumps_and_the_petit_itself_tell_nothing():
    leads = petits = 0
    for number in range(300):
        state = in_play("tarot-4", number, 4 * (number % 17), Bid.GARDE)
        sight = read_view(state.view(state.to_act))
        if not isinstance(state.phase, Playing) or PETIT not in sight.view.hand:
            continue
        for action in state.legal_actions():
            if isinstance(action, PlayCard):
                choice = RobotChoice(action, ChoiceMethod.PLAYED_OUT)
                assert tell_petit(sight, choice) is choice
                leads += 1
                petits += action.card == PETIT
    assert leads
    assert petits


@pytest.mark.parametrize("level", [RobotLevel.CLUB, RobotLevel.FORT])
def test_levels_above_the_first_tell_the_petit(level):
    signals = 0
    for state, sight, _ in moments_of_trumps():
        if sight.view.seat == sight.taker or PETIT not in sight.view.hand or signals >= MOMENTS // 10:
            continue
        choice = explain_action(state.view(state.to_act), level, seed=1, budget=24)
        card = choice.action.card
        if SUIT_OF[card] == TRUMP_LED and card != PETIT:
            assert card == max(cards_alike(sight, card))
            assert choice.method is ChoiceMethod.FORCED or choice.action in choice.means
            signals += len(cards_alike(sight, card)) > 1
    assert signals


@pytest.mark.parametrize("draw", [WorldArrays, lambda *known: LikelyWorlds(*known, swaps=20)])
def test_partners_put_the_petit_more_often_with_who_told_it(draw):
    """The same moment once with the signal, once with the lowest of the trumps worth the same."""
    gains = []
    for state, sight, group in moments_of_trumps():
        seat = sight.view.seat
        is_told = seat != sight.taker and PETIT in sight.view.hand and group[0] != PETIT
        if not is_told or len(gains) == MOMENTS:
            continue
        partner = next(partner_seat for partner_seat in range(4) if partner_seat not in (seat, sight.taker))
        shares = []
        for card in (group[0], group[-1]):
            next_view = read_view(state.apply(PlayCard(card)).view(partner))
            worlds = draw(next_view, Random(1), 60)
            shares.append(np.mean(worlds.lies_in(PETIT, ("hand", seat))))
        gains.append(shares[1] - shares[0])

    assert np.mean(gains) > 0


def test_beginners_tell_nothing():
    for state, sight, _ in moments_of_trumps():
        card = choose_action(state.view(state.to_act), RobotLevel.DEBUTANT, seed=1).card
        if PETIT in sight.view.hand and card != PETIT and TarotTable(sight).wins(card):
            other_cards = [alike for alike in cards_alike(sight, card) if alike != PETIT]
            assert card == min(other_cards)
