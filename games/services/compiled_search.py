"""Whether the robots' compiled search and play-outs are ready to use; their first compilation by the worker.

The level *fort* and analyses need it; *club* does the same in plain Python, slower. Compiling takes some
seconds of a core: no request waits for it, and a site on which nobody plays never pays for it. What was
compiled is kept in the folder of NUMBA_CACHE_DIR, with a mark that says for which code it is.
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
from games.core.bots.choosing import RobotLevel, choose_action, explain_action
from games.core.outcome import Bid
from games.core.play import State
from games.core.variant import VARIANTS
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot
from games.core.variants.tarot.setting import Imposed

COMPILED_MODULES = (
    "games/core/compiled.py",
    "games/core/analysis/kernel.py",
    "games/core/bots/card_bits.py",
    "games/core/bots/end_search.py",
    "games/core/bots/end_worlds.py",
    "games/core/bots/lanes.py",
    "games/core/bots/moments.py",
    "games/core/bots/play_outs.py",
    "games/core/bots/policy_choices.py",
    "games/core/bots/thumb_play_outs.py",
    "games/core/bots/world_kernel.py",
    "games/core/bots/world_swaps.py",
    "games/core/bots/rules_of_thumb.py",
)
"""Files with compiled functions or with numbers that are compiled in, from the project's folder."""
PROJECT = Path(__file__).parents[2]
PLAYED_OUT, ENDED, SEARCHED = 40, 8, 12
"""Cards still to be played at the moments that are played out, that *club* searches, and that *fort* does, to
have everything compiled: what is not, a request would compile, which is interrupted before it is done."""
ASKED_SECONDS = 10 * 60
"""After which a process asks again for what is still not compiled."""


def can_compile() -> bool:
    """Whether numba is installed and in use; does not load it."""
    return find_spec("numba") is not None and os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"


def is_compiled() -> bool:
    """Whether the search of this version was compiled here: it then loads in a third of a second."""
    return can_compile() and _mark().exists()


def use_what_is_compiled() -> None:
    """Let *club* play with compiled functions in this process, where they need no compiling."""
    if is_compiled():
        from games.core.compiled import use_compiled  # noqa: PLC0415 - NumPy, for processes that play

        use_compiled()


def ask_to_compile() -> None:
    """Have the worker compile the search."""
    after_commit("games.compile_search")


def compile_for(level: RobotLevel, game: str) -> None:
    """Have the worker compile when somebody begins to play with robots that are quicker with it.

    Nothing where it cannot be compiled, is, or was asked for a moment ago; nor where tasks run in the request
    that asks, which would wait.
    """
    if level is not RobotLevel.CLUB or game not in VARIANTS or settings.CELERY_TASK_ALWAYS_EAGER:
        return
    if can_compile() and not is_compiled() and cache.add("compiling-asked", True, ASKED_SECONDS):
        ask_to_compile()


def compile_search() -> bool:
    """Compile the search unless that was done; whether it is ready. Takes some seconds."""
    if not can_compile():
        return False
    if not is_compiled():
        _search_once()
        _mark().parent.mkdir(parents=True, exist_ok=True)
        _mark().touch()
    return True


def _mark() -> Path:
    return Path(os.environ["NUMBA_CACHE_DIR"]) / f"ready-{_fingerprint()}"


@lru_cache(maxsize=1)
def _fingerprint() -> str:
    """Of all that numba compares before it takes what it kept: its version, Python's, the source files."""
    seen = [version("numba"), sys.version, str(PROJECT)]
    for path in COMPILED_MODULES:
        stat = (PROJECT / path).stat()
        seen += [str(stat.st_mtime_ns), str(stat.st_size)]
    return blake2b("\n".join(seen).encode(), digest_size=8).hexdigest()


def _search_once() -> None:
    """Use each compiled function once, at the end of a deal."""
    # numba, for who compiles
    from games.core.analysis.open_search import score_cards  # noqa: PLC0415
    from games.core.analysis.positions import open_position  # noqa: PLC0415

    for cards in (PLAYED_OUT, ENDED, SEARCHED):
        state = _moment_of_a_deal(cards)
        assert state.to_act is not None
        for level in (RobotLevel.FORT, RobotLevel.CLUB):
            explain_action(state.view(state.to_act), level, seed=0, budget=100)
    score_cards(open_position(state), budget=1_000)


def _moment_of_a_deal(cards: int) -> State:
    """A moment of a deal of four, so many cards to be played, with more than one to choose from."""
    game = find_variant("tarot-4")
    assert isinstance(game, Tarot)
    state: State = game.start(game.random_layout(Random(1)), imposed=Imposed(0, Bid.GARDE_SANS))  # noqa: S311
    while state.to_act is not None:
        view = state.view(state.to_act)
        if sum(view.hand_counts) <= cards and len(view.legal) > 1:
            return state
        state = state.apply(choose_action(view, RobotLevel.DEBUTANT, seed=0))
    raise AssertionError(f"the deal has no choice in its last {cards} cards")
