"""One request on a real server: so many seconds, so much memory, then it ends, or its process with it."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.processes import (
    Laptop,
    Server,
    find_port,
    is_gone,
    laptop_environment,
    launching,
    put_empty_database,
    wait_until,
)

SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.ops.hostile_settings"}
THREADS = 4


@pytest.fixture
def hostile(empty_laptop: Laptop) -> Server:
    return empty_laptop.server


def ask(server: Server, path: str) -> tuple[int, str]:
    """Status and body; 0 for no answer at all."""
    try:
        with urlopen(f"http://localhost:{server.port}{path}", timeout=60) as response:
            return response.status, response.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()
    except (OSError, HTTPException):
        return 0, ""


def process_of(server: Server) -> str:
    """Its number; a process on a busy machine may need more for its first page than a request has here."""
    for _ in range(5):
        status, body = ask(server, "/process/")
        if status == 200:
            return body
    pytest.fail(body)


def test_query_without_end_is_stopped(hostile: Server) -> None:
    pid = process_of(hostile)
    queries = ["/hostile/query/", *["/hostile/query/slow/"] * (THREADS - 1)]

    with ThreadPoolExecutor(THREADS) as people:
        answers = list(people.map(ask, [hostile] * THREADS, queries))

    assert [(status, "prenait trop de temps" in body) for status, body in answers] == [(503, True)] * len(
        answers
    )
    assert process_of(hostile) == pid
    assert ask(hostile, "/hostile/unknown/")[0] == 404


@pytest.mark.parametrize("harm", ["memory", "memory/bits"])
def test_request_that_fills_the_memory_is_stopped(hostile: Server, harm: str) -> None:
    pid = process_of(hostile)

    status, body = ask(hostile, f"/hostile/{harm}/")

    assert (status, "trop de place en mémoire" in body) == (503, True), body
    assert process_of(hostile) == pid


@pytest.mark.parametrize(
    ("harm", "status", "memory"),
    [
        ("compute", 503, ""),
        ("sleep", 503, ""),
        ("hold", 0, ""),
        ("sleep", 503, "full"),
        ("hold", 0, "full"),
    ],
)
def test_request_that_goes_on_ends_with_its_process(
    hostile: Server, harm: str, status: int, memory: str
) -> None:
    """Python that swallows all, and a library; also after the loop found no memory at all."""
    pid = process_of(hostile)
    if memory:
        ask(hostile, "/hostile/memory/kept/")

    assert ask(hostile, f"/hostile/{harm}/")[0] == status, hostile.output

    assert wait_until(lambda: ask(hostile, "/process/") not in [(200, pid), (0, "")])
    assert process_of(hostile) != pid
    assert hostile.process.poll() is None


def test_server_replaces_a_process_that_a_request_holds_up(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Several processes on one socket, as docker-compose.yml starts them; the others go on answering."""
    folder, port = tmp_path_factory.mktemp("server"), find_port()
    environment = laptop_environment(folder) | SETTINGS
    with launching(folder) as launch:
        command = (sys.executable, "-m", "config.web", f"--port={port}", "--workers=2")
        server = Server(launch(*command, env=environment), port)
        assert wait_until(lambda: ask(server, "/healthz")[0] == 200, 60), server.output
        pids = {process_of(server) for _ in range(20)}

        assert ask(server, "/hostile/sleep/")[0] == 503

        assert ask(server, "/healthz")[0] == 200
        assert wait_until(lambda: ask(server, "/process/")[1] not in pids | {""}), server.output


def test_site_answers_and_ends_what_is_stuck_while_its_output_is_not_read(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """A terminal that is held, or a program that started the site and forgot it."""
    folder, port = tmp_path_factory.mktemp("unread"), find_port()
    put_empty_database(folder)
    environment = laptop_environment(folder) | SETTINGS
    command = (sys.executable, "manage.py", "serve", f"--port={port}", "--no-demo")
    unread, full = os.pipe()
    os.set_blocking(full, False)
    with suppress(BlockingIOError):
        while True:
            os.write(full, b"a" * 1000)
    os.set_blocking(full, True)
    with launching(folder) as launch:
        server = Server(launch(*command, env=environment, output=full), port)
        assert wait_until(lambda: ask(server, "/process/")[0] == 200, 90)
        pid = process_of(server)

        assert ask(server, "/hostile/hold/")[0] == 0

        assert wait_until(lambda: ask(server, "/process/") not in [(200, pid), (0, "")])
        server.process.kill()
    os.close(unread)
    os.close(full)
    assert wait_until(lambda: is_gone(int(pid)))
