"""Complete deals of Tarot by robots, bids included, with a check that each action is legal.

`python -m benchmarks.legal_deals --deals 34000` plays at three, four and five players until so many deals had
cards played. Deals in which all players passed are counted separately. Several processes share the work by
`--game`.
"""

import argparse
import sys
import time
from collections import Counter
from itertools import count
from random import Random

from games.core.actions import PlayCard
from games.core.bots.choosing import RobotLevel, choose_action
from games.core.compiled import use_compiled
from games.core.play import GameVariant
from games.core.variants.registry import GAMES

PLAYED = ("tarot-3", "tarot-4", "tarot-5")
SHOWN_IN = 1000
"""Deals between two printed lines."""


def play_deal(variant: GameVariant, number: int, level: RobotLevel, budget: int | None) -> tuple[int, bool]:
    """Return the number of actions of a deal, and whether a card was played.

    Raises:
        SystemExit: an action was illegal.
    """
    rng = Random(f"{variant.name} {number}")
    state = variant.start(variant.random_layout(rng), dealer=number % variant.player_count)
    while not state.is_over:
        assert state.to_act is not None
        action = choose_action(state.view(state.to_act), level, seed=number, budget=budget)
        if action not in state.legal_actions():
            sys.exit(f"illegal: {variant.name}, deal {number}, step {len(state.steps)}: {action}")
        state = state.apply(action)
    # what one side wins the other loses
    if sum(state.scores()):
        sys.exit(f"{variant.name}, deal {number}: the scores do not add up to nothing")
    return len(state.steps), any(isinstance(step.action, PlayCard) for step in state.steps)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", type=RobotLevel, choices=list(RobotLevel), default=RobotLevel.DEBUTANT)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--budget", type=int)
    parser.add_argument("--game", choices=PLAYED, action="append")
    options = parser.parse_args()
    if options.level is RobotLevel.CLUB:
        use_compiled()
    start = time.process_time()
    for name in options.game or PLAYED:
        counts: Counter[str] = Counter()
        for number in count():
            actions, has_cards = play_deal(GAMES[name], number, options.level, options.budget)
            counts["played" if has_cards else "passed"] += 1
            counts["actions"] += actions
            if has_cards and (not counts["played"] % SHOWN_IN or counts["played"] == options.deals):
                figures = ", ".join(f"{counts[key]:,} {key}" for key in ("played", "passed", "actions"))
                duration = f"{time.process_time() - start:,.0f} s of a core"
                print(f"{name} {options.level}: {figures}; {duration}", flush=True)
            if counts["played"] == options.deals:
                break


if __name__ == "__main__":
    main()
