"""A numbered set of deals with its commitment, from a seed."""

from games.core.dealing.boards import board_dealer, board_taker
from games.core.dealing.commitment import commitment
from games.core.dealing.constraints import DealConstraints
from games.core.dealing.deal import deal_set
from games.core.dealing.set_document import DealtBoard, SetDocument
from games.core.dealing.shuffle import ALGORITHM
from games.core.errors import DealingFailed
from games.core.rules import FFT
from games.core.variant import TAROT_4

FREE_AUCTION = DealConstraints(taker_bids=())
"""Constraints of a set without imposed takers."""


def seal_set(
    seed: bytes,
    count: int,
    constraints: DealConstraints | None = None,
    *,
    has_takers: bool = True,
    rules: str = FFT,
) -> SetDocument:
    """The étuis 1 to `count` of a seed, with their dealers and the seed itself.

    Args:
        constraints: None for an imposed garde, or for any hand without a bare Petit when nobody is imposed.
        has_takers: whether the federation's table imposes the takers.
        rules: text of the rule-set.

    Raises:
        DealingFailed: as `deal_board`; `taker_needed`: constraints on the taker's hand, and no taker.
    """
    wanted = constraints or (DealConstraints() if has_takers else FREE_AUCTION)
    if wanted.concerns_taker and not has_takers:
        raise DealingFailed("taker_needed", "constraints on the hand of a taker, and none is imposed")
    boards = tuple(
        DealtBoard(number, board_dealer(number), board_taker(number) if has_takers else None, deal)
        for number, deal in enumerate(deal_set(seed, count, wanted), start=1)
    )
    sealed = commitment(seed, count, wanted)
    return SetDocument(TAROT_4.name, rules, ALGORITHM, count, wanted, sealed, seed, boards)
