"""A backup restored from the page of a running laptop: the site ends, restores, and starts again."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tests.processes import Server
from tests.servers.visitor import Visitor

PAGE = "/organiser/sauvegardes/remettre/"


def club_names(var: Path) -> list[str]:
    with closing(sqlite3.connect(var / "etui.sqlite3", timeout=20)) as database:
        return [name for (name,) in database.execute("SELECT name FROM tournaments_club")]


def test_page_restores_a_backup_and_the_site_comes_back_on_the_same_port(
    ready: Callable[..., Server], wait_until: Callable[..., bool], environment: dict[str, str]
) -> None:
    server, var = ready(), Path(environment["ETUI_VAR_DIR"])
    visitor = Visitor(f"http://localhost:{server.port}")
    link = re.search(r"http://localhost:\d+(/connexion/lien/\S+)", server.output)
    assert link is not None
    visitor.sign_in(link[1])
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
