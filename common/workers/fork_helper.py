"""The helper of a process with threads: one process without, which forks children for them.

It is forked before its process has threads, with all that is loaded. One that was killed is started
anew by the next thread that needs it, and loads the site first (`ETUI_CHILD_PRELOAD`).
"""

import importlib
import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any, NoReturn

import django
from django.apps import apps
from django.conf import settings

from common.installation.log_lines import keep_no_lines
from common.system.children import can_fork, die_with_parent, take_name
from common.system.limits import give_way
from common.workers.supervision import OpenFile

Work = Callable[[Connection], NoReturn]
KILLED = -9
"""Exit status of a child that was killed."""
one_at_a_time = threading.Lock()
"""multiprocessing looks after all children whenever one is started: two threads would bury the same one."""


class NotForked(Exception):
    """The helper was killed while it was asked for a child."""


class _Helper:
    """The process that forks children for the threads of this one."""

    def __init__(self, work: Work, method: str, name: str, own: Sequence[OpenFile] = ()) -> None:
        self.owner = os.getpid()
        self.control, theirs = socket.socketpair()
        dropped = [self.control, *own] if method == "fork" else []
        context: Any = multiprocessing.get_context(method)
        self.process = context.Process(target=_help, args=(work, theirs, name, dropped), daemon=True)
        with theirs:
            self.process.start()


_helpers: list[_Helper] = []
"""The one of this process, if it has been started."""


def start(work: Work, name: str, *, own: Sequence[OpenFile]) -> None:
    """Fork the helper of this process, where processes are forked. Call it before there are threads.

    Args:
        work: of the children, each with its end of a connection.
        name: of the helper in the system's list.
        own: open files that it does not keep.
    """
    if can_fork():
        _helpers[:] = [_Helper(work, "fork", name, own)]


def fork(work: Work, talking: Connection) -> Callable[[], int]:
    """Fork a child with its end of a connection. Return a function that ends it and returns its exit status.

    Raises:
        NotForked: the helper was killed at this moment.
    """
    with one_at_a_time:
        if not (_helpers and _helpers[0].owner == os.getpid() and _helpers[0].process.is_alive()):
            _helpers[:] = [_Helper(work, "spawn", "etui-apart")]
        helper = _helpers[0]
    ending, theirs = multiprocessing.Pipe()
    with theirs:
        try:
            socket.send_fds(helper.control, [b"."], [talking.fileno(), theirs.fileno()])
        except OSError as error:
            ending.close()
            raise NotForked(str(error)) from error

    def end() -> int:
        with ending, suppress(EOFError, OSError):
            ending.send(None)
            return int(ending.recv())
        return KILLED  # as the helper

    return end


def _help(work: Work, control: socket.socket, name: str, dropped: Sequence[OpenFile]) -> None:
    """In the helper: fork a child for each pair of connections that comes, until the other end is closed.

    The child talks on the first. On the second its status is sent, when that is asked for; it is also ended
    when the other end of this one is closed.
    """
    die_with_parent()
    take_name(name)
    keep_no_lines()
    for file in dropped:
        file.close()
    if not apps.ready:  # in the middle of an evening: it loads as quietly as its children work
        give_way(settings.ETUI_CHILD_NICENESS)
        django.setup()
        for module in settings.ETUI_CHILD_PRELOAD:
            importlib.import_module(module)
    children: dict[Connection, int] = {}
    while True:
        for ready in wait([control, *children]):
            if isinstance(ready, Connection):
                _end(children.pop(ready), ready)
                continue
            _sign, numbers, _flags, _address = socket.recv_fds(control, 1, 2)
            if not numbers:
                return
            talking, ending = Connection(numbers[0]), Connection(numbers[1])
            with talking:
                children[ending] = os.fork() or work(talking)


def _end(pid: int, asking: Connection) -> None:
    os.kill(pid, signal.SIGKILL)  # of no effect on one that is ending
    _pid, status = os.waitpid(pid, 0)
    with asking, suppress(OSError):
        asking.send(os.waitstatus_to_exitcode(status))
