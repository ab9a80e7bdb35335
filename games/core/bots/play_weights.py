"""What the cards played say of hidden hands: worlds in which others did as rules of thumb do weigh more."""

import numpy as np

from games.core.bots.bid_weights import Reals
from games.core.bots.lanes import Lanes, Numbers, TrickTable, bit_of, colour_of
from games.core.bots.tarot_sight import TarotSight
from games.core.cards import Card
from games.core.tricks import NOTHING_LED

SURPRISE = 0.6
"""The logarithm by which a card that the rules of thumb would not have played makes a world less likely."""


def play_weights(sight: TarotSight, lanes: Lanes) -> Reals:
    """How likely worlds are beside each other, by the cards that other seats played; shape (lanes,).

    Args:
        lanes: the worlds before the first card, every hand whole. They are played on.
    """
    surprises = np.zeros(len(lanes.holder), np.int64)
    table = TrickTable(lanes)
    tricks = [*((leader, cards) for leader, cards, _ in sight.tricks), (sight.leader, sight.trick)]
    for number, (leader, cards) in enumerate(tricks):
        for place, card in enumerate(cards):
            if (leader + place) % table.seats != sight.view.seat:
                surprises += _differs(table, place, lanes.trick_count - number, lanes.barred, number, card)
            count = len(table.rows)
            table.put(np.full(count, colour_of(card)), np.full(count, bit_of(card)))
        if len(cards) == table.seats:
            table.finish(number)
    weights: Reals = np.exp(-SURPRISE * (surprises - surprises.min()))
    return weights


def _differs(table: TrickTable, place: int, left: int, barred: int, number: int, card: Card) -> Numbers:
    colour, bit = table.choose(place, left, barred if number == 0 else NOTHING_LED)
    differs: Numbers = ((colour != colour_of(card)) | (bit != bit_of(card))).astype(np.int64)
    return differs
