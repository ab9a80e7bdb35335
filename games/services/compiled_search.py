"""Compilation of the robots' search and play-outs by the worker, and whether the result is ready to use.

The level *fort* and analyses need compiled functions; *club* can do the same in plain Python, slower.
Compiling takes some seconds of a core. No request waits for it, and a site without play never spends them.
The result is in the folder of NUMBA_CACHE_DIR, with a file that marks the code for which it was compiled.
"""

import os
import sys
from functools import lru_cache
from hashlib import blake2b
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from random import Random

from django.conf import settings
from django.core.cache import cache

from common.workers.queueing import after_commit
from games.core.bots.choosing import RobotLevel, choose_action, explain_action, has_levels
from games.core.outcome import Bid
from games.core.play import State
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot
from games.core.variants.tarot.setting import Imposed

COMPILED_MODULES = (
    "games/core/compiled.py",
    "games/core/analysis/kernel.py",
    "games/core/bots/ends/end_search.py",
    "games/core/bots/ends/end_worlds.py",
    "games/core/bots/ends/play_outs.py",
    "games/core/bots/ends/policy_choices.py",
    "games/core/bots/ends/thumb_play_outs.py",
    "games/core/bots/habits/rules_of_thumb.py",
    "games/core/bots/numbers/card_bits.py",
    "games/core/bots/numbers/chances.py",
    "games/core/bots/numbers/lanes.py",
    "games/core/bots/numbers/moments.py",
    "games/core/bots/worlds/world_kernel.py",
    "games/core/bots/worlds/world_swaps.py",
)
"""Files with compiled functions, or with numbers that are compiled in, from the project's folder."""
PROJECT = Path(__file__).parents[2]
PLAYED_OUT, ENDED, SEARCHED = 40, 8, 12
"""Cards still to be played in the three states that serve to compile everything.

The first is played out, the second is searched by *club*, the third by *fort*. A function that these states
did not compile would be compiled in a request, which times out before the end.
"""
ASKED_SECONDS = 10 * 60
"""Seconds after which a process may request the compilation again."""


def can_compile() -> bool:
    """Return whether numba is installed and in use, without loading it."""
    return find_spec("numba") is not None and os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"


def is_compiled() -> bool:
    """Return whether the search of this version was compiled here. It then loads in a third of a second."""
    return can_compile() and _mark().exists()


def use_what_is_compiled() -> None:
    """Let *club* use the compiled functions in this process, if they need no compiling."""
    if is_compiled():
        from games.core.compiled import use_compiled  # noqa: PLC0415 - loads NumPy, only in processes that play

        use_compiled()


def ask_to_compile() -> None:
    """Queue the task of the worker that compiles the search."""
    after_commit("games.compile_search")


def compile_for(level: RobotLevel, game: str) -> None:
    """Queue the compilation when a game begins with robots that are faster with it.

    Do nothing where numba is absent, where the search is compiled, or soon after another request for it. Do
    nothing either where tasks run inside the request, which would have to wait.
    """
    if level is not RobotLevel.CLUB or not has_levels(game) or settings.CELERY_TASK_ALWAYS_EAGER:
        return
    # `cache.add` is true for one process alone, so that a rush of games queues one task.
    if can_compile() and not is_compiled() and cache.add("compiling-asked", True, ASKED_SECONDS):
        ask_to_compile()


def compile_search() -> bool:
    """Compile the search unless it is compiled. Return whether it is ready. Takes some seconds."""
    if not can_compile():
        return False
    if not is_compiled():
        _search_once()
        _mark().parent.mkdir(parents=True, exist_ok=True)
        # The mark comes last: an interrupted compilation leaves none.
        _mark().touch()
    return True


def _mark() -> Path:
    return Path(os.environ["NUMBA_CACHE_DIR"]) / f"ready-{_fingerprint()}"


@lru_cache(maxsize=1)
def _fingerprint() -> str:
    """Return a hash of the values that numba compares before it uses its cache: versions and source files."""
    parts = [version("numba"), sys.version, str(PROJECT)]
    for path in COMPILED_MODULES:
        stat = (PROJECT / path).stat()
        # numba compares the same two values of each file with its cache.
        parts += [str(stat.st_mtime_ns), str(stat.st_size)]
    return blake2b("\n".join(parts).encode(), digest_size=8).hexdigest()


def _search_once() -> None:
    """Call each compiled function once, at the end of a deal."""
    # Imported here because it loads numba, which a process that never searches does not need.
    from games.core.analysis.open_search import score_cards  # noqa: PLC0415
    from games.core.analysis.positions import open_position  # noqa: PLC0415

    for cards in (PLAYED_OUT, ENDED, SEARCHED):
        state = _moment_of_a_deal(cards)
        assert state.to_act is not None
        for level in (RobotLevel.FORT, RobotLevel.CLUB):
            explain_action(state.view(state.to_act), level, seed=0, budget=100)
    score_cards(open_position(state), budget=1_000)


def _moment_of_a_deal(cards: int) -> State:
    """Return a state of a deal of four with a choice to make and at most `cards` cards to play."""
    game = find_variant("tarot-4")
    assert isinstance(game, Tarot)
    state: State = game.start(game.random_layout(Random(1)), imposed=Imposed(0, Bid.GARDE_SANS))  # noqa: S311
    while state.to_act is not None:
        view = state.view(state.to_act)
        if sum(view.hand_counts) <= cards and len(view.legal) > 1:
            return state
        state = state.apply(choose_action(view, RobotLevel.DEBUTANT, seed=0))
    raise AssertionError(f"the deal has no choice in its last {cards} cards")
