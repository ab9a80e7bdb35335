"""Keeping children alive that are forked from this process, and making sure that none of them outlives it.

The parent loads what they need once, has one thread, and holds no connection open: a child finds everything
loaded, in memory that it shares with the others, and begins at once.

On Linux the kernel kills each child when its parent ends (`die_with_parent`), also a child that is stopped or
stuck in a library. Elsewhere a pipe tells the end of the parent: the parent holds the writing end open and
never writes to it, and the reading end is the standard input of each child, which stops when the pipe closes.
"""

import ctypes
import gc
import io
import logging
import math
import multiprocessing
import os
import select
import signal
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, TextIO

logger = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 1.0, 4.0
"""Seconds before a child that ended is started again, doubling each time."""
STEADY = 10.0
"""Seconds of life after which the next wait is the first again."""
PATIENCE = 10.0
"""Seconds that children have to end in when asked to."""
STANDARD_INPUT, STANDARD_OUTPUT, STANDARD_ERROR = 0, 1, 2
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
OWN_NAME = Path("/proc/self/comm")
"""Linux: the name of this process in the system's list."""
SIGNAL_AT_END_OF_PARENT = 1
"""Linux: PR_SET_PDEATHSIG of prctl(2)."""


class OpenFile(Protocol):
    """A file or a socket."""

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Child:
    """What one process does, started again whenever it ends."""

    name: str
    """In the system's list of processes, which shows fifteen letters, and in the log."""
    work: Callable[[], object]
    inherited: Sequence[OpenFile] = ()
    """Those of the parent's open files that it keeps."""
    is_heard: bool = False
    """Whether its standard output is ours; else dropped, what a person must know goes to standard error."""
    longest_wait: float = LONGEST_WAIT
    """Seconds before it is started again, however often it ended."""


@dataclass(slots=True)
class _Life:
    """A child now: at work, or due at some second."""

    child: Child
    process: BaseProcess | None = None
    began: float = 0.0
    due: float = 0.0
    wait: float = field(default_factory=lambda: FIRST_WAIT)


class Supervisor:
    """The children of a `with` statement: started by `keep_alive`, ended at its end. In the main thread only.

    Args:
        own: open files that no child keeps unless it says so.
        started: called with the number of each process.
    """

    def __init__(
        self,
        children: Sequence[Child],
        *,
        own: Sequence[OpenFile] = (),
        started: Callable[[int], object] = lambda pid: None,
    ) -> None:
        self._lives = [_Life(child) for child in children]
        self._own, self._started = own, started

    def __enter__(self) -> "Supervisor":
        self._lifeline, self._holding = os.pipe()
        self._woken, self._waking = os.pipe()
        os.set_blocking(self._waking, False)
        signal.set_wakeup_fd(self._waking, warn_on_full_buffer=False)
        self._former = signal.signal(signal.SIGCHLD, lambda *_: None)  # one that is ignored wakes nobody
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        signal.signal(signal.SIGCHLD, self._former)
        signal.set_wakeup_fd(-1)
        for number in (self._lifeline, self._holding, self._woken, self._waking):
            os.close(number)

    def keep_alive(self, *, seconds: float = math.inf, until: int | None = None) -> None:
        """Start all children, and again those that end, for so long, or until there is something to read.

        Args:
            until: the number of an open file.
        """
        end = time.monotonic() + seconds
        while True:
            for life in self._lives:
                self._look_after(life)
            next_due = min((life.due for life in self._lives if life.process is None), default=math.inf)
            if self._wait(min(end, next_due), until) or time.monotonic() >= end:
                return

    def stop(self, patience: float = PATIENCE) -> None:
        """Ask the children to end, and end those that have not after `patience` seconds."""
        end = time.monotonic() + patience
        try:
            for process in self._alive():
                process.terminate()
            while any(self._alive()) and time.monotonic() < end:
                self._wait(end)
        finally:
            for process in self._alive():
                process.kill()
                process.join()

    def _alive(self) -> Iterator[BaseProcess]:
        return (each.process for each in self._lives if each.process and each.process.exitcode is None)

    def _wait(self, end: float, until: int | None = None) -> bool:
        """Until a child ends, a signal comes or the time does; whether there is something to read."""
        seconds = None if end == math.inf else max(0.0, end - time.monotonic())
        looked_at = [self._woken] if until is None else [self._woken, until]
        ready = select.select(looked_at, [], [], seconds)[0]
        if self._woken in ready:
            os.read(self._woken, 4096)
        return until in ready

    def _look_after(self, life: _Life) -> None:
        now = time.monotonic()
        if life.process is None:
            if life.due <= now:
                self._start(life)
        elif (status := life.process.exitcode) is not None:
            life.process.close()
            life.process = None
            if now - life.began > STEADY:
                life.wait = FIRST_WAIT
            _put_off(life, f"ended with status {status}")

    def _start(self, life: _Life) -> None:
        child = life.child
        process = multiprocessing.get_context("fork").Process(
            target=self._live, args=(child,), name=child.name
        )
        try:
            with _signals_held():
                process.start()
        except OSError as error:  # too many processes, too little memory: later there may be room
            _put_off(life, f"cannot be started: {error}")
            return
        life.process, life.began = process, time.monotonic()
        self._started(process.pid or 0)

    def _live(self, child: Child) -> None:
        """In the child: do its work as if it had been started alone."""
        die_with_parent()
        os.setsid()  # Ctrl-C in the terminal is for the parent, which ends the child in order
        signal.set_wakeup_fd(-1)
        for each in (*ENDING, signal.SIGCHLD):
            signal.signal(each, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
        take_name(child.name)
        os.dup2(self._lifeline, STANDARD_INPUT)
        for number in (self._lifeline, self._holding, self._woken, self._waking):
            os.close(number)
        for file in self._own:
            if file not in child.inherited:
                file.close()
        if not child.is_heard:
            _drop_output()
        try:
            child.work()
        finally:
            logging.shutdown()


def _put_off(life: _Life, why: str) -> None:
    logger.error("%s %s, starting it again in %s s", life.child.name, why, life.wait)
    life.due = time.monotonic() + life.wait
    life.wait = min(2 * life.wait, life.child.longest_wait)


def take_name(name: str) -> None:
    """Have this process shown by it in the system's list, where there is one to write to."""
    with suppress(OSError):
        OWN_NAME.write_text(name, encoding="ascii")


def die_with_parent() -> None:
    """Have the kernel kill this process when the one that forked it ends. Linux only.

    The kernel takes the end of the thread that forked for the end of the parent. Only a main thread lives as
    long as its process: a process that another thread forked is left alone, and one that Python did not fork.
    """
    if _parent is None or not hasattr(_libc, "prctl"):
        return
    _libc.prctl(SIGNAL_AT_END_OF_PARENT, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != _parent:  # it ended before the kernel was asked
        os._exit(1)


_libc = ctypes.CDLL(None)
_forking: int | None = None
_parent: int | None = None
"""The process that forked this one, noted by it: the system names another one once it has ended."""


def _note_fork() -> None:
    global _forking
    _forking = os.getpid() if threading.current_thread() is threading.main_thread() else None


def _note_parent() -> None:
    global _parent
    _parent = _forking


os.register_at_fork(before=_note_fork, after_in_child=_note_parent)


def write_without_waiting() -> None:
    """Have standard output and error drop what they cannot take, here and in all processes forked from here.

    A pipe that is never read, or a terminal that is held, would stop each thread that writes a line.
    """
    for number in (STANDARD_OUTPUT, STANDARD_ERROR):
        try:
            # a file opened anew has flags of its own: the shell that shares the old one notices nothing
            opened = os.open(
                f"/proc/self/fd/{number}", os.O_WRONLY | os.O_APPEND | os.O_NONBLOCK | os.O_NOCTTY
            )
        except OSError:  # a socket, another system, or the file of another user
            with suppress(OSError):
                mode = os.fstat(number).st_mode
                if stat.S_ISSOCK(mode) or stat.S_ISFIFO(mode):
                    os.set_blocking(number, False)
            continue
        os.dup2(opened, number)
        os.close(opened)
    former = sys.stderr
    sys.stdout, sys.stderr = _dropping(STANDARD_OUTPUT, sys.stdout), _dropping(STANDARD_ERROR, former)
    for handler in logging.getLogger().handlers:
        if isinstance(handler, logging.StreamHandler) and handler.stream is former:
            handler.setStream(sys.stderr)


class _DroppingFile(io.FileIO):
    """An open file that takes what it can of what is written to it, and never raises BlockingIOError.

    Python's own keeps the rest in its buffer and raises at each flush, one of which comes before each fork.
    """

    def write(self, data: Any) -> int:
        taken: int | None = super().write(data)
        return memoryview(data).nbytes if taken is None else taken


def _dropping(number: int, former: TextIO) -> TextIO:
    raw = _DroppingFile(number, "w", closefd=False)
    return io.TextIOWrapper(
        io.BufferedWriter(raw), encoding=former.encoding, errors=former.errors, line_buffering=True
    )


def freeze_memory() -> None:
    """In the parent, before it forks: a collector that looked through this would copy it into each child."""
    gc.collect()
    gc.freeze()


@contextmanager
def _signals_held() -> Iterator[None]:
    """One that comes while a child is being made is for the parent, or for the child once it is ready."""
    former = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, former)


def _drop_output() -> None:
    dropped = os.open(os.devnull, os.O_WRONLY)
    os.dup2(dropped, STANDARD_OUTPUT)
    os.close(dropped)


def _end_in_order() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def end_with_parent(end: Callable[[], Any] = _end_in_order) -> None:
    """In the child: end this process, as SIGTERM does or at once, when the parent is gone."""

    def watch() -> None:
        while os.read(STANDARD_INPUT, 1):
            pass
        end()

    threading.Thread(target=watch, name="lifeline", daemon=True).start()
