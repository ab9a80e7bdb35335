"""A small set of deals with its document."""

import pytest

from games.core.dealing import DealConstraints, seal_set
from games.core.outcome import Bid

SEED = bytes(range(32))
SMALL = DealConstraints(taker_bids=(Bid.PRISE,))


@pytest.fixture(scope="module")
def small_set():
    """Three étuis whose taker's hand is worth a prise, revealed."""
    return seal_set(SEED, 3, SMALL)
