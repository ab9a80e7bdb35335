"""Supervision of child processes: start, restart, and end together with the parent.

The parent loads the modules that its children need once. It has one thread and no open connection. A forked
child (common/system/children.py) starts at once and shares the memory of the loaded modules. Elsewhere each
child loads the site itself, so its arguments must be picklable.
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
    set_process_name,
    start_method,
)
from common.system.outputs import drop_output

logger = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 1.0, 4.0
"""Seconds before an ended child is restarted. The wait doubles each time."""
STEADY = 10.0
"""Lifetime in seconds after which the next wait is FIRST_WAIT again."""
PATIENCE = 10.0
"""Seconds between the request to end and the kill of a child."""


class OpenFile(Protocol):
    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Child:
    """Work of one process that is restarted whenever it ends."""

    name: str
    """Name in the log and in the process list, which shows fifteen letters."""
    work: Callable[[], object]
    inherited: Sequence[OpenFile] = ()
    """Open files of the parent that the child keeps."""
    is_heard: bool = False
    """True to keep the standard output of the parent. Otherwise only standard error reaches people."""
    longest_wait: float = LONGEST_WAIT
    """Upper limit in seconds of the wait before a restart."""


@dataclass(slots=True)
class _Life:
    """Current state of a child: running, or due to start at a time."""

    child: Child
    process: BaseProcess | None = None
    began: float = 0.0
    due: float = 0.0
    wait: float = field(default_factory=lambda: FIRST_WAIT)


class Supervisor:
    """Children of a `with` block, started by `keep_alive` and ended with it. In the main thread only.

    Args:
        own: open files that a child closes unless it inherits them.
        started: called with the process id of each new process.
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
        """Start all children, and restart those that end.

        Args:
            seconds: time after which it returns.
            until: a connection that ends the call when it becomes readable.
        """
        end = time.monotonic() + seconds
        while True:
            for life in self._lives:
                self._check(life)
            next_due = min((life.due for life in self._lives if life.process is None), default=math.inf)
            if self._wait(min(end, next_due), until) or time.monotonic() >= end:
                return

    def stop(self, patience: float = PATIENCE) -> None:
        """Ask the children to end, and kill those that have not ended after `patience` seconds."""
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
        """Wait until a child ends or the time has come. Return whether `until` is readable."""
        seconds = None if end == math.inf else max(0.0, end - time.monotonic())
        processes = {process.sentinel: process for process in self._alive()}
        ready = wait([*processes, *([] if until is None else [until])], seconds)
        for sentinel in processes.keys() & set(ready):
            processes[sentinel].join()  # the process has closed its files and is about to end
        return until in ready

    def _check(self, life: _Life) -> None:
        moment = time.monotonic()
        if life.process is None:
            if life.due <= moment:
                self._start(life)
        elif (status := life.process.exitcode) is not None:
            life.process.close()
            life.process = None
            if moment - life.began > STEADY:
                life.wait = FIRST_WAIT
            _retry_later(life, f"ended with status {status}")

    def _start(self, life: _Life) -> None:
        child = life.child
        unneeded_files = [file for file in self._own if file not in child.inherited] if can_fork() else []
        process = multiprocessing.get_context(start_method()).Process(  # type: ignore[attr-defined]
            target=_run_child, args=(child.name, child.work, child.is_heard, unneeded_files), name=child.name
        )
        try:
            # until the child has handlers of its own, a signal would run those of the parent there
            with signals.delay_signals():
                process.start()
        except OSError as error:  # too many processes or too little memory: retry later
            _retry_later(life, f"cannot be started: {error}")
            return
        life.process, life.began = process, time.monotonic()
        self._started(process.pid or 0)


def _run_child(
    name: str, work: Callable[[], object], keeps_output: bool, unneeded_files: Sequence[OpenFile]
) -> None:
    end_with_parent()
    signals.reset_signals()
    set_process_name(name)
    for file in unneeded_files:
        file.close()
    if not keeps_output:
        drop_output()
    try:
        work()
    finally:
        logging.shutdown()


def _retry_later(life: _Life, reason: str) -> None:
    logger.error("%s %s: restarting in %s s", life.child.name, reason, life.wait)
    life.due = time.monotonic() + life.wait
    life.wait = min(2 * life.wait, life.child.longest_wait)


def freeze_memory() -> None:
    """Exclude all current objects from garbage collection. Call it in the parent, before it forks."""
    # a collection writes to every object, and each child would get its own copy of the memory
    gc.collect(0)  # the last imports alone: to read all objects was a tenth of a start and freed 300 of them
    gc.freeze()
