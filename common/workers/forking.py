"""Work done in child processes, a few at once: each computes one answer and ends, which frees its memory.

The system ends a child that uses more memory or processor time than its limits, whatever it computes, in
Python or in a library; the process that asks ends one that takes too long by the clock.

A fork takes nothing along but the thread that asks for it: a lock that another thread holds at that moment
stays locked in the child for ever. So only the main thread forks itself, as tasks do. Every other
thread, as that of a request, has its children forked by a helper, a process of one thread that has loaded the
site (common/workers/fork_helper.py). What these children are asked must be picklable.
Where nothing is forked (common/system/children.py) each child is a new Python, which loads the site first.
"""

import gc
import math
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any, NoReturn, TypeVar

import django
from django.apps import apps
from django.conf import settings
from django.db import connections

from common.system.children import can_fork, end_with_parent, start_method
from common.system.limits import core_count, give_way, limit_this_process, use_spare_memory
from common.workers import fork_helper
from common.workers.fork_helper import NotForked, one_at_a_time
from common.workers.supervision import OpenFile

Question = TypeVar("Question")
Answer = TypeVar("Answer")

SECONDS_BETWEEN_SIGNS = 5.0
KILLED, ABORTED, TRAPPED, OUT_OF_CPU = -9, -6, -5, -24
"""Exit statuses of children that a signal ended. A library in C without memory aborts or traps."""
_inherited: list[Any] = []
"""In a child: connections of its parent to the database, kept so that nothing closes them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one child may use."""

    seconds: int = 240
    """By the clock: for a child that waits for something, or for a core of a busy machine."""
    cpu_seconds: int = 20
    memory: int = 1024**3
    """Bytes of data, the program's own included; files that it maps are not counted."""
    is_idle: bool = False
    """Whether it only computes while nothing else on the machine does: niceness lets a child keep its core
    from a page that wakes up, for some milliseconds."""


USUAL = Limits()


class WorkFailed(Exception):
    """A child was killed, or its work raised something: the message says what."""


class TooMuchTime(WorkFailed):
    """A child used up its seconds."""


class TooLate(TooMuchTime):
    """It was the time by the clock: the child waited, for something or for a core."""


class TooMuchMemory(WorkFailed):
    """A child wanted more memory than it may have."""


class OutOfTime(Exception):
    """Raised in a child wherever it is when its seconds of computing are used up."""


class Busy(Exception):
    """Others are at work behind a gate, and enough wait."""


class Gate:
    """Lets so many threads at a time ask for children, a few more wait for a moment, and refuses the others.

    A thread that waits for a child answers nobody: a gate leaves threads to the pages.
    """

    def __init__(self, *, at_work: int, waiting: int, patience: float) -> None:
        self._inside = threading.BoundedSemaphore(at_work + waiting)
        self._at_work = threading.BoundedSemaphore(at_work)
        self._patience = patience

    @contextmanager
    def passed(self) -> Iterator[None]:
        """Within the block the work may be asked for; Busy where it may not."""
        if not self._inside.acquire(blocking=False):
            raise Busy
        try:
            if not self._at_work.acquire(timeout=self._patience):
                raise Busy
            try:
                yield
            finally:
                self._at_work.release()
        finally:
            self._inside.release()


def do_apart(
    work: Callable[[Question], Answer],
    questions: Iterable[Question],
    *,
    waiting: Callable[[], object],
    limits: Limits = USUAL,
    at_once: int | None = None,
) -> Generator[tuple[int, Answer]]:
    """The answer to each question with its place, from 0, as soon as it is ready.

    The next question is drawn while children work. Whoever stops listening ends those still at work.

    Args:
        work: a function of a module where another thread than the main one asks.
        waiting: called whenever no answer came for a few seconds; what it raises stops everything.
        limits: of each child.
        at_once: children at work together; None for one a core.

    Raises:
        TooMuchTime, TooMuchMemory: a child used up what it may use.
        WorkFailed: a child was killed or raised something.
    """
    return _ask_children(work, enumerate(questions), at_once or core_count(), waiting, limits)


def do_one_apart(work: Callable[[Question], Answer], question: Question, *, limits: Limits) -> Answer:
    """The answer of one child to one question. Raises as `do_apart`."""
    ((_place, answer),) = do_apart(work, [question], waiting=lambda: None, limits=limits, at_once=1)
    return answer


def _ask_children(
    work: Callable[[Question], Answer],
    upcoming: Iterator[tuple[int, Question]],
    at_once: int,
    waiting: Callable[[], object],
    limits: Limits,
) -> Generator[tuple[int, Answer]]:
    at_work: dict[Connection, tuple[int, _Child]] = {}
    drawn = next(upcoming, None)
    try:
        while drawn is not None or at_work:
            while drawn is not None and len(at_work) < at_once:
                place, question = drawn
                child = _start(work, question, limits)
                at_work[child.talking] = place, child
                drawn = next(upcoming, None)
            late = min(child.began for _place, child in at_work.values()) + limits.seconds
            seconds = max(0.0, min(SECONDS_BETWEEN_SIGNS, late - time.monotonic()))
            ready = [talking for talking in wait(list(at_work), seconds) if isinstance(talking, Connection)]
            if not ready:
                if time.monotonic() >= late:
                    raise TooLate(f"no answer after {limits.seconds} s")
                waiting()
            for talking in ready:
                place, child = at_work.pop(talking)
                yield place, _received(child)
    finally:
        for _place, child in at_work.values():
            child.end()
            child.talking.close()


@dataclass(frozen=True, slots=True)
class _Child:
    talking: Connection
    limits: Limits
    end: Callable[[], int]
    """Ends it, if it has not, and returns its exit status: negative after a signal."""
    began: float = field(default_factory=time.monotonic)


def _start(work: Callable[[Question], Answer], question: Question, limits: Limits) -> _Child:
    talking, theirs = multiprocessing.Pipe()
    inherited = [(work, question)] if forks_itself() else []
    with theirs:
        if can_fork() and not inherited:
            child = _Child(talking, limits, _start_by_helper(theirs))
        else:
            child = _Child(talking, limits, _start_own(theirs, *inherited))
    try:
        with suppress(BrokenPipeError, ConnectionResetError):  # it was killed: there will be no answer
            talking.send(limits)
            if not inherited:
                talking.send((work, question))
    except BaseException:  # something that cannot be pickled
        child.end()
        raise
    return child


def _start_own(*given: Any) -> Callable[[], int]:
    context: Any = multiprocessing.get_context(start_method())
    process = context.Process(target=_answer, args=given, daemon=True)
    with one_at_a_time:
        process.start()

    def end() -> int:
        with one_at_a_time:
            process.kill()
            process.join()
        return int(process.exitcode)

    return end


def _start_by_helper(theirs: Connection) -> Callable[[], int]:
    try:
        return fork_helper.fork(_answer, theirs)
    except NotForked as error:
        raise WorkFailed(f"no child could be forked: {error}") from error


def start_helper(name: str, *, own: Sequence[OpenFile]) -> None:
    """Fork what forks children for the threads that this process is going to have.

    Args:
        name: in the system's list.
        own: open files that it does not keep.
    """
    fork_helper.start(_answer, name, own=own)


def forks_itself() -> bool:
    """Whether children of this thread have all that it knows, or only what can be pickled."""
    return can_fork() and threading.current_thread() is threading.main_thread()


def _answer(talking: Connection, job: tuple[Callable[[Any], Any], Any] | None = None) -> NoReturn:
    """In the child: receive the limits and the job, unless it was inherited, and send what the job returns.

    Without the collector, which costs more than the memory it would find until the end.
    """
    gc.disable()
    try:
        end_with_parent()
        if not apps.ready:
            django.setup()
        limits = talking.recv()
        niceness = settings.ETUI_CHILD_NICENESS
        give_way(niceness, only_when_idle=limits.is_idle and niceness > 0)
        _leave_connections()
        limit_this_process(memory=limits.memory, cpu_seconds=limits.cpu_seconds, too_late=_run_out)
        talking.send(_said(talking, job))
    finally:
        os._exit(0)  # at once: nothing is put away, no connection of the parent is closed


def _leave_connections() -> None:
    """Two processes that talk on one connection to a database would read each other's answers."""
    for connection in connections.all(initialized_only=True):
        _inherited.append(connection.connection)
        connection.connection = None


def _run_out(_signal: int, _frame: object) -> None:
    raise OutOfTime("no more seconds")


def _said(talking: Connection, job: tuple[Callable[[Any], Any], Any] | None) -> tuple[Any, str, str]:
    """The answer, or the name and the words of the failure."""
    try:
        work, question = job or talking.recv()
        return work(question), "", ""
    except BaseException as error:  # whatever it is, the parent must hear of it
        if isinstance(error, MemoryError):
            error.__traceback__ = None  # with all that the work held
            use_spare_memory()
        return None, type(error).__name__, str(error)


def _received(child: _Child) -> Any:
    try:
        answer, failure, words = child.talking.recv()
    except (EOFError, OSError):  # nothing, or only the beginning
        raise _failure_of(child, child.end()) from None
    finally:
        child.end()
        child.talking.close()
    if failure == OutOfTime.__name__:
        raise TooMuchTime(words)
    if failure == MemoryError.__name__:
        raise TooMuchMemory(words)
    if failure:
        raise WorkFailed(f"{failure}: {words}")
    return answer


def _failure_of(child: _Child, status: int) -> WorkFailed:
    """Why a child ended without a word."""
    if status in (ABORTED, TRAPPED):
        return TooMuchMemory(f"killed, exit code {status}")
    spent = math.ceil(time.monotonic() - child.began)
    if spent >= child.limits.cpu_seconds and status in (OUT_OF_CPU, KILLED):
        return TooMuchTime(f"killed, exit code {status}")
    return WorkFailed(f"killed, exit code {status}")
