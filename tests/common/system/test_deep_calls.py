"""Stack memory for deep calls: at no depth do the calls of a loop request memory from the system."""

import resource
import threading
from collections.abc import Callable
from typing import Any

from common.system.deep_calls import answer_with_deep_stack
from common.workers.forking import Limits, run_in_child

CALLS, DEPTHS = 400, 150


def nothing() -> None:
    """Its frame is as large as several of `descend`: one of them has no room for it before the end."""


nothing.__code__ = nothing.__code__.replace(co_stacksize=200)


def dearest_depth() -> int:
    """Pages of memory that the system gave during the calls of a loop, at the depth where it gave most."""

    def pages() -> int:
        return resource.getrusage(resource.RUSAGE_THREAD).ru_minflt

    def descend(depth_left: int) -> int:
        pages_before = pages()
        for _ in range(CALLS):
            nothing()
        pages_used = pages() - pages_before
        return max(pages_used, descend(depth_left - 1)) if depth_left else pages_used

    return descend(DEPTHS)


def in_a_thread(question: Callable[[], int]) -> int:
    """A thread has memory of its own for its calls: where its chunks end depends on nothing before."""
    answers: list[int] = []
    thread = threading.Thread(target=lambda: answers.append(question()))
    thread.start()
    thread.join()
    return answers[0]


def test_calls_of_a_loop_get_no_memory_at_any_depth() -> None:
    site: Any = answer_with_deep_stack(lambda _request: dearest_depth())  # type: ignore[arg-type, return-value]

    assert in_a_thread(lambda: site(None)) < CALLS / 4


def test_neither_do_those_of_work_in_a_child() -> None:
    assert run_in_child(_dearest_depth_of, 0, limits=Limits(cpu_seconds=20)) < CALLS / 4


def _dearest_depth_of(_question: int) -> int:
    return dearest_depth()
