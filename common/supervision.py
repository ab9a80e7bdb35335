"""Keeping a child process alive, and making sure that it never outlives its parent.

The parent holds the child's standard input open and never writes to it. However the parent ends, even by
SIGKILL, the system closes that pipe: the child reads the end of it and stops. This needs no signal between
processes that a fork, a thread or another system might lose.
"""

import logging
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence

logger = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 1.0, 4.0
"""Seconds before a child that ended is started again, doubling each time."""
STEADY = 10.0
"""Seconds of life after which the next wait is the first again."""


class Supervised:
    """A child process, started again whenever it ends, until `stop`.

    Args:
        inherited: open files that it gets, under the same numbers.
        is_heard: whether its standard output is ours; else dropped, what a person must know goes to standard
            error.
        longest_wait: seconds before it is started again, however often it ended.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        started: Callable[[int], None] = lambda pid: None,
        inherited: Sequence[int] = (),
        is_heard: bool = False,
        longest_wait: float | None = None,
    ) -> None:
        self._command = list(command)
        self._started = started
        self._inherited, self._longest_wait = tuple(inherited), longest_wait or LONGEST_WAIT
        self._output = None if is_heard else subprocess.DEVNULL
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._keep_alive, name="supervisor", daemon=True)

    def start(self) -> None:
        """Start the child and return at once."""
        self._thread.start()

    def stop(self, patience: float = 10.0) -> None:
        """Ask the child to end, and end it after `patience` seconds."""
        self._stopping.set()
        with self._lock:
            process = self._process
        if process is not None and process.poll() is None:
            process.terminate()
            try:
                process.wait(patience)
            except subprocess.TimeoutExpired:
                process.kill()
        self._thread.join()

    def _keep_alive(self) -> None:
        wait = FIRST_WAIT
        while (process := self._spawn()) is not None:
            began = time.monotonic()
            status = process.wait()
            if self._stopping.is_set():
                return
            wait = FIRST_WAIT if time.monotonic() - began > STEADY else wait
            logger.error(
                "%s ended with status %s, starting it again in %s s",
                " ".join(self._command[2:]),
                status,
                wait,
            )
            self._stopping.wait(wait)
            wait = min(2 * wait, self._longest_wait)

    def _spawn(self) -> "subprocess.Popen[bytes] | None":
        with self._lock:
            if self._stopping.is_set():
                return None
            # A session of its own: Ctrl-C in the terminal is for the parent, which ends the child in order.
            self._process = subprocess.Popen(  # noqa: S603
                self._command,
                stdin=subprocess.PIPE,
                stdout=self._output,
                pass_fds=self._inherited,
                start_new_session=True,
            )
        self._started(self._process.pid)
        return self._process


def _end_in_order() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def end_with_parent(end: Callable[[], object] = _end_in_order) -> None:
    """In the child: end this process, as SIGTERM does or at once, when the parent is gone."""

    def watch() -> None:
        while os.read(0, 1):
            pass
        end()

    threading.Thread(target=watch, name="lifeline", daemon=True).start()
