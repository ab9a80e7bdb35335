"""An evening on a machine without the features of Unix alone (without_unix/sitecustomize.py)."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.processes import Laptop, descendants, is_gone, launching, wait_until
from tests.servers.demo_evening import desk_of, enter_missing, printed, progress
from tests.servers.visitor import Visitor

WITHOUT_UNIX = Path(__file__).parent / "without_unix"


@pytest.fixture
def plain(first_start: Path, tmp_path: Path) -> Iterator[Laptop]:
    with launching(tmp_path) as launch:
        yield Laptop(first_start, tmp_path, launch, {"PYTHONPATH": str(WITHOUT_UNIX)})


def test_evening_is_played_ranked_and_printed_and_ends_with_the_command(plain: Laptop) -> None:
    server, visitor = plain.server, Visitor(f"http://localhost:{plain.port}")
    link = re.search(r"http://localhost:\d+(/connexion/lien/\S+)", server.output)
    assert link is not None
    visitor.sign_in(link[1])
    with closing(
        sqlite3.connect(plain.folder / "etui.sqlite3", timeout=20, isolation_level=None)
    ) as database:
        version, result_count, _waiting = progress(database)

        enter_missing(visitor)
        status, _page = visitor.post(desk_of(visitor) + "documents/", {"kind": "seat_lists"})

        assert status == 200
        assert wait_until(lambda: progress(database) == (version + 1, result_count + 1, 0)), server.output
        assert wait_until(lambda: printed(database)[0] in {"done", "failed"}, 120), server.output
        assert printed(database)[:2] == ("done", "")
    (paper,) = plain.folder.rglob("*.pdf")
    assert paper.read_bytes().startswith(b"%PDF-")
    children = descendants(server.process.pid)
    assert len(children) >= 3

    server.process.kill()
    server.process.wait()

    assert wait_until(lambda: all(map(is_gone, children)))
