"""Keeping children alive that this process starts, and ending them with it.

The parent loads what they need once, has one thread, and holds no connection open: where children are forked
(common/system/children.py), each finds everything loaded, in memory that it shares with the others, and
begins at once. Elsewhere it loads the site itself, so what it is given must be picklable.
"""

import gc
import logging
import math
import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Protocol

from common.system import signals
from common.system.children import (
    can_fork,
    end_children_with_this_process,
    end_with_parent,
    start_method,
    take_name,
)
from common.system.outputs import drop_output

logger = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 1.0, 4.0
"""Seconds before a child that ended is started again, doubling each time."""
STEADY = 10.0
"""Seconds of life after which the next wait is the first again."""
PATIENCE = 10.0
"""Seconds that children have to end in when asked to."""


class OpenFile(Protocol):
    """A file or a socket."""

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Child:
    """The work of one process, started again whenever it ends."""

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
        end_children_with_this_process()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def keep_alive(self, *, seconds: float = math.inf, until: Connection | None = None) -> None:
        """Start all children, and again those that end, for so long, or until there is something to read."""
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
        return (life.process for life in self._lives if life.process and life.process.exitcode is None)

    def _wait(self, end: float, until: Connection | None = None) -> bool:
        """Wait until a child ends or the time has come. Return whether there is something to read."""
        seconds = None if end == math.inf else max(0.0, end - time.monotonic())
        processes = {process.sentinel: process for process in self._alive()}
        ready = wait([*processes, *([] if until is None else [until])], seconds)
        for sentinel in processes.keys() & set(ready):
            processes[sentinel].join()  # it has closed its files, and ends
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
        dropped = [file for file in self._own if file not in child.inherited] if can_fork() else []
        process = multiprocessing.get_context(start_method()).Process(  # type: ignore[attr-defined]
            target=_live, args=(child.name, child.work, child.is_heard, dropped), name=child.name
        )
        try:
            with signals.held():
                process.start()
        except OSError as error:  # too many processes, too little memory: later there may be room
            _put_off(life, f"cannot be started: {error}")
            return
        life.process, life.began = process, time.monotonic()
        self._started(process.pid or 0)


def _live(name: str, work: Callable[[], object], is_heard: bool, dropped: Sequence[OpenFile]) -> None:
    """In the child: do its work as if it had been started alone."""
    end_with_parent()
    signals.begin_anew()
    take_name(name)
    for file in dropped:
        file.close()
    if not is_heard:
        drop_output()
    try:
        work()
    finally:
        logging.shutdown()


def _put_off(life: _Life, why: str) -> None:
    logger.error("%s %s, starting it again in %s s", life.child.name, why, life.wait)
    life.due = time.monotonic() + life.wait
    life.wait = min(2 * life.wait, life.child.longest_wait)


def freeze_memory() -> None:
    """In the parent, before it forks: a collector that looked through this would copy it into each child."""
    gc.collect()
    gc.freeze()
