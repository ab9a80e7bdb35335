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

FIRST_WAIT, LONGEST_WAIT = 1.0, 30.0
"""Seconds before a child that ended is started again, doubling each time."""
STEADY = 60.0
"""Seconds of life after which the next wait is the first again."""


class Supervised:
    """A child process, started again whenever it ends, until `stop`.

    Its standard output is dropped: what a person must know goes to standard error.
    """

    def __init__(self, command: Sequence[str], *, started: Callable[[int], None] = lambda pid: None) -> None:
        self._command = list(command)
        self._started = started
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
                "%s ended with status %s, starting it again in %s s", self._command[-1], status, wait
            )
            self._stopping.wait(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    def _spawn(self) -> "subprocess.Popen[bytes] | None":
        with self._lock:
            if self._stopping.is_set():
                return None
            # A session of its own: Ctrl-C in the terminal is for the parent, which ends the child in order.
            self._process = subprocess.Popen(  # noqa: S603
                self._command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True
            )
        self._started(self._process.pid)
        return self._process


def end_with_parent() -> None:
    """In the child: end this process, as SIGTERM does, when the parent is gone."""

    def watch() -> None:
        while os.read(0, 1):
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="lifeline", daemon=True).start()
