"""Non-blocking standard output and error: text that they cannot take is dropped."""

import io
import logging
import os
import stat
import sys
from contextlib import suppress
from typing import Any, TextIO

STANDARD_OUTPUT, STANDARD_ERROR = 1, 2


def write_without_waiting() -> None:
    """Make standard output and error drop text instead of blocking, here and in processes forked later.

    A pipe without a reader, or a paused terminal, would otherwise stop each thread that writes a line.
    """
    for number in (STANDARD_OUTPUT, STANDARD_ERROR) if hasattr(os, "O_NONBLOCK") else ():
        try:
            # a new open file has flags of its own: O_NONBLOCK on the old one would also affect the shell
            descriptor = os.open(
                f"/proc/self/fd/{number}", os.O_WRONLY | os.O_APPEND | os.O_NONBLOCK | os.O_NOCTTY
            )
        except OSError:  # a socket, another system, or the file of another user
            with suppress(OSError):
                mode = os.fstat(number).st_mode
                if stat.S_ISSOCK(mode) or stat.S_ISFIFO(mode):
                    os.set_blocking(number, False)
            continue
        os.dup2(descriptor, number)
        os.close(descriptor)
    previous_stderr = sys.stderr
    sys.stdout, sys.stderr = (
        _open_dropping(STANDARD_OUTPUT, sys.stdout),
        _open_dropping(STANDARD_ERROR, previous_stderr),
    )
    # handlers hold the stream that they were created with
    for handler in logging.getLogger().handlers:
        if isinstance(handler, logging.StreamHandler) and handler.stream is previous_stderr:
            handler.setStream(sys.stderr)


class _DroppingFile(io.FileIO):
    """File that drops what it cannot take and never raises BlockingIOError."""

    def write(self, data: Any) -> int:
        # None means that it would block. Report all bytes as written: the buffer above would keep them and
        # raise at each flush, also at the one before each fork
        byte_count: int | None = super().write(data)
        return memoryview(data).nbytes if byte_count is None else byte_count


def _open_dropping(number: int, stream: TextIO) -> TextIO:
    raw = _DroppingFile(number, "w", closefd=False)
    return io.TextIOWrapper(
        io.BufferedWriter(raw), encoding=stream.encoding, errors=stream.errors, line_buffering=True
    )


def drop_output() -> None:
    """Send the standard output of this process to nowhere."""
    null_device = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null_device, STANDARD_OUTPUT)
    os.close(null_device)
