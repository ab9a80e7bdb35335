"""Signals that end a program, and the alarm that ends a process that takes too long."""

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
"""Signals of Ctrl-C, a request to end, a closed terminal, and Ctrl-Break of Windows."""
HAS_TIMER = hasattr(signal, "setitimer") and hasattr(signal, "SIGALRM")
LATE_STATUS = 75
"""Exit status of a process that an alarm ended on a system without SIGALRM."""
LOOK_SECONDS = 0.5
"""Seconds between two checks of an alarm on a system without SIGALRM."""


@contextmanager
def delay_signals() -> Iterator[None]:
    """Block the ENDING signals during the start of a child, until both processes are ready for them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    previous_mask = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, previous_mask)


def reset_signals() -> None:
    """Reset the signals of a forked process and give it a session of its own."""
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)
    if not hasattr(os, "setsid"):
        # Windows sends Ctrl-C to all processes of the console
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return
    # a session of its own: Ctrl-C in the terminal is for the parent, which ends its children in order
    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # the parent forked within `delay_signals`
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)


class Alarm:
    """Timer that ends this process unless it is restarted in time. Create it in the main thread.

    The kernel counts the time on systems with SIGALRM. Elsewhere a thread counts. It needs the interpreter,
    so it cannot end a call in C that blocks all of Python.

    Args:
        is_traced: write the current Python stack to standard error before the end.
    """

    def __init__(self, *, is_traced: bool = False) -> None:
        self._due = math.inf
        if not HAS_TIMER:
            threading.Thread(target=self._watch, name="alarm", daemon=True).start()
            return
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        # on a blocking standard error a trace that is never read would hold up the end
        if is_traced and not os.get_blocking(STANDARD_ERROR):
            faulthandler.register(signal.SIGALRM, file=STANDARD_ERROR, chain=True)

    def start(self, seconds: float) -> None:
        """End this process in so many seconds. Replaces the time of an earlier call."""
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
