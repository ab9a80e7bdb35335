"""Standard output and error that hold nothing up: what they cannot take is dropped."""

import io
import logging
import os
import stat
import sys
from contextlib import suppress
from typing import Any, TextIO

STANDARD_OUTPUT, STANDARD_ERROR = 1, 2


def write_without_waiting() -> None:
    """Have standard output and error drop what they cannot take, here and in all processes forked from here.

    A pipe that is never read, or a terminal that is held, would stop each thread that writes a line.
    """
    for number in (STANDARD_OUTPUT, STANDARD_ERROR) if hasattr(os, "O_NONBLOCK") else ():
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


def drop_output() -> None:
    """Have this process write its standard output nowhere."""
    dropped = os.open(os.devnull, os.O_WRONLY)
    os.dup2(dropped, STANDARD_OUTPUT)
    os.close(dropped)
