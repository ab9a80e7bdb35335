"""Cases of a test that run each time, and the others, which are for the nights."""

import os
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest
from hypothesis import settings

Case = TypeVar("Case")

TIMES = int(os.environ.get("ETUI_EXAMPLES", "1"))
"""How many times as many generated examples as by day; `script/test --long` asks for many."""
EXAMPLES = 25
"""Of a law that says nothing else."""


def by_day(cases: Iterable[Case], runs: Callable[[Case], bool]) -> list[Any]:
    """The cases in their order, marked `nights` where they do not run by day."""
    return [pytest.param(case, marks=() if runs(case) else pytest.mark.nights) for case in cases]


def examples(count: int, **more: Any) -> settings:
    """How many generated examples a test of a law tries by day."""
    return settings(max_examples=count * TIMES, **more)
