"""Signals: those that end a program, and the alarm that ends one that takes too long."""

import faulthandler
import math
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from common.system.outputs import STANDARD_ERROR

ENDING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)
"""Ctrl-C, a request to end, and a terminal that was closed; the last one is of Windows."""
HAS_TIMER = hasattr(signal, "setitimer") and hasattr(signal, "SIGALRM")
LATE_STATUS = 75
"""Exit status of a process that an alarm without a signal ended."""
LOOK_SECONDS = 0.5
"""Between two looks of such an alarm at its time."""


@contextmanager
def held() -> Iterator[None]:
    """Delay the ENDING signals while a child is being made, until both processes are ready for them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    former = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, former)


def begin_anew() -> None:
    """Give a process that was forked the signals of a new one, and a session of its own.

    Ctrl-C in the terminal is for the parent, which ends its children in order.
    """
    for ending in ENDING:
        signal.signal(ending, signal.SIG_DFL)
    if not hasattr(os, "setsid"):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return
    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)


class Alarm:
    """The end of this process, unless it is put off in time. Create it in the main thread.

    The kernel counts, whatever this process computes. Elsewhere a thread counts, which needs the interpreter:
    a step in C that keeps all of Python waiting is not ended.

    Args:
        is_traced: whether the steps under way are written to standard error before the end.
    """

    def __init__(self, *, is_traced: bool = False) -> None:
        self._due = math.inf
        if not HAS_TIMER:
            threading.Thread(target=self._watch, name="alarm", daemon=True).start()
            return
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        if is_traced and not os.get_blocking(STANDARD_ERROR):  # else a trace that is not read holds it up
            faulthandler.register(signal.SIGALRM, file=STANDARD_ERROR, chain=True)

    def start(self, seconds: float) -> None:
        """End this process in so many seconds, in place of the time set before."""
        self._due = time.monotonic() + seconds
        if HAS_TIMER:
            signal.setitimer(signal.ITIMER_REAL, seconds)

    def stop(self) -> None:
        self._due = math.inf
        if HAS_TIMER:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _watch(self) -> None:
        while time.monotonic() < self._due:
            time.sleep(LOOK_SECONDS)
        os._exit(LATE_STATUS)
