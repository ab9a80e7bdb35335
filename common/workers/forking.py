"""Work done in child processes, a few at once: each computes one answer and ends, which frees its memory.

The system ends a child that uses more than its limits, whatever it computes, in Python or in a library.

A fork takes nothing along but the thread that asks for it: a lock that another thread holds at that moment
stays locked in the child for ever. So only the main thread forks itself, as tasks do. Every other
thread, as that of a request, has its children forked by a process of one thread that has loaded the site,
the forkserver of multiprocessing: what it is asked must be picklable. It is started when the first of them
asks, and loads the site (`ETUI_CHILD_PRELOAD`), unless `fork_the_forkserver` made it of one that is loaded.
"""

import gc
import math
import multiprocessing
import os
import resource
import signal
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import forkserver, util
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import ForkingPickler
from types import MappingProxyType
from typing import Any, NoReturn, TypeVar

import django
from django.apps import apps
from django.conf import settings
from django.db import connections

from common.installation.log_lines import keep_no_lines
from common.workers.supervision import OpenFile, die_with_parent, take_name

Question = TypeVar("Question")
Answer = TypeVar("Answer")

SECONDS_BETWEEN_SIGNS = 5.0
GRACE_CPU_SECONDS = 1
"""Between the exception in a child that computes for too long, and its end."""
SPARE_MEMORY = 64 * 1024 * 1024
"""Bytes that a child may still have to say that it had too little."""
OUT_OF_MEMORY = (signal.SIGABRT, signal.SIGTRAP)
"""How libraries in C end a process that is given no more memory."""
_starting = threading.Lock()
"""multiprocessing looks after all children whenever one is started: two threads would bury the same one."""
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


def _read_only(values: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(values)


ForkingPickler.register(MappingProxyType, lambda values: (_read_only, (dict(values),)))


def core_count() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


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
                at_work[child.listening] = place, child
                drawn = next(upcoming, None)
            ready = [
                each for each in wait(list(at_work), SECONDS_BETWEEN_SIGNS) if isinstance(each, Connection)
            ]
            if not ready:
                waiting()
            for listening in ready:
                place, child = at_work.pop(listening)
                yield place, _received(child)
    finally:
        for _place, child in at_work.values():
            _end(child)


@dataclass(frozen=True, slots=True)
class _Child:
    process: BaseProcess
    listening: Connection
    limits: Limits
    began: float


def _start(work: Callable[[Question], Answer], question: Question, limits: Limits) -> _Child:
    with _starting:
        context = _context()
        listening, telling = context.Pipe(duplex=False)
        try:
            process = context.Process(target=_answer, args=(work, question, telling, limits), daemon=True)
            process.start()
        except BaseException as error:
            listening.close()
            if isinstance(error, EOFError | ConnectionError):  # the forkserver was killed at this moment
                raise WorkFailed(f"no child could be forked: {error}") from error
            raise
        finally:
            telling.close()
    return _Child(process, listening, limits, time.monotonic())


def forks_itself() -> bool:
    """Whether children of this thread have all that it knows, or only what can be pickled."""
    return threading.current_thread() is threading.main_thread()


def _context() -> Any:
    """How this thread may start children."""
    if forks_itself():
        return multiprocessing.get_context("fork")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(settings.ETUI_CHILD_PRELOAD))
    return context


def fork_the_forkserver(name: str, *, own: Sequence[OpenFile]) -> None:
    """Fork, before this process has threads, what will fork for them: all is loaded in it already.

    multiprocessing would start Python anew for it, which loads the site for some seconds, and once more for
    what looks after the shared memory of its processes.

    Args:
        name: of these processes in the system's list.
        own: open files that they do not keep.
    """
    known = _open_files()

    def start(path: bytes, args: Sequence[Any], passfds: Sequence[int]) -> int:
        dropped = _open_files() - known - set(passfds)
        return os.fork() or _run(args[-1], name, own, dropped)

    usual = util.spawnv_passfds
    util.spawnv_passfds = start
    try:
        forkserver.set_forkserver_preload([])
        forkserver.ensure_running()
    finally:
        util.spawnv_passfds = usual


def _open_files() -> set[int]:
    return set(map(int, os.listdir("/dev/fd")))


def _run(program: str, name: str, own: Iterable[OpenFile], dropped: Iterable[int]) -> NoReturn:
    """In a child: be the Python that would have been started with `-c` and a program of multiprocessing."""
    try:
        die_with_parent()
        take_name(name)
        keep_no_lines()
        for file in own:
            file.close()
        for number in dropped:
            with suppress(OSError):  # the one through which they were listed
                os.close(number)
        exec(program, {})  # noqa: S102 # two lines, from the library
    except SystemExit:
        pass
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(0)


def _answer(
    work: Callable[[Question], Answer], question: Question, telling: Connection, limits: Limits
) -> None:
    """In the child. Without the collector, which costs more than the memory it would find until the end."""
    gc.disable()
    die_with_parent()
    try:
        if not apps.ready:  # nothing was preloaded, say because the site was started in another folder
            django.setup()
        _give_way(limits)
        _leave_connections()
        _submit_to(limits)
        telling.send(_said(work, question))
    finally:
        os._exit(0)  # at once: nothing is put away, no connection of the parent is closed


def _give_way(limits: Limits) -> None:
    """Pages come first."""
    niceness = settings.ETUI_CHILD_NICENESS
    os.nice(max(0, niceness - os.nice(0)))
    if limits.is_idle and niceness and hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _leave_connections() -> None:
    """Two processes that talk on one connection to a database would read each other's answers."""
    for each in connections.all(initialized_only=True):
        _inherited.append(each.connection)
        each.connection = None


def _submit_to(limits: Limits) -> None:
    """From now on the system holds this process to its limits."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, limits.seconds)
    signal.signal(signal.SIGXCPU, _run_out)
    _lower(resource.RLIMIT_CPU, limits.cpu_seconds, limits.cpu_seconds + GRACE_CPU_SECONDS)
    _lower(resource.RLIMIT_DATA, limits.memory, limits.memory + SPARE_MEMORY)
    _lower(resource.RLIMIT_CORE, 0, 0)


def _lower(kind: int, soft: int, hard: int) -> None:
    """A limit of this process, unless the system holds it to a lower one already."""
    _soft, known = resource.getrlimit(kind)
    if known != resource.RLIM_INFINITY:
        soft, hard = min(soft, known), min(hard, known)
    resource.setrlimit(kind, (soft, hard))


def _run_out(_signal: int, _frame: object) -> None:
    raise OutOfTime("no more seconds")


def _said(work: Callable[[Question], Answer], question: Question) -> tuple[Answer | None, str, str]:
    """The answer, or the name and the words of the failure."""
    try:
        return work(question), "", ""
    except BaseException as error:  # whatever it is, the parent must hear of it
        if isinstance(error, MemoryError):
            error.__traceback__ = None  # with all that the work held
            _soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
            resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))
        return None, type(error).__name__, str(error)


def _received(child: _Child) -> Any:
    try:
        answer, failure, words = child.listening.recv()
    except (EOFError, OSError):  # nothing, or only the beginning
        with _starting:
            child.process.join()
        raise _failure_of(child) from None
    finally:
        _end(child)
    if failure == OutOfTime.__name__:
        raise TooMuchTime(words)
    if failure == MemoryError.__name__:
        raise TooMuchMemory(words)
    if failure:
        raise WorkFailed(f"{failure}: {words}")
    return answer


def _failure_of(child: _Child) -> WorkFailed:
    """Why a child ended without a word."""
    status = child.process.exitcode or 0
    if -status in OUT_OF_MEMORY:
        return TooMuchMemory(f"killed, exit code {status}")
    spent = math.ceil(time.monotonic() - child.began)
    is_late = spent >= min(child.limits.seconds, child.limits.cpu_seconds)
    if is_late and -status in (signal.SIGALRM, signal.SIGXCPU, signal.SIGKILL):
        return (TooLate if -status == signal.SIGALRM else TooMuchTime)(f"killed, exit code {status}")
    return WorkFailed(f"killed, exit code {status}")


def _end(child: _Child) -> None:
    with _starting:
        child.process.kill()
        child.process.join()
    child.listening.close()
