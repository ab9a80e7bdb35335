"""Dealing: reproducible deals from a secret seed, with constraints, for numbered étuis."""

from games.core.dealing.boards import board_dealer, board_taker
from games.core.dealing.commitment import commitment
from games.core.dealing.constraints import DealConstraints
from games.core.dealing.deal import deal_board, lay_out
from games.core.dealing.deal_index import deal_at, deal_to_index
from games.core.dealing.hand_value import HandValue, evaluate_hand, find_bid_by_value
from games.core.dealing.sealing import seal_set

__all__ = [
    "DealConstraints",
    "HandValue",
    "board_dealer",
    "board_taker",
    "commitment",
    "deal_at",
    "deal_board",
    "deal_to_index",
    "evaluate_hand",
    "find_bid_by_value",
    "lay_out",
    "seal_set",
]
