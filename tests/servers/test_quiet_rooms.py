"""Nothing sent to processes and open pages names a card, while people play at the tables of a round.

Every command to Redis is read (messages to the worker, the cache, the channel of the topics), its contents at
the end, and every line of the streams.
"""

import base64
import binascii
import pickle
import re
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import redis

from tests.processes import wait_until
from tests.servers.ledger import Ledger
from tests.servers.sites import Launch, ServerSite
from tests.servers.test_killed_rooms import SHARED_DEALS, SITTERS, Sitter

pytestmark = pytest.mark.nights
KINDS = {"free", "alive"}
"""Kinds of messages on the stream of a table."""
PACKED = re.compile(r"[A-Za-z0-9+/]{24,}=*")


class Ear(threading.Thread):
    """Listens to one thing until the end of the test."""

    def __init__(self, lines: Iterator[str]) -> None:
        super().__init__(daemon=True)
        self.heard: list[str] = []
        self._lines = lines
        self.start()

    def run(self) -> None:
        with suppress(OSError, redis.ConnectionError, ValueError):
            for line in self._lines:
                self.heard.append(line)


def commands_to(server: "redis.Redis[bytes]") -> Iterator[str]:
    with server.monitor() as monitor:
        for command in monitor.listen():
            yield command["command"]


def unpacked(text: str) -> str:
    """Return a text with its packed parts unpacked, like the messages to the worker."""
    texts = [text]
    for part in PACKED.findall(text):
        with suppress(binascii.Error):
            texts.append(base64.b64decode(part).decode(errors="replace"))
    return " ".join(texts)


def kept_by(server: "redis.Redis[bytes]") -> Iterator[str]:
    """Yield every text in Redis, packed values as their contents."""
    for key in server.scan_iter():
        if server.type(key) != b"string":
            continue
        value = server.get(key) or b""
        yield value.decode(errors="replace")
        with suppress(pickle.UnpicklingError, EOFError, ValueError, KeyError, IndexError):
            value = pickle.loads(value)  # noqa: S301 - written by the site of this test
        with suppress(zlib.error, TypeError):
            yield zlib.decompress(value).decode(errors="replace")
        yield str(value)


@pytest.fixture
def site(tmp_path: Path, launch: Launch) -> Iterator[ServerSite]:
    new_site = ServerSite(tmp_path, launch, megabytes=400)
    try:
        collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity=0"]
        subprocess.run(collect, check=True, env=new_site.environment())
        new_site.start()
        yield new_site
    finally:
        new_site.close()


def test_no_message_stream_or_cache_of_a_server_holds_a_card_of_a_round(site: ServerSite) -> None:
    ledger = Ledger(site.environment())
    server: redis.Redis[bytes] = redis.Redis(port=site.redis_port, db=1)
    try:
        of = ledger.ask("begin_shared_round", deals=SHARED_DEALS)
        people = [Sitter(site, of, number) for number in range(SITTERS)]
        for sitter in people:
            sitter.enter()
        commands = Ear(commands_to(server))
        ledger.ask("start_shared_round", number=of["round"])
        secrets = ledger.ask("secrets_of_round", number=of["round"])
        streams = [Ear(sitter.listen()) for sitter in people]
        for sitter in people:
            sitter.start()

        assert wait_until(lambda: not any(sitter.is_alive() for sitter in people), 300), site.output()
        time.sleep(1)  # the last words are on their way
        redis_values = list(kept_by(server))
    finally:
        ledger.close()

    stream_lines = [line.removeprefix("data:").strip() for ear in streams for line in ear.heard if line]
    assert {line for line in stream_lines if not line.startswith((":", "retry"))} <= KINDS
    assert stream_lines.count("free") > SITTERS
    channel = [command for command in commands.heard if command.startswith("PUBLISH")]
    assert channel
    assert any("rooms." in unpacked(command) for command in commands.heard)  # messages are read
    redis_text = "".join(unpacked(text) for text in (*commands.heard, *redis_values)).replace(" ", "")
    assert len(secrets) > 2 * SHARED_DEALS
    assert [secret for secret in secrets if secret in redis_text] == []
