"""Robots against each other: the bids of free auctions and what came of them, matches against the yardstick.

They take some hours of one core.
"""

from collections import Counter
from random import Random

from benchmarks.robots import sight_of
from benchmarks.yardstick import Yardstick
from games.core.actions import MakeBid
from games.core.bots.choosing import RobotLevel, choose_action
from games.core.bots.habits.rules_of_thumb import play_by_thumb
from games.core.bots.matches import Robot, play_match
from games.core.compiled import use_compiled
from games.core.outcome import Bid
from games.core.variant import VARIANTS
from games.core.variants.registry import GAMES
from games.core.variants.tarot.game import Tarot
from games.core.variants.tarot_table import ONE_PACK

LEVELS = tuple(RobotLevel)
AUCTIONS = {name: 200 for name, game in GAMES.items() if isinstance(game, Tarot)}
"""Deals with free auctions, by game."""
MATCHES = {
    **{(row.name, RobotLevel.CLUB): 200 for row in ONE_PACK},
    **{(name, RobotLevel.FORT): 50 for name in VARIANTS},
}
"""Deals of a level against the yardstick, by game."""
MATCH_SEED = 7501
YARDSTICK = Yardstick()


def show_auctions(name: str, level: RobotLevel, deals: int) -> None:
    """Print the last bids of random deals with free auctions, and how many of the contracts were made."""
    game, numbers = GAMES[name], Counter[str]()
    for number in range(deals):
        rng = Random(f"auction {name} {number}")
        while (state := game.start(game.random_layout(rng), dealer=number % game.player_count)).is_over:
            continue
        bid, taker = "passed", 0
        while (seat := state.to_act) is not None:
            view = state.view(seat)
            if name in VARIANTS:
                action = choose_action(view, level, seed=number)
            else:
                # all levels bid by the scale in the other games
                action = play_by_thumb(sight_of(state))
            if isinstance(action, MakeBid):
                bid, taker = action.name, seat
            state = state.apply(action)
        numbers[bid] += 1
        numbers[f"{bid} made"] += bid != "passed" and state.scores()[taker] > 0
    shares = [
        f"{bid} {numbers[bid]}" + (f" ({numbers[f'{bid} made']} made)" if bid != "passed" else "")
        for bid in ("passed", *map(str, Bid))
        if numbers[bid]
    ]
    print(f"{name}: last bids of {level.value} in {deals} deals: {', '.join(shares)}")


def show_match(name: str, level: RobotLevel, deals: int) -> None:
    """Print how a level does against the yardstick, in attack and in defence, by topage."""
    match = play_match(name, Robot(level), YARDSTICK, deals=deals, seed=MATCH_SEED)
    sides = {"attack": match.attack, "defence": match.defence}
    shares = ", ".join(f"{side} {share.mean:.1f} % ± {share.margin:.1f}" for side, share in sides.items())
    print(f"{name}: {level.value} against the yardstick, {deals} deals: {shares}; {match.made} made")


def main() -> None:
    use_compiled()
    for name, deals in AUCTIONS.items():
        for level in LEVELS if name in VARIANTS else LEVELS[:1]:
            show_auctions(name, level, deals)
    for (name, level), deals in MATCHES.items():
        show_match(name, level, deals)


if __name__ == "__main__":
    main()
