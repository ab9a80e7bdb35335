"""Cases of a test that run each time, and the others, which are for the nights."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

Case = TypeVar("Case")


def by_day(cases: Iterable[Case], runs: Callable[[Case], bool]) -> list[Any]:
    """The cases in their order, marked `nights` where they do not run by day."""
    return [pytest.param(case, marks=() if runs(case) else pytest.mark.nights) for case in cases]
