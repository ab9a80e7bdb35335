"""Helper process without threads that forks children for a process with threads.

It is forked before its parent has threads, with all modules loaded. If it is killed, the next thread that
needs it starts a new one, which loads the site first (`ETUI_CHILD_PRELOAD`).
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

from common.installation.log_lines import stop_logging_to_file
from common.system.children import can_fork, die_with_parent, set_process_name
from common.system.limits import lower_priority
from common.workers.supervision import OpenFile

Work = Callable[[Connection], NoReturn]
KILLED = -9
"""Exit status of a killed child."""
one_at_a_time = threading.Lock()
"""Lock around starts of children: at each, multiprocessing reaps ended ones, and two threads the same one."""


class NotForked(Exception):
    """The helper was killed during a request for a child."""


class _Helper:
    """Process that forks children for the threads of this process."""

    def __init__(self, work: Work, method: str, name: str, open_files: Sequence[OpenFile] = ()) -> None:
        self.owner = os.getpid()
        self.control, helper_end = socket.socketpair()
        # a forked helper inherits our end: while it is open, the helper cannot notice the end of this process
        unneeded_files = [self.control, *open_files] if method == "fork" else []
        context: Any = multiprocessing.get_context(method)
        self.process = context.Process(
            target=_help, args=(work, helper_end, name, unneeded_files), daemon=True
        )
        # close our copy of the helper's end: sending then fails once the helper has ended
        with helper_end:
            self.process.start()


_helpers: list[_Helper] = []
"""Helper of this process, if it has been started."""


def start_fork_helper(work: Work, name: str, *, own: Sequence[OpenFile]) -> None:
    """Fork the helper of this process, on systems that fork. Call this before the process has threads.

    Args:
        work: function of the children, called with their end of a connection.
        name: name of the helper in the process list.
        own: open files that the helper closes.
    """
    if can_fork():
        _helpers[:] = [_Helper(work, "fork", name, own)]


def fork(work: Work, connection: Connection) -> Callable[[], int]:
    """Fork a child with its end of a connection. Return a function that ends it and returns its exit status.

    Raises:
        NotForked: the helper has just been killed.
    """
    with one_at_a_time:
        # a forked process inherits the list, but the helper is a child of its parent
        if not (_helpers and _helpers[0].owner == os.getpid() and _helpers[0].process.is_alive()):
            _helpers[:] = [_Helper(work, "spawn", "etui-apart")]
        helper = _helpers[0]
    control, helper_end = multiprocessing.Pipe()
    with helper_end:
        try:
            socket.send_fds(helper.control, [b"."], [connection.fileno(), helper_end.fileno()])
        except OSError as error:
            control.close()
            raise NotForked(str(error)) from error

    def end() -> int:
        with control, suppress(EOFError, OSError):
            control.send(None)
            return int(control.recv())
        return KILLED  # the helper is gone, and its children end with it

    return end


def _help(work: Work, control: socket.socket, name: str, unneeded_files: Sequence[OpenFile]) -> None:
    """Fork a child for each pair of connections received, until the other end is closed. Runs in the helper.

    The child uses the first connection. A message on the second one ends the child and returns its exit
    status. Closing the second connection also ends the child.
    """
    die_with_parent()
    set_process_name(name)
    stop_logging_to_file()
    for file in unneeded_files:
        file.close()
    if not apps.ready:  # started during an evening: load with the low priority of the children
        lower_priority(settings.ETUI_CHILD_NICENESS)
        django.setup()
        for module in settings.ETUI_CHILD_PRELOAD:
            importlib.import_module(module)
    children: dict[Connection, int] = {}
    while True:
        for ready in wait([control, *children]):
            if isinstance(ready, Connection):
                # readable means a request for the status or a closed connection: both end the child
                _end(children.pop(ready), ready)
                continue
            _sign, descriptors, _flags, _address = socket.recv_fds(control, 1, 2)
            # no descriptors: the owner has closed its end
            if not descriptors:
                return
            connection, child_control = Connection(descriptors[0]), Connection(descriptors[1])
            with connection:
                children[child_control] = os.fork() or work(connection)


def _end(pid: int, connection: Connection) -> None:
    os.kill(pid, signal.SIGKILL)  # no effect on a child that has ended: it is not reaped yet
    _pid, status = os.waitpid(pid, 0)
    with connection, suppress(OSError):
        connection.send(os.waitstatus_to_exitcode(status))
