"""Run of all benchmarks at tiny sizes: `python -m benchmarks.smoke [NAME…]`. A test that they work, no
measurement.
"""

import importlib
import os
import sys
from typing import Any

from benchmarks.yardstick import Yardstick
from games.core.bots.choosing import RobotLevel

SIZES: dict[str, dict[str, Any]] = {
    "ranking": {"SIZES": ((8, 4), (12, 6))},
    "refresh": {"SECTIONS": 1, "CLUB_TABLES": 3},
    "movements": {"SEARCHED": ((8, 6),), "REPORTS": 1, "DRAWN": 48, "DRAWN_ROUNDS": 2},
    "games": {"SECONDS": 0.01},
    "dealing": {"DEALS": 20, "BOARDS": 2},
    "evening": {"TABLES": 3, "KINDS": ("table_cards",)},
    "publishing": {"SECTIONS": 1, "REPEATS": 1},
    "counting": {"GAMES_SHOWN": ("tarot-4",), "DEALS": 2, "REPEATS": 1},
    "paper": {"SIZES": (3,), "KINDS": ("table_cards",), "PACKS": ()},
    "robots": {
        "SECONDS": 0.01,
        "SIZES": (2,),
        "MANY": 2,
        "DECIDED": ("tarot-4",),
        "DEALS": 1,
        "LEVELS": (RobotLevel.DEBUTANT,),
        "SEARCHED": (2,),
        "SEARCHES": 1,
        "SEARCH_BUDGET": 1000,
        "LOADED": ("choosing",),
    },
    "robot_matches": {
        "AUCTIONS": {"tarot-6": 1},
        "MATCHES": {("tarot-3", RobotLevel.DEBUTANT): 1},
        "YARDSTICK": Yardstick(worlds=1),
    },
    "fairness": {"DEALS": 4000, "PART": 2000},
    "legal_deals": {},
    "viewers": {
        "VIEWERS": 3,
        "OPENING_SECONDS": 0.1,
        "SETTLING_SECONDS": 0.5,
        "QUIET_SECONDS": 0.5,
        "TABLES": 2,
        "EACH": 1,
        "RESULTS_SECONDS": 0.5,
        "LAST_SECONDS": 4.0,
    },
    "load": {
        "SECTIONS": 1,
        "READERS": 3,
        "OPENING_SECONDS": 0.1,
        "SETTLING_SECONDS": 0.5,
        "MINUTE": 10.0,
        "LAST_SECONDS": 4.0,
    },
    "hosts": {"SECTIONS": 1, "TABLES": 4, "OPENING_SECONDS": 0.1, "CLIENTS": 2, "GROWTH_SECONDS": 3.0},
    "stalled": {
        "STALLED": 6,
        "GUESSING": 1,
        "PHONES": 2,
        "WARM_SECONDS": 0.5,
        "SECONDS": 1.5,
        "BAR": 20.0,
    },
    "uploads": {"HOSTILE": 1, "RESULTS": 1, "SECONDS": 2.0, "SITTING_SECONDS": 0.2},
    "play": {"SIZES": {1: 20.0}, "WARM_SECONDS": 1.0, "SECONDS": 5.0, "PAUSE": 0.1},
    "rooms": {"ALONE": 1, "TOGETHER": 0, "SECONDS": 5.0, "WARM_SECONDS": 1.0},
}
"""Tiny values for the constants of each benchmark."""
ARGUMENTS = {"legal_deals": ["--deals=1", "--game=tarot-4"]}


def run_benchmark(name: str) -> None:
    """Run a benchmark with tiny values for its constants."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"  # compiling takes a minute
    benchmark = importlib.import_module(f"benchmarks.{name}")
    for constant, value in SIZES[name].items():
        assert hasattr(benchmark, constant), f"benchmarks/{name}.py has no {constant}"
        setattr(benchmark, constant, value)
    sys.argv = [name, *ARGUMENTS.get(name, [])]
    benchmark.main()


if __name__ == "__main__":
    for benchmark_name in sys.argv[1:] or list(SIZES):
        run_benchmark(benchmark_name)
