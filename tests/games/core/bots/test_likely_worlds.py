"""Worlds as often as they are likely: they agree with the view, and put hidden cards where they lie."""

from random import Random

import numpy as np
import pytest

from games.core.bots.choosing import RobotLevel, choose_action
from games.core.bots.ends.thumb_lanes import cards_memory
from games.core.bots.knowledge.sights import read_view
from games.core.bots.matches import garde_deals
from games.core.bots.numbers.lanes import COLOURS, NOBODY, bit_of
from games.core.bots.numbers.moments import PlayMoment
from games.core.bots.worlds.bid_weights import hand_values
from games.core.bots.worlds.lane_worlds import draw_worlds
from games.core.bots.worlds.likely_worlds import LikelyWorlds
from games.core.bots.worlds.world_swaps import PlaySeen, write_attacks
from games.core.cards import parse_card
from games.core.compiled import new_record, zeros
from games.core.outcome import Bid
from games.core.tricks import SUIT_OF, cards_in
from games.core.variants.registry import GAMES
from games.core.variants.tarot.playing import Playing
from games.core.variants.tarot.setting import Imposed
from tests.games.core.bots.test_lanes import LEVELLED, in_play, played_by_rules

WORLDS, SWAPS = 3, 30


@pytest.mark.parametrize("bid", [Bid.GARDE, Bid.GARDE_SANS])
@pytest.mark.parametrize("name", LEVELLED)
def test_swapped_worlds_look_the_same_to_the_seat(name, bid):
    for number in range(4):
        state = in_play(name, number, 7 + 11 * number, bid)
        view = state.view(state.to_act)
        sight = read_view(view)

        worlds = LikelyWorlds(sight, Random(number), WORLDS, SWAPS)

        for world in range(WORLDS):
            assert played_by_rules(sight, worlds, [], world).view(view.seat) == view


@pytest.mark.parametrize(
    ("called", "attackers"),
    [((), [0, 3]), (("CR",), [0, 2, 3]), (("CR", "DR"), [0, 2, 3, 4]), (("CR", "CC"), [0, 2, 3])],
)
def test_team_of_the_taker_and_holders_of_called_cards_attack(called, attackers):
    """Seat 2 holds the king and the knight of clubs, seat 4 the king of diamonds."""
    world = new_record(PlayMoment)
    world.seats = 6
    for seat, text in ((2, "CR"), (2, "CC"), (4, "DR")):
        card = parse_card(text)
        world.hands[seat * COLOURS + SUIT_OF[card]] |= bit_of(card)
    seen = PlaySeen(1, zeros(0), zeros(12), zeros(6), zeros(6), cards_memory(map(parse_card, called)))
    for seat in (0, 3):
        seen.attacks[seat] = 1

    write_attacks(world, seen)

    assert [seat for seat in range(6) if world.attacks[seat]] == attackers


def test_hidden_cards_lie_right_more_often_once_they_are_swapped():
    """The deals are of the level club, whose play was learnt."""
    game, gained = GAMES["tarot-4"], []
    for layout, taker in garde_deals(game, 3, 3):
        state = game.start(layout, imposed=Imposed(taker))
        while not isinstance(state.phase, Playing) or len(state.tricks()) < 9:
            state = state.apply(choose_action(state.view(state.to_act), RobotLevel.CLUB, seed=1, budget=12))
        seat = (taker + 1) % 4
        sight = read_view(state.view(seat))
        hidden = [
            card
            for other_seat in range(4)
            if other_seat != seat
            for card in cards_in(state.phase.hands[other_seat])
        ]
        holders = [next(n for n in range(4) if state.phase.hands[n] >> card & 1) for card in hidden]
        shares = []
        for swaps in (0, 60):
            worlds = LikelyWorlds(sight, Random(1), 60, swaps)
            lie = [worlds.lies_in(card, ("hand", n)) for card, n in zip(hidden, holders, strict=True)]
            shares.append(np.mean(lie))
        gained.append(shares[1] - shares[0])

    assert sum(gained) > 0


@pytest.mark.parametrize("bid", [Bid.GARDE, Bid.GARDE_SANS])
def test_swaps_keep_what_the_bidding_says(bid):
    """Drawn worlds come as often as the bidding makes them likely, also before the first card."""
    state = in_play("tarot-4", 4, 0, bid)
    sight = read_view(state.view(state.to_act))

    worths = []
    for swaps in (0, 200):
        worlds = LikelyWorlds(sight, Random(2), 400, swaps)
        worths.append(mean_worth_of_taker(sight, worlds.cards, worlds.places))

    assert worths[1] == pytest.approx(worths[0], abs=1.0)
    assert (
        worths[0] > mean_worth_of_taker(sight, *draw_worlds(sight.places, sight.unknown, Random(1), 400)) + 2
    )


def mean_worth_of_taker(sight, cards, places):
    """Return the mean worth of the hand dealt to seat 0, the taker."""
    owner_of = np.array([0 if lot.key in (("hand", 0), ("discard", 0)) else NOBODY for lot in sight.lots])
    return hand_values(places, cards, owner_of, [sight.dogs[0][1] if 0 in sight.dogs else 0]).mean()
