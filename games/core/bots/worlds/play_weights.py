"""Weights of worlds by the cards played: a world in which others follow the rules of thumb weighs more."""

import numpy as np

from games.core.bots.ends.thumb_lanes import count_surprises
from games.core.bots.knowledge.tarot_sight import TarotSight
from games.core.bots.numbers.lanes import Lanes
from games.core.bots.worlds.bid_weights import Reals

SURPRISE = 0.6
"""Logarithm by which a card against the rules of thumb makes a world less likely."""


def play_weights(sight: TarotSight, lanes: Lanes) -> Reals:
    """Return the relative probabilities of worlds, by the cards that other seats played; shape (lanes,).

    Args:
        lanes: as for `count_surprises`.
    """
    surprises = count_surprises(sight, lanes)
    weights: Reals = np.exp(-SURPRISE * (surprises - surprises.min()))
    return weights
