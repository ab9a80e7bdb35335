"""Deals per second on one core, and sets of boards under constraints."""

import time

from benchmarks.measuring import print_seconds, timed
from games.core.dealing import DealConstraints, deal_at, deal_to_index, lay_out, seal_set
from games.core.dealing.deal import deal_from_layout
from games.core.dealing.dealt_game import dealt_game
from games.core.dealing.dealt_set import Scope
from games.core.dealing.themes import Theme
from games.core.dealing.verification import verify_set
from games.core.outcome import Bid

SEED = bytes(range(32))
DEALS = 20_000
BOARDS = 36
GAMES = ("tarot-4", "tarot-5", "tarot-10", "papayou-5")
SETS = (
    ("any hand", DealConstraints(taker_bids=())),
    ("a garde", DealConstraints()),
    ("a prise or a garde", DealConstraints(taker_bids=(Bid.PRISE, Bid.GARDE))),
    ("a garde without the 21", DealConstraints(themes=(Theme.MISSING_21,))),
    ("a garde against a Petit to save", DealConstraints(themes=(Theme.DEFENDER_SAVES_PETIT,))),
)


def main() -> None:
    for name in GAMES:
        game = dealt_game(name)
        start = time.perf_counter()
        for number in range(1, DEALS + 1):
            lay_out(SEED, number, 0, game)
        rate = DEALS / (time.perf_counter() - start)
        print(f"{'deals without constraints, ' + name:<58} {rate:9.0f} a second")
    for name, constraints in SETS:
        print_seconds(
            f"{BOARDS} étuis, {name}",
            # the default value keeps the constraints of this round of the loop
            timed(lambda constraints=constraints: seal_set(SEED, BOARDS, constraints)),
        )
    print_seconds(
        f"{BOARDS} étuis, takers' hands only", timed(lambda: seal_set(SEED, BOARDS, scope=Scope.TAKERS))
    )
    board_set = seal_set(SEED, BOARDS)
    print_seconds(f"{BOARDS} étuis verified", timed(lambda: verify_set(board_set)))
    deal = deal_from_layout(board_set.boards[0].layout)
    print_seconds(
        "1,000 deals to their numbers and back",
        timed(lambda: [deal_at(deal_to_index(deal)) for _ in range(1000)], 2),
    )


if __name__ == "__main__":
    main()
