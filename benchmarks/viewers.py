"""A hall of phones on `manage.py serve`: the standings opened at once, then polled every 5 seconds."""

import asyncio
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.measuring import percentile

VIEWERS = 1000
POLLS = 4
POLL_SECONDS = 5.0


@contextmanager
def site(folder: Path) -> Iterator[tuple[int, int]]:
    """A served demonstration club: the port and the server's process id."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    environment = os.environ | {"ETUI_VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings.hall"}
    command = [sys.executable, "manage.py", "serve", "--host=127.0.0.1", f"--port={port}"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
        assert server.stdout is not None
        try:
            assert any("Étui est prêt" in line for line in server.stdout)
            yield port, server.pid
        finally:
            server.terminate()
            server.stdout.read()


async def ask(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str
) -> tuple[int, str, float]:
    """Status, body and seconds of one request on a connection that stays open."""
    began = time.perf_counter()
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    length = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
    body = await reader.readexactly(int(length[1]) if length else 0)
    return int(head.split()[1]), body.decode(), time.perf_counter() - began


async def connect(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port)


async def view(port: int, path: str, number: int, opened: list[float], polled: list[float]) -> None:
    """One viewer: the page, then the live part with the version shown."""
    await asyncio.sleep(POLL_SECONDS * number / VIEWERS)
    reader, writer = await connect(port)
    status, page, seconds = await ask(reader, writer, path)
    assert status == 200
    opened.append(seconds)
    shown = re.search(r'data-shown="([\w-]+)"', page)
    assert shown is not None
    for _ in range(POLLS):
        await asyncio.sleep(POLL_SECONDS)
        status, _body, seconds = await ask(reader, writer, f"{path}direct/?shown={shown[1]}")
        assert status in (200, 204)
        polled.append(seconds)
    writer.close()


def processor_seconds(pid: int) -> float:
    """Seconds of processor that the process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def hall(port: int) -> tuple[list[float], list[float]]:
    """Seconds of every first page, and of every poll, of the first tournament that the home page names."""
    reader, writer = await connect(port)
    _status, home, _seconds = await ask(reader, writer, "/")
    writer.close()
    link = re.search(r'href="(/t/[\w-]+/)', home)
    assert link is not None
    opened: list[float] = []
    polled: list[float] = []
    await asyncio.gather(*(view(port, link[1], number, opened, polled) for number in range(VIEWERS)))
    return opened, polled


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, site(Path(folder)) as (port, pid):
        began, used = time.perf_counter(), processor_seconds(pid)
        opened, polled = asyncio.run(hall(port))
        share = (processor_seconds(pid) - used) / (time.perf_counter() - began)
    for what, seconds in ((f"{VIEWERS} viewers open the standings", opened), ("and poll them", polled)):
        middle, late = 1000 * percentile(seconds, 0.5), 1000 * percentile(seconds, 0.99)
        print(f"{what:<58} {middle:9.1f} ms   p99   {late:9.1f} ms   of {len(seconds)}")
    print(f"{'processor, one core being 100 %':<58} {100 * share:9.1f} %")


if __name__ == "__main__":
    main()
