"""A sealed set: numbered boards, dealers, takers, commitment."""

import pytest

from games.core.dealing import DealConstraints, board_dealer, board_taker, commitment, deal_board
from games.core.dealing.sealing import FREE_AUCTION, seal_set
from games.core.dealing.verification import verify_set
from games.core.errors import DealingFailed

SEED = bytes(range(32))


def test_set_is_numbered_with_dealers_takers_and_commitment():
    sealed = seal_set(SEED, 5)

    numbers = range(1, 6)
    assert [board.number for board in sealed.boards] == list(numbers)
    assert [board.dealer for board in sealed.boards] == [board_dealer(number) for number in numbers]
    assert [board.taker for board in sealed.boards] == [board_taker(number) for number in numbers]
    assert [board.deal for board in sealed.boards] == [deal_board(SEED, number) for number in numbers]
    assert sealed.commitment == commitment(SEED, 5)


def test_free_auction_has_no_taker_and_any_hand():
    sealed = seal_set(SEED, 5, has_takers=False)

    assert {board.taker for board in sealed.boards} == {None}
    assert [board.deal for board in sealed.boards] == [deal_board(SEED, n, FREE_AUCTION) for n in range(1, 6)]
    assert verify_set(sealed, commitment(SEED, 5, FREE_AUCTION)).is_sound


def test_constraints_on_nobody_are_refused():
    with pytest.raises(DealingFailed, match="none is imposed") as refused:
        seal_set(SEED, 5, DealConstraints(), has_takers=False)

    assert refused.value.code == "taker_needed"
