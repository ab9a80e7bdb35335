"""Python of a process with this folder on its path: its clock is ahead by the value in a test's file.

Only the clock differs. The time since the machine started, sleeping and waiting stay true, as after a manual
change of the clock.
"""

import os
import threading
import time

import time_machine

PERIOD = 0.2
"""Seconds between two reads of the file."""
EXACT = 0.005
"""Seconds that a clock may be behind: a round that began for one process has begun for all."""


class SetClock:
    def __init__(self, file: str) -> None:
        self._file = file
        self._ahead = self._read()
        self._traveller = time_machine.travel(time.time(), tick=True).start()
        self._set()

    def watch(self) -> None:
        threading.Thread(target=self._follow, name="clock", daemon=True).start()

    def _follow(self) -> None:
        while True:
            time.sleep(PERIOD)
            ahead = self._read()
            if ahead != self._ahead:
                self._ahead = ahead
                self._set()

    def _set(self) -> None:
        """Set the clock again where this process was held up on the way: it would be behind for good."""
        while True:
            self._traveller.move_to(self._now(), tick=True)
            if abs(self._now() - time.time()) < EXACT:
                return

    def _now(self) -> float:
        return time_machine.escape_hatch.time.time() + self._ahead

    def _read(self) -> float:
        with open(self._file, encoding="ascii") as file:
            return float(file.read())


if "ETUI_TEST_CLOCK" in os.environ:
    clock = SetClock(os.environ["ETUI_TEST_CLOCK"])
    clock.watch()
    os.register_at_fork(after_in_child=clock.watch)
