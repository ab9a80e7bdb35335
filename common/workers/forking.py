"""Work in child processes, a few at once: each child computes one result and ends, which frees its memory.

The system ends a child that exceeds its limits of memory or processor time, in Python or in a library. The
parent ends a child that exceeds its limit of elapsed time.

A forked child has only the thread that forked it. A lock that another thread holds at that moment stays
locked in the child forever. Therefore:

- The main thread forks its children itself, as tasks do.
- Every other thread, such as that of a request, has its children forked by a helper
  (common/workers/fork_helper.py), a process with one thread that has loaded the site. Work and arguments
  must be picklable.
- Where nothing is forked (common/system/children.py) each child is a new Python, which loads the site first.
"""

import gc
import math
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any, NoReturn, TypeVar

import django
from django.apps import apps
from django.conf import settings
from django.db import connections

from common.system.children import can_fork, end_with_parent, start_method
from common.system.deep_calls import with_room_for_calls
from common.system.limits import core_count, limit_this_process, lower_priority, use_spare_memory
from common.workers import fork_helper
from common.workers.fork_helper import NotForked, one_at_a_time
from common.workers.supervision import OpenFile

Question = TypeVar("Question")
Answer = TypeVar("Answer")

SECONDS_BETWEEN_SIGNS = 5.0
"""Seconds without a result between two calls of `waiting`."""
KILLED, ABORTED, TRAPPED, OUT_OF_CPU = -9, -6, -5, -24
"""Exit statuses of children that a signal ended. A C library without memory aborts or traps."""
_inherited: list[Any] = []
"""Database connections of the parent, in a child. The reference keeps Python from closing them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    seconds: int = 240
    """Elapsed time, for a child that waits for something or for a core of a busy machine."""
    cpu_seconds: int = 20
    memory: int = 1024**3
    """Bytes of data, including those of the program. Mapped files do not count."""
    is_idle: bool = False
    """True to compute only on an idle core: niceness alone lets a child delay a page by some milliseconds."""


USUAL = Limits()


class WorkFailed(Exception):
    """A child was killed, or its work raised an exception. The message contains the reason."""


class TooMuchTime(WorkFailed):
    """A child used up its time."""


class TooLate(TooMuchTime):
    """A child used up its elapsed time: it waited for something or for a core."""


class TooMuchMemory(WorkFailed):
    """A child exceeded its limit of memory."""


class OutOfTime(Exception):
    """Raised in a child when its processor time is used up."""


def run_in_children(
    work: Callable[[Question], Answer],
    questions: Iterable[Question],
    *,
    waiting: Callable[[], object],
    limits: Limits = USUAL,
    at_once: int | None = None,
) -> Generator[tuple[int, Answer]]:
    """Yield the index and result of each input as soon as it is ready.

    The next input is read while children work. Closing the generator ends the children at work.

    Args:
        work: a module-level function unless the main thread calls this.
        questions: the inputs of `work`, one for each child.
        waiting: called when no result came for SECONDS_BETWEEN_SIGNS. An exception from it ends everything.
        limits: limits of each child.
        at_once: number of children at work together; None for one per core.

    Raises:
        TooMuchTime, TooMuchMemory: a child used up its limit.
        WorkFailed: a child was killed or raised an exception.
    """
    return _results_of_children(work, enumerate(questions), at_once or core_count(), waiting, limits)


def run_in_child(work: Callable[[Question], Answer], question: Question, *, limits: Limits) -> Answer:
    """Return the result of one child for one input. Raises like `run_in_children`."""
    ((_place, answer),) = run_in_children(work, [question], waiting=lambda: None, limits=limits, at_once=1)
    return answer


def _results_of_children(
    work: Callable[[Question], Answer],
    upcoming: Iterator[tuple[int, Question]],
    at_once: int,
    waiting: Callable[[], object],
    limits: Limits,
) -> Generator[tuple[int, Answer]]:
    at_work: dict[Connection, tuple[int, _Child]] = {}
    next_job = next(upcoming, None)
    try:
        while next_job is not None or at_work:
            while next_job is not None and len(at_work) < at_once:
                place, question = next_job
                child = _start(work, question, limits)
                at_work[child.connection] = place, child
                next_job = next(upcoming, None)
            deadline = min(child.began for _place, child in at_work.values()) + limits.seconds
            seconds = max(0.0, min(SECONDS_BETWEEN_SIGNS, deadline - time.monotonic()))
            connections = [
                connection
                for connection in wait(list(at_work), seconds)
                if isinstance(connection, Connection)
            ]
            if not connections:
                if time.monotonic() >= deadline:
                    raise TooLate(f"no answer after {limits.seconds} s")
                waiting()
            for connection in connections:
                place, child = at_work.pop(connection)
                yield place, _receive(child)
    finally:
        for _place, child in at_work.values():
            child.end()
            child.connection.close()


@dataclass(frozen=True, slots=True)
class _Child:
    connection: Connection
    limits: Limits
    end: Callable[[], int]
    """Function that ends the child if necessary and returns its exit status: negative after a signal."""
    began: float = field(default_factory=time.monotonic)


def _start(work: Callable[[Question], Answer], question: Question, limits: Limits) -> _Child:
    connection, child_end = multiprocessing.Pipe()
    # a fork of the main thread inherits the job, which then need not be picklable
    inherited_jobs = [(work, question)] if can_fork_this_thread() else []
    with child_end:
        # another thread must not fork: locks of other threads would stay locked in the child
        if can_fork() and not inherited_jobs:
            child = _Child(connection, limits, _start_by_helper(child_end))
        else:
            child = _Child(connection, limits, _start_directly(child_end, *inherited_jobs))
    try:
        with suppress(BrokenPipeError, ConnectionResetError):  # the child was killed: `_receive` reports it
            connection.send(limits)
            if not inherited_jobs:
                connection.send((work, question))
    except BaseException:  # the job cannot be pickled
        child.end()
        raise
    return child


def _start_directly(*arguments: Any) -> Callable[[], int]:
    context: Any = multiprocessing.get_context(start_method())
    process = context.Process(target=_answer, args=arguments, daemon=True)
    with one_at_a_time:
        process.start()

    def end() -> int:
        with one_at_a_time:
            process.kill()
            process.join()
        return int(process.exitcode)

    return end


def _start_by_helper(child_end: Connection) -> Callable[[], int]:
    try:
        return fork_helper.fork(_answer, child_end)
    except NotForked as error:
        raise WorkFailed(f"no child could be forked: {error}") from error


def start_helper(name: str, *, own: Sequence[OpenFile]) -> None:
    """Fork the helper that forks children for the later threads of this process.

    Args:
        name: name in the process list.
        own: open files that the helper closes.
    """
    fork_helper.start_fork_helper(_answer, name, own=own)


def can_fork_this_thread() -> bool:
    """Return whether children of this thread inherit its objects. If not, their work must be picklable."""
    return can_fork() and threading.current_thread() is threading.main_thread()


def _answer(connection: Connection, job: tuple[Callable[[Any], Any], Any] | None = None) -> NoReturn:
    """Receive the limits, and the job unless it was inherited, and send the result. Runs in the child."""
    # the garbage collector costs more than the memory that it would free before the end
    gc.disable()
    try:
        end_with_parent()
        if not apps.ready:
            django.setup()
        limits = connection.recv()
        niceness = settings.ETUI_CHILD_NICENESS
        lower_priority(niceness, only_when_idle=limits.is_idle and niceness > 0)
        _leave_connections()
        limit_this_process(memory=limits.memory, cpu_seconds=limits.cpu_seconds, too_late=_raise_out_of_time)
        _send_result(connection, job)
    finally:
        os._exit(0)  # at once: cleaning up would close the connections of the parent


def _leave_connections() -> None:
    """Detach the database connections of the parent."""
    # two processes on one connection would read the responses of each other
    for connection in connections.all(initialized_only=True):
        _inherited.append(connection.connection)
        connection.connection = None


def _raise_out_of_time(_signal: int, _frame: object) -> None:
    raise OutOfTime("no more seconds")


@with_room_for_calls
def _send_result(connection: Connection, job: tuple[Callable[[Any], Any], Any] | None) -> None:
    """Send the result, or the name and message of the exception: also of a result that cannot be sent."""
    try:
        work, question = job or connection.recv()
        connection.send((work(question), "", ""))
    except BaseException as error:  # the parent reports every exception
        if isinstance(error, MemoryError):
            error.__traceback__ = None  # frees all objects of the work
            use_spare_memory()
        connection.send((None, type(error).__name__, str(error)))


def _receive(child: _Child) -> Any:
    try:
        answer, failure, message = child.connection.recv()
    except (EOFError, OSError):  # closed without a complete result
        raise _failure_of(child, child.end()) from None
    finally:
        child.end()
        child.connection.close()
    if failure == OutOfTime.__name__:
        raise TooMuchTime(message)
    if failure == MemoryError.__name__:
        raise TooMuchMemory(message)
    if failure:
        raise WorkFailed(f"{failure}: {message}")
    return answer


def _failure_of(child: _Child, status: int) -> WorkFailed:
    if status in (ABORTED, TRAPPED):
        return TooMuchMemory(f"killed, exit code {status}")
    elapsed = math.ceil(time.monotonic() - child.began)
    # the elapsed time tells a limit of processor time from another kill
    if elapsed >= child.limits.cpu_seconds and status in (OUT_OF_CPU, KILLED):
        return TooMuchTime(f"killed, exit code {status}")
    return WorkFailed(f"killed, exit code {status}")
