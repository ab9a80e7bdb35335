"""The other end of the line to an installation that runs `shared_hall.py`."""

import json
import os
import signal
import socket
import subprocess
import sys
from tempfile import TemporaryDirectory
from typing import Any

from tests.processes import is_gone, wait_until


class Life:
    """One process of an installation. `ask` calls a function of `shared_hall.py` by its name."""

    def __init__(self, path: str) -> None:
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(path)
            self._line = line.makefile("rw", encoding="utf-8")
        self._process = int(self._line.readline())

    def ask(self, question: str, **arguments: Any) -> Any:
        """Return its answer."""
        self.begin(question, **arguments)
        return self.answer()

    def begin(self, question: str, **arguments: Any) -> None:
        """Ask without waiting for the answer."""
        print(json.dumps([question, arguments]), file=self._line, flush=True)

    def answer(self) -> Any:
        return json.loads(self._line.readline())

    def kill(self) -> None:
        """Send SIGKILL to it at any moment."""
        os.kill(self._process, signal.SIGKILL)
        assert wait_until(lambda: is_gone(self._process))
        self._line.close()


class Installation:
    """A laptop or the club's site.

    A process that has loaded the program forks one for each life of the installation: to start a program
    takes longer than all that a life does.
    """

    def __init__(self, environment: dict[str, str]) -> None:
        self._folder = TemporaryDirectory(prefix="etui-line.")
        self._path = f"{self._folder.name}/line"
        self._parent = subprocess.Popen(
            [sys.executable, "-m", "tests.servers.shared_hall", self._path],
            env=environment,
            stdin=subprocess.PIPE,
        )
        assert wait_until(lambda: os.path.exists(self._path))

    def begin(self) -> Life:
        return Life(self._path)

    def close(self) -> None:
        """End it with all its lives."""
        self._parent.communicate()
        self._folder.cleanup()
