"""Start of Étui as in production: on one laptop, or on a server with PostgreSQL and Redis."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from socket import create_server

START_SECONDS, END_SECONDS = 60, 20
PROCESSES = 2
"""Web processes of a server."""


@dataclass(frozen=True, slots=True)
class Site:
    """Running site."""

    port: int
    pids: tuple[int, ...]
    """Ids of the started processes, without their children."""
    more_ports: tuple[int, ...] = ()
    """Ports of its other hosts."""

    def processor_seconds(self) -> float:
        """Return the processor time of all processes of the site."""
        return sum(map(_processor_seconds, self._processes()))

    def memory(self) -> int:
        """Return the bytes held by its processes. Shared pages are divided among them (PSS)."""
        return sum(map(_memory, self._processes()))

    def _processes(self) -> Iterator[int]:
        for first in self.pids:
            yield from _family(first)


def free_port() -> int:
    with create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def laptop_environment(folder: Path) -> dict[str, str]:
    return os.environ | {"ETUI_VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings.hall"}


def server_environment(folder: Path) -> dict[str, str]:
    """Return the environment of a server beside script/with-servers, with http as behind a proxy."""
    return os.environ | {
        "ETUI_VAR_DIR": str(folder),
        "DJANGO_SETTINGS_MODULE": "config.settings.prod",
        "SECRET_KEY": "for-measuring-only",
        "ETUI_HOSTS": "localhost",
        "ETUI_HTTPS": "false",
        "ETUI_MAIL_FROM": "etui@example.org",
        "EMAIL_URL": "consolemail://",
    }


@contextmanager
def laptop(environment: Mapping[str, str], *options: str) -> Iterator[Site]:
    """Run `manage.py serve`: SQLite, web server and worker on one machine."""
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--host=127.0.0.1", f"--port={port}", *options]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        assert process.stdout is not None
        try:
            # reads the output until the site is ready
            assert any("Étui est prêt" in line for line in process.stdout)
            yield Site(port, (process.pid,))
        finally:
            _end(process)


@contextmanager
def server(environment: Mapping[str, str], processes: int = PROCESSES, hosts: int = 1) -> Iterator[Site]:
    """Run web processes and a worker, as in docker-compose.yml. Each web host has its own folder."""
    ports = [free_port() for _host in range(hosts)]
    worker = ["celery", "--app=config.celery", "worker", "--concurrency=2", "--loglevel=WARNING"]
    prefix = [sys.executable, "-m"]
    with ExitStack() as stack:
        commands = [(worker, environment)]
        for number, port in enumerate(ports):
            web = ["config.web", f"--port={port}", f"--workers={processes}"]
            commands.append((web, _host_environment(environment, number)))
        programs = [
            stack.enter_context(
                subprocess.Popen([*prefix, *command], env=env, stdout=subprocess.DEVNULL)  # noqa: S603
            )
            for command, env in commands
        ]
        for process in programs:
            stack.callback(_end, process)
        for port in ports:
            _wait_for(port)
        yield Site(ports[0], tuple(process.pid for process in programs), tuple(ports[1:]))


def _host_environment(environment: Mapping[str, str], number: int) -> Mapping[str, str]:
    """Return the environment of a web host. The first one uses the original folder, others a copy."""
    folder = Path(environment["ETUI_VAR_DIR"])
    if number == 0:
        return environment
    host_folder = folder.with_name(f"{folder.name}-host-{number + 1}")
    shutil.copytree(folder / "static", host_folder / "static", dirs_exist_ok=True)
    return {**environment, "ETUI_VAR_DIR": str(host_folder)}


def _end(process: "subprocess.Popen[str] | subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.communicate(timeout=END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        connection = HTTPConnection("localhost", port, timeout=START_SECONDS)
        try:
            connection.request("GET", "/healthz")
            if connection.getresponse().status == HTTPStatus.OK:
                return
        except OSError:
            time.sleep(0.1)
        finally:
            connection.close()
    raise TimeoutError(f"nothing answers on port {port}")


def _processor_seconds(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0
    # user and system time, the fields 14 and 15 of proc(5); the name in field 2 may contain spaces
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return sum(1024 * int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def _family(pid: int) -> Iterator[int]:
    """Yield a process and all its descendants."""
    yield pid
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            yield from _family(int(child))
