"""Count the ways to start and to end one fixed deal of each variant, and store the counts for the tests.

Run it in the folder of the project: `python -m tools.count_playouts`. Read the diff before the commit: a
changed count means a changed rule.
"""

import json
from pathlib import Path
from random import Random
from typing import TypedDict

from games.core.play import GameVariant, State
from games.core.variants.registry import GAMES

FILE = Path(__file__).parents[1] / "tests" / "data" / "games" / "playouts.json"
MOST_ENDS = 800
"""Limit of the number of ways to end. The end is counted from the earliest state within it."""
DEPTH = 2
SOURCE = "The engine's own counts, written by tools/count_playouts.py; no other program counts these games."


class Counts(TypedDict):
    """Counts of one variant."""

    steps: int
    """Number of actions of the complete deal from the fixed seed."""
    begin: int
    """Number of series of `DEPTH` actions from the start of the deal; `middle`: from its middle."""
    middle: int
    end_from: int
    """Number of actions before the state from which the ways to end are counted."""
    end: int


def count_series(state: State, depth: int) -> int:
    """Return the number of series of `depth` actions. One that ends earlier counts too."""
    if depth == 0 or state.is_over:
        return 1
    return sum(count_series(state.apply(action), depth - 1) for action in state.legal_actions())


def count_ends(state: State, most: int) -> int:
    """Return the number of ways to play a state to its end. The count stops as soon as it exceeds `most`."""
    if state.is_over:
        return 1
    total = 0
    for action in state.legal_actions():
        total += count_ends(state.apply(action), most - total)
        if total > most:
            break
    return total


def fixed_states(variant: GameVariant) -> list[State]:
    """Return the states of one random deal from a fixed seed: the first deal that is not given up at once."""
    number, states = 0, [_fixed_start(variant, 0)]
    while len(states) <= 3 * variant.player_count:
        rng = Random(f"plays {variant.name} {number}")  # noqa: S311 - a fixed deal, not a secret one
        states = [_fixed_start(variant, number)]
        while not states[-1].is_over:
            states.append(states[-1].apply(rng.choice(states[-1].legal_actions())))
        number += 1
    return states


def count_plays(variant: GameVariant) -> Counts:
    """Return the counts of one variant."""
    states = fixed_states(variant)
    end_from, ends = len(states) - 1, 1
    while end_from > 0:
        # each earlier state has at least as many ways: stop at the first with too many
        count = count_ends(states[end_from - 1], MOST_ENDS)
        if count > MOST_ENDS:
            break
        end_from, ends = end_from - 1, count
    return {
        "steps": len(states) - 1,
        "begin": count_series(states[0], DEPTH),
        "middle": count_series(states[len(states) // 2], DEPTH),
        "end_from": end_from,
        "end": ends,
    }


def _fixed_start(variant: GameVariant, number: int) -> State:
    rng = Random(f"deal {variant.name} {number}")  # noqa: S311 - a fixed deal, not a secret one
    return variant.start(variant.random_layout(rng))


def main() -> None:
    """Write the counts of every variant."""
    counts = {name: count_plays(variant) for name, variant in GAMES.items()}
    FILE.write_text(json.dumps({"source": SOURCE, "counts": counts}, indent=1) + "\n")


if __name__ == "__main__":
    main()
