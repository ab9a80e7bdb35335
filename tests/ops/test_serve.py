"""`manage.py serve` as an organiser lives it: start, interrupt, kill, start again."""

import os
import re
import signal
import socket
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.processes import Laptop, Launch, Server, is_gone, launching
from tests.servers.visitor import Visitor

PAGE = "/organiser/sauvegardes/remettre/"
BY_ITSELF = ("rooms_", "games_deal", "sqlite_sequence", "accounts_signinlink")
"""Tables to which a running site adds the rounds of its rooms with deals, and a start the link it prints."""


def tables_with_rows(var: Path) -> dict[str, int]:
    """Rows per table of the site's database."""
    with closing(sqlite3.connect(var / "etui.sqlite3")) as database:
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}  # noqa: S608


def club_names(var: Path) -> list[str]:
    with closing(sqlite3.connect(var / "etui.sqlite3", timeout=20)) as database:
        return [name for (name,) in database.execute("SELECT name FROM tournaments_club")]


def link_of(server: Server) -> str:
    """Path of the link to sign in that the terminal shows."""
    link = re.search(rf"http://localhost:{server.port}(/connexion/lien/\S+)", server.output)
    assert link is not None
    return link[1]


def answer(server: Server, path: str) -> tuple[int, str]:
    with urlopen(f"http://localhost:{server.port}{path}", timeout=10) as response:
        return response.status, response.read().decode()


@pytest.fixture(scope="module")
def new_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laptop]:
    """A laptop after its first start, which has made the demonstration club."""
    folder = tmp_path_factory.mktemp("new site")
    with launching(folder) as launch:
        yield Laptop(None, folder, launch)


def test_first_start_makes_the_demo_club_answers_and_says_how_to_sign_in(
    new_site: Laptop, wait_until: Callable[..., bool]
) -> None:
    server = new_site.server

    assert wait_until(lambda: is_ready(server))  # after its first sweep
    assert tables_with_rows(new_site.folder)["tournaments_club"] == 1
    assert f"Sur cet ordinateur : http://localhost:{server.port}/\n" in server.output
    link = link_of(server)
    assert answer(server, link)[0] == 200
    assert wait_until(lambda: os.getpriority(os.PRIO_PROCESS, server.worker or 0) == 10)
    assert new_site.folder.stat().st_mode & 0o077 == 0


def test_page_restores_a_backup_and_the_site_comes_back_on_the_same_port(
    new_site: Laptop, wait_until: Callable[..., bool]
) -> None:
    server, var = new_site.server, new_site.folder
    visitor = Visitor(f"http://localhost:{server.port}")
    visitor.sign_in(link_of(server))
    names_of_clubs = club_names(var)
    visitor.post("/organiser/sauvegardes/", {})
    assert wait_until(lambda: list((var / "backups").glob("asked-*.zip")), 90)
    archive = next((var / "backups").glob("asked-*.zip"))
    with closing(sqlite3.connect(var / "etui.sqlite3", timeout=20)) as database, database:
        database.execute("UPDATE tournaments_club SET name = 'Après'")

    status, page = visitor.post(PAGE, {"source": "sent"}, file=("copie.zip", archive.read_bytes()))
    assert wait_until(lambda: "est une bonne sauvegarde" in visitor.get(PAGE), 90), page
    mark = re.search(r'name="mark" value="([^"]+)"', visitor.get(PAGE))
    assert (status, mark is not None) == (200, True)
    assert club_names(var) == ["Après"]
    first_web = server.web
    visitor.post(f"{PAGE}oui/", {"mark": mark[1]})  # type: ignore[index]

    assert wait_until(lambda: "Sauvegarde remise en place." in server.output, 120), server.output
    assert wait_until(lambda: server.is_ready and server.web not in (None, first_web), 120), server.output
    assert club_names(var) == names_of_clubs
    assert server.process.poll() is None  # the same process: a terminal, or a service, still holds it
    assert list((var / "backups").glob("before-restore-*.zip"))
    assert wait_until(lambda: server.output.count(f"http://localhost:{server.port}/\n") == 2)


@pytest.mark.parametrize(
    "ending",
    [
        signal.SIGINT,
        pytest.param(signal.SIGTERM, marks=pytest.mark.nights),
        pytest.param(signal.SIGHUP, marks=pytest.mark.nights),
    ],
)
def test_stop_ends_everything_with_a_short_log_and_the_next_start_finds_the_data(
    new_site: Laptop, ending: signal.Signals
) -> None:
    server = new_site.server
    workers = [server.worker, server.worker_of("long")]
    assert None not in workers
    counts = tables_with_rows(new_site.folder)
    log = new_site.folder / "logs" / "site.log"
    lines_before = len(log.read_text()) if log.exists() else 0
    # a site that has refused nothing yet: equal lines are counted from the first one on, for a minute
    secret = send_bad_requests(server)
    output = server.output

    server.process.send_signal(ending)
    status = server.process.wait(60)

    assert status == 0, server.output
    assert all(map(is_gone, workers))
    assert server.output.endswith("Étui est arrêté. Les données sont gardées.\n")
    assert "Traceback" not in server.output
    check_log(log, log.read_text()[lines_before:], secret)
    assert "elsewhere.example" not in output
    assert "Not Found" not in output
    again = new_site.start()
    counts_after = tables_with_rows(new_site.folder)
    added = {name: count - counts[name] for name, count in counts_after.items() if count != counts[name]}
    assert {name: count for name, count in added.items() if not name.startswith(BY_ITSELF)} == {}
    assert min(added.values(), default=0) >= 0
    assert "Premier démarrage" not in again.output


def is_ready(server: Server) -> bool:
    """Return whether `/readyz` reports a ready server, by its status and in words."""
    status, body = answer(server, "/readyz")
    return status == 200 and '"status": "ready"' in body


def send_bad_requests(server: Server) -> str:
    """Send 40 requests of each kind that is refused. Return the secret of the sign-in link among them."""
    link = re.search(r"(/connexion/lien/([^/\s]+)/)", server.output)
    assert link is not None
    requests = [
        Request(f"http://localhost:{server.port}{link[1]}", method="HEAD"),
        Request(f"http://localhost:{server.port}{link[1]}", data=b"x=1"),
        Request(f"http://localhost:{server.port}/nothing/"),
        Request(f"http://localhost:{server.port}/", headers={"Host": "elsewhere.example"}),
    ]
    for request in requests * 40:
        with pytest.raises(HTTPError):
            urlopen(request, timeout=30)  # noqa: S310 # this very server
    return link[2]


def check_log(log: Path, content: str, secret: str) -> None:
    """The log of those requests is a private file of short lines without links."""
    assert log.stat().st_mode & 0o777 == 0o600
    assert log.parent.stat().st_mode & 0o777 == 0o700
    assert "/connexion/lien/***/" in content
    assert secret not in content
    assert "Traceback" not in content
    assert len(content.splitlines()) <= 4 * 21
    assert "20 more such lines" in content


def test_killed_worker_is_replaced(laptop: Laptop, wait_until: Callable[..., bool]) -> None:
    server = laptop.server
    first = server.worker
    assert first is not None

    os.kill(first, signal.SIGKILL)

    assert wait_until(lambda: server.worker not in (None, first))
    assert answer(server, "/healthz") == (200, "ok")


@pytest.mark.nights  # by day tests/tournaments/management/test_serve.py
def test_second_server_on_the_same_data_is_refused(laptop: Laptop, launch: Launch) -> None:
    second = launch(sys.executable, "manage.py", "serve", "--port=0", env=laptop.environment)

    assert second.wait(240) == 1
    log = second.log_path.read_text()  # type: ignore[attr-defined]
    assert "Étui est déjà démarré avec ces données, dans une autre fenêtre." in log


@pytest.mark.nights  # by day common/web_server/test_serving
def test_taken_port_is_refused_with_another_to_try(serve: Callable[..., Server], free_port: int) -> None:
    with socket.create_server(("", free_port)):
        server = serve()
        status = server.process.wait(60)

    assert status == 1
    assert f"Le port {free_port} est déjà pris par un autre programme." in server.output
    assert f"--port {free_port + 10}" in server.output


def test_without_the_demo_the_club_is_left_to_make(empty_laptop: Laptop) -> None:
    assert tables_with_rows(empty_laptop.folder)["tournaments_club"] == 0
    assert "manage.py createsuperuser" in empty_laptop.server.output
