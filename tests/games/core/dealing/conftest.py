"""A small set of deals with its document."""

import pytest

from games.core.dealing import DealConstraints, board_dealer, board_taker, commitment, deal_set
from games.core.dealing.set_document import DealtBoard, SetDocument
from games.core.outcome import Bid

SEED = bytes(range(32))
SMALL = DealConstraints(taker_bids=(Bid.PRISE,))


@pytest.fixture(scope="module")
def small_set():
    """Three étuis whose taker's hand is worth a prise, revealed."""
    boards = (
        DealtBoard(number, board_dealer(number), board_taker(number), deal)
        for number, deal in enumerate(deal_set(SEED, 3, SMALL), start=1)
    )
    return SetDocument("tarot-4", "fft", "etui-1", 3, SMALL, commitment(SEED, 3, SMALL), SEED, tuple(boards))
