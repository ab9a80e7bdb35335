"""What the cards played say of hidden hands: worlds in which others did as rules of thumb do weigh more."""

import numpy as np

from games.core.bots.bid_weights import Reals
from games.core.bots.lanes import Lanes
from games.core.bots.tarot_sight import TarotSight
from games.core.bots.thumb_lanes import count_surprises

SURPRISE = 0.6
"""The logarithm by which a card that the rules of thumb would not have played makes a world less likely."""


def play_weights(sight: TarotSight, lanes: Lanes) -> Reals:
    """How likely worlds are beside each other, by the cards that other seats played; shape (lanes,).

    Args:
        lanes: as `count_surprises` wants them.
    """
    surprises = count_surprises(sight, lanes)
    weights: Reals = np.exp(-SURPRISE * (surprises - surprises.min()))
    return weights
