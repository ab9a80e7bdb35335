"""Selection of the cases of a test that run by day. The others run in the nights."""

import os
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest
from hypothesis import settings

Case = TypeVar("Case")

TIMES = int(os.environ.get("ETUI_EXAMPLES", "1"))
"""Factor on the number of generated examples; `script/test --long` raises it."""
EXAMPLES = 25
"""Generated examples of a law that sets no number of its own."""


def by_day(cases: Iterable[Case], runs: Callable[[Case], bool]) -> list[Any]:
    """Return the cases in their order, with the mark `nights` unless they run by day."""
    return [pytest.param(case, marks=() if runs(case) else pytest.mark.nights) for case in cases]


def examples(count: int, **more: Any) -> settings:
    """Return Hypothesis settings for `count` examples by day."""
    return settings(max_examples=count * TIMES, **more)
