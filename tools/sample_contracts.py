"""Sample the contracts that *club* makes: `python tools/sample_contracts.py GAME DEALS SEED`.

The bids of `games.core.bots.levels.club` are fitted to it. In each random deal every seat gives its
expectation of a garde, a garde sans and a garde contre when all before it pass. Where the share of worlds is
high enough, four or five players of *club* play that contract. The program prints how many were made, by the
share of worlds, and for the bids without the dog the mean score beside that of a garde with the same hand.
"""

import sys
from collections import defaultdict
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.core.actions import MakeBid, Pass
from games.core.bots.choosing import RobotLevel, choose_action, explain_action
from games.core.bots.habits.bidding import hand_points
from games.core.bots.habits.choices import RobotChoice
from games.core.compiled import use_compiled
from games.core.outcome import Bid
from games.core.play import State
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot

PLAYED = {Bid.GARDE: 0.25, Bid.GARDE_SANS: 0.4, Bid.GARDE_CONTRE: 0.4}
"""Bids that are played, with the least share of worlds; a prise is played as a garde is."""
SHARE_STEP, POINT_STEP = 0.05, 5
"""Width of a line of shares of worlds, and of points of the scale."""


def play_contract(start: State, seat: int, bid: Bid, seed: int) -> float:
    """Return the score of a seat that plays a contract after all others passed."""
    state = start
    while Pass() in state.legal_actions():
        may_bid = state.to_act == seat and MakeBid(bid.value) in state.legal_actions()
        state = state.apply(MakeBid(bid.value) if may_bid else Pass())
    while state.to_act is not None:
        state = state.apply(choose_action(state.view(state.to_act), RobotLevel.CLUB, seed=seed))
    return float(state.scores()[seat])


def expectations(start: State, seed: int) -> dict[int, RobotChoice]:
    """Return what each seat expects of its bids when all before it pass."""
    state, choices = start, dict[int, RobotChoice]()
    while state.to_act is not None:
        choices[state.to_act] = explain_action(state.view(state.to_act), RobotLevel.CLUB, seed=seed)
        state = state.apply(Pass())
    return choices


def main() -> None:
    name, deals, seed = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    use_compiled()
    game = find_variant(name)
    assert isinstance(game, Tarot)
    by_share: dict[tuple[Bid, int], list[float]] = defaultdict(list)
    by_points: dict[tuple[Bid, int], list[tuple[float, float]]] = defaultdict(list)
    for number in range(1, deals + 1):
        layout = game.random_layout(Random(f"bids {seed} {number}"))  # noqa: S311
        start = game.start(layout, dealer=number % game.player_count)
        if start.is_over:
            continue
        for seat, choice in expectations(start, number).items():
            shares = {bid: choice.made[MakeBid(bid.value)] / choice.worlds for bid in PLAYED}
            points = hand_points(start.view(seat).hand, game.row)[Bid.GARDE_SANS]
            scores = {
                bid: play_contract(start, seat, bid, number)
                for bid, least in PLAYED.items()
                if shares[bid] >= least
            }
            for bid, score in scores.items():
                by_share[bid, int(shares[bid] / SHARE_STEP)].append(score)
                if bid is not Bid.GARDE and Bid.GARDE in scores:
                    by_points[bid, int(points / POINT_STEP)].append((score, scores[Bid.GARDE]))
    for (bid, step), results in sorted(by_share.items()):
        made_count = sum(score > 0 for score in results)
        print(f"{bid}, share of worlds from {step * SHARE_STEP:.2f}: {made_count} of {len(results)} made")
    for (bid, step), pairs in sorted(by_points.items()):
        mean, garde_mean = (sum(column) / len(pairs) for column in zip(*pairs, strict=True))
        print(
            f"{bid}, points from {step * POINT_STEP}, {len(pairs)} hands: {mean:.0f}, garde {garde_mean:.0f}"
        )


if __name__ == "__main__":
    main()
