"""The compiled search: compiled once by the worker, and only then reported as ready."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache

from games.core import compiled
from games.core.bots.choosing import RobotLevel, explain_action
from games.core.bots.habits.choices import ChoiceMethod
from games.services import compiled_search
from games.services.compiled_search import (
    PROJECT,
    compile_for,
    compile_search,
    is_compiled,
    use_what_is_compiled,
)
from games.tasks import compile_search_task
from play.tables.services.table_robots import usable_level


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """A folder in which nothing is compiled yet; one entry for each compilation."""
    done: list[str] = []
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "compiled"))
    monkeypatch.setattr(compiled_search, "can_compile", lambda: True)
    monkeypatch.setattr(compiled_search, "_fingerprint", lambda: "one")
    monkeypatch.setattr(compiled_search, "_search_once", lambda: done.append("compiled"))
    return done


def test_search_is_compiled_once(searches: list[str]) -> None:
    assert not is_compiled()

    assert [compile_search_task(), compile_search_task()] == [True, True]

    assert is_compiled()
    assert searches == ["compiled"]


def test_other_code_is_compiled_again(searches: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    compile_search()
    monkeypatch.setattr(compiled_search, "_fingerprint", lambda: "two")
    assert not is_compiled()

    compile_search()

    assert searches == ["compiled", "compiled"]


def test_nothing_is_compiled_without_numba(searches: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_search, "can_compile", lambda: False)

    assert not compile_search()
    assert searches == []


@pytest.mark.usefixtures("searches")
def test_fort_answers_as_club_until_it_is_compiled() -> None:
    assert usable_level(RobotLevel.FORT) is RobotLevel.CLUB
    assert usable_level(RobotLevel.DEBUTANT) is RobotLevel.DEBUTANT

    compile_search()

    assert usable_level(RobotLevel.FORT) is RobotLevel.FORT


def test_asking_whether_it_is_ready_does_not_load_numba() -> None:
    asking = (
        "import os, sys; os.environ.setdefault('NUMBA_CACHE_DIR', '/nowhere');"
        "from games.services.compiled_search import is_compiled; is_compiled();"
        "assert 'numba' not in sys.modules"
    )

    subprocess.run([sys.executable, "-c", asking], cwd=PROJECT, check=True)


@pytest.mark.usefixtures("searches")
def test_club_uses_compiled_functions_when_they_are_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    monkeypatch.setattr(compiled, "use_compiled", lambda: calls.append("compiled"))

    use_what_is_compiled()
    assert calls == []

    compile_search()
    use_what_is_compiled()
    assert calls == ["compiled"]


@pytest.mark.parametrize(
    ("cards", "level", "method"),
    [
        (compiled_search.PLAYED_OUT, RobotLevel.FORT, ChoiceMethod.PLAYED_OUT),
        (compiled_search.PLAYED_OUT, RobotLevel.CLUB, ChoiceMethod.PLAYED_OUT),
        (compiled_search.ENDED, RobotLevel.CLUB, ChoiceMethod.SEARCHED),
        (compiled_search.SEARCHED, RobotLevel.FORT, ChoiceMethod.SEARCHED),
    ],
)
def test_moments_that_have_all_compiled_are_played_out_and_searched(
    cards: int, level: RobotLevel, method: ChoiceMethod
) -> None:
    state = compiled_search._moment_of_a_deal(cards)

    assert state.to_act is not None
    choice = explain_action(state.view(state.to_act), level, seed=0, budget=8)
    assert choice.method is method


@pytest.fixture
def asked(searches: list[str], settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A site with a worker; one entry each time that it is asked to compile."""
    names: list[str] = []
    settings.CELERY_TASK_ALWAYS_EAGER = False
    monkeypatch.setattr(compiled_search, "after_commit", names.append)
    cache.delete("compiling-asked")
    return names


def test_whoever_plays_with_club_robots_has_the_worker_compile_once(asked: list[str]) -> None:
    for level, game in (("debutant", "tarot-4"), ("club", "nullo"), ("club", "tarot-4"), ("club", "tarot-5")):
        compile_for(RobotLevel(level), game)

    assert asked == ["games.compile_search"]


def test_nobody_asks_for_what_is_compiled(asked: list[str]) -> None:
    compile_search()

    compile_for(RobotLevel.CLUB, "tarot-4")

    assert asked == []


def test_nobody_asks_where_it_cannot_be_compiled(asked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_search, "can_compile", lambda: False)

    compile_for(RobotLevel.CLUB, "tarot-4")

    assert asked == []


def test_request_that_would_compile_itself_does_not_ask(asked: list[str], settings: Any) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = True

    compile_for(RobotLevel.CLUB, "tarot-4")

    assert asked == []
