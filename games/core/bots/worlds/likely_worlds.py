"""Worlds in proportion to their probability, given the bidding and every card that the others played.

They are drawn as in `lane_worlds`. Then cards are swapped in each of them (`world_swaps.swap_cards`). The
learnt policy gives the probability of each card.
"""

from functools import lru_cache
from math import exp, log
from random import Random

import numpy as np

from games.core.bots.ends.policy import (
    LOGIT,
    cards_played,
    deal_of_sight,
    policy_weights,
)
from games.core.bots.ends.policy_choices import Choices
from games.core.bots.ends.thumb_lanes import cards_memory
from games.core.bots.knowledge.tarot_sight import TarotSight
from games.core.bots.numbers.lanes import EXCUSE_COLOUR, NOBODY, Numbers, bit_of, card_colour_number
from games.core.bots.numbers.moments import PlayMoment
from games.core.bots.worlds import world_swaps
from games.core.bots.worlds.bid_weights import SUIT_VALUES, TRUMP_VALUES, bid_clues, log_chance
from games.core.bots.worlds.lane_worlds import WorldArrays
from games.core.bots.worlds.world_swaps import (
    CHANCES,
    ChanceTables,
    HiddenCards,
    PlaySeen,
    SeatOdds,
    SwapRoom,
    swap_cards,
)
from games.core.cards import EXCUSE
from games.core.compiled import Memory, as_memory, new_record, new_records
from games.core.tricks import cards_in
from games.core.variant import Variant


@lru_cache(maxsize=1)
def power_table() -> Memory:
    """Return powers of e as parts of `POWER_ONE`, from exponent 0 down in steps of `POWER_UNIT`."""
    steps = range(world_swaps.POWERS)
    powers = [round(world_swaps.POWER_ONE * exp(-step * world_swaps.POWER_UNIT / LOGIT)) for step in steps]
    return as_memory(np.array([*powers[:-1], 0], np.int64))


@lru_cache(maxsize=1)
def log_table() -> Memory:
    """Return logarithms of numbers in 0..1."""
    parts = world_swaps.LOGS
    return as_memory(np.array([round(LOGIT * log((part + 0.5) / parts)) for part in range(parts)], np.int64))


class LikelyWorlds(WorldArrays):
    """Worlds of one view, during the play."""

    def __init__(self, sight: TarotSight, rng: Random, count: int, swaps: int) -> None:
        """Draw `count` worlds, and try a number of swaps in each.

        Raises:
            NoWorldFound: as `Sight.world`.
        """
        super().__init__(sight, rng, count)
        is_possible = np.array([[place.allowed >> card & 1 for place in sight.places] for card in self.cards])
        movable_cards = np.nonzero(is_possible.sum(axis=1) > 1)[0]
        # every card is known: there is one world only
        if not len(movable_cards):
            return
        worlds = as_memory(self.places.T.reshape(-1).astype(np.int64))
        self.swapped = swap_cards(
            _room(len(sight.tricks) * sight.row.player_count + len(sight.trick)),
            deal_of_sight(sight),
            worlds,
            _hidden_cards(self, is_possible, movable_cards),
            PlaySeen(
                sight.view.seat,
                cards_played(sight),
                _bids(sight),
                _dog(sight),
                _attacks(sight),
                _called(sight),
            ),
            _tables(sight.row),
            swaps,
            rng.getrandbits(31),
        )
        self.places = np.array(worlds, np.int64).reshape(self.count, len(self.cards)).T


def _room(cards_played: int) -> SwapRoom:
    return SwapRoom(
        new_record(PlayMoment),
        new_record(Choices),
        new_record(PlayMoment),
        new_records(PlayMoment, cards_played),
        new_record(SeatOdds),
    )


def _hidden_cards(worlds: WorldArrays, is_possible: Numbers, movable_cards: Numbers) -> HiddenCards:
    owners = [key[1] if key[0] == "hand" else NOBODY for key in worlds.keys]
    return HiddenCards(
        cards_memory(worlds.cards),
        as_memory(is_possible.reshape(-1).astype(np.int64)),
        as_memory(np.array(owners, np.int64)),
        as_memory(movable_cards.astype(np.int64)),
    )


@lru_cache(maxsize=8)
def _tables(row: Variant) -> ChanceTables:
    return ChanceTables(
        policy_weights(row),
        power_table(),
        log_table(),
        _chance_table(),
        as_memory(SUIT_VALUES.reshape(-1)),
        as_memory(TRUMP_VALUES.reshape(-1)),
    )


def _bids(sight: TarotSight) -> Memory:
    """Return the clue and its points for each seat."""
    bids = np.zeros((sight.row.player_count, 2), np.int64)
    for seat, (clue, points) in bid_clues(sight).items():
        bids[seat] = clue, round(points)
    return as_memory(bids.reshape(-1))


def _dog(sight: TarotSight) -> Memory:
    """Return the dog that the taker took, as sets, then 1 if the Excuse was in it."""
    dog = np.zeros(EXCUSE_COLOUR + 1, np.int64)
    for card in cards_in(sight.dogs[sight.taker][1]) if sight.taker in sight.dogs else []:
        dog[card_colour_number(card)] |= 1 if card == EXCUSE else bit_of(card)
    return as_memory(dog)


def _attacks(sight: TarotSight) -> Memory:
    """Return 1 for the taker and the rest of a fixed team, 0 for each other seat."""
    assert sight.taker is not None
    attacks = np.zeros(sight.row.player_count, np.int64)
    attacks[list(sight.row.team_members(sight.taker))] = 1
    return as_memory(attacks)


def _called(sight: TarotSight) -> Memory:
    """Return colour and bit of each card that calls a partner."""
    dog = sight.dogs[sight.taker][1] if sight.taker in sight.dogs else 0
    return cards_memory(card for card in sight.called if not dog >> card & 1)


@lru_cache(maxsize=1)
def _chance_table() -> Memory:
    """Return the logarithm of the chance of a bid, by the points that support it."""
    points = np.arange(CHANCES) - CHANCES // 2
    return as_memory(np.round(LOGIT * log_chance(points)).astype(np.int64))
