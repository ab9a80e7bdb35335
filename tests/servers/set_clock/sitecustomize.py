"""Python of a process started with this folder on its path: the clock is ahead by what the file of a test
says.

Only the clock: the time since the machine started, sleeping and waiting stay true, as when somebody sets
the clock.
"""

import os
import threading
import time

import time_machine

PERIOD = 0.2
"""Seconds between two looks at the file."""


class SetClock:
    def __init__(self, file: str) -> None:
        self._file = file
        self._true = time.time() - time.monotonic()
        """Between the true clock and the time since the machine started."""
        self._ahead = self._read()
        self._traveller = time_machine.travel(self._now(), tick=True).start()

    def watch(self) -> None:
        threading.Thread(target=self._follow, name="clock", daemon=True).start()

    def _follow(self) -> None:
        while True:
            time.sleep(PERIOD)
            ahead = self._read()
            if ahead != self._ahead:
                self._ahead = ahead
                self._traveller.move_to(self._now(), tick=True)

    def _now(self) -> float:
        return time.monotonic() + self._true + self._ahead

    def _read(self) -> float:
        with open(self._file, encoding="ascii") as file:
            return float(file.read())


if "ETUI_TEST_CLOCK" in os.environ:
    clock = SetClock(os.environ["ETUI_TEST_CLOCK"])
    clock.watch()
    os.register_at_fork(after_in_child=clock.watch)
