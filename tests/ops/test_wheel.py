"""The wheel: built, installed beside no checkout, started from a folder of the user's own."""

import re
import shutil
import signal
import sqlite3
import subprocess
import zipfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.apps import apps
from django.conf import settings

from tests.ops.wheels import PROJECT, build_wheel, install_wheel
from tests.processes import (
    Launch,
    Server,
    descendants,
    find_port,
    is_gone,
    laptop_environment,
    wait_until,
)
from tests.servers.demo_evening import desk_of, enter_missing, printed, progress
from tests.servers.visitor import Visitor

WITHOUT_UNIX, WITHOUT_PANGO = (Path(__file__).parent / name for name in ("without_unix", "without_pango"))
OLDER = PROJECT / "tests" / "data" / "installations" / "0.1.0-sqlite.zip"
PAGES = {
    "/": "text/html",
    "/jouer/": "text/html",
    "/salles/": "text/html",
    "/compter/": "text/html",
    "/apprendre/duplicate/": "text/html",
    "/regles/grelin/": "text/html",
    "/connexion/": "text/html",
    "/static/css/theme.css": "text/css",
    "/static/fonts/EtuiSuits-Regular.woff2": "font/woff2",
}
"""Addresses that need each application and each folder, with the kind of their response."""
START = 60.0
"""Seconds that a first start may take."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def etui(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of an installed wheel."""
    return install_wheel(wheel, tmp_path_factory.mktemp("stick") / "program")


def own_environment(home: Path, **variables: str) -> dict[str, str]:
    """A person's environment, with nothing that the tests have set."""
    environment = {
        name: value for name, value in laptop_environment(home).items() if not name.startswith("ETUI_")
    }
    for name in ("DJANGO_SETTINGS_MODULE", "PYTHONPATH", "NUMBA_CACHE_DIR", "XDG_DATA_HOME"):
        environment.pop(name, None)
    return environment | {"HOME": str(home)} | variables


def run(etui: Path, *words: str, folder: Path, env: Mapping[str, str]) -> str:
    done = subprocess.run(
        [etui, *words], cwd=folder, env=env, check=False, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def get(port: int, path: str, **headers: str) -> tuple[str, bytes]:
    """Return the kind of a response and its body."""
    with urlopen(Request(f"http://localhost:{port}{path}", headers=headers), timeout=30) as response:
        return response.headers.get_content_type(), response.read()


def test_wheel_has_every_application_and_each_folder_that_pages_read(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    below = {Path(name).parts[2] for name in names if name.startswith("etui/site/")}
    applications = {
        Path(config.path).name
        for config in apps.get_app_configs()
        if Path(config.path).parent == settings.PROJECT_DIR
    }
    texts = {
        f"etui/site/docs/{folder}/"
        for path in PROJECT.glob("*/**/*.py")
        if path.parts[len(PROJECT.parts)] in applications
        for folder in re.findall(r'PROJECT_DIR\) / "docs" / "(\w+)"', path.read_text(encoding="utf-8"))
    }

    assert applications | {"common", "config", "locale", "static", "templates"} <= below
    assert texts
    assert all(any(name.startswith(folder) for name in names) for folder in texts)
    assert "etui/site/locale/en/LC_MESSAGES/django.mo" in names
    assert not [name for name in names if name.endswith((".po", ".pyc")) or "/tests/" in name]
    # one package and the description of the distribution: nothing that another package could also have
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"etui"}


def started(etui: Path, data: Path, launch: Launch, **variables: str) -> Server:
    """Return a server with its data in `data`, started in a folder with modules of the same names."""
    port, work = find_port(), data.parents[1] / "work"
    (work / "config").mkdir(parents=True)
    (work / "config" / "__init__.py").write_text("raise RuntimeError", encoding="utf-8")
    words = ("--data", str(data), "serve", f"--port={port}", "--no-demo", "--host=127.0.0.1")
    env = own_environment(data.parents[1], **variables)
    server = Server(launch(str(etui), *words, env=env, folder=work), port)
    assert wait_until(lambda: server.is_ready or server.process.poll() is not None, START), server.output
    return server


def check_pages(port: int) -> None:
    """Ask for a page of each application, files, and English."""
    for path, kind in PAGES.items():
        assert get(port, path)[0] == kind, path
    assert b'<html lang="en"' in get(port, "/", **{"Accept-Language": "en"})[1]


def check_end(server: Server) -> None:
    """Stop a server like a person. Check that it left nothing in the folder of its start."""
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(60) == 0, server.output
    assert "Traceback" not in server.output


def test_without_unix_an_evening_is_played_ranked_and_printed_and_ends_with_the_command(
    etui: Path, first_start: Path, tmp_path: Path, launch: Launch
) -> None:
    data = tmp_path / "Mes soirées" / "étui"
    shutil.copytree(first_start, data)

    server = started(etui, data, launch, PYTHONPATH=str(WITHOUT_UNIX))

    check_pages(server.port)
    play_evening(server, data)
    children = descendants(server.process.pid)
    assert len(children) >= 3
    server.process.kill()
    server.process.wait()
    assert wait_until(lambda: all(map(is_gone, children)))


def play_evening(server: Server, data: Path) -> None:
    """Enter a result, wait for its ranking, and have a paper printed."""
    visitor = Visitor(f"http://localhost:{server.port}")
    link = re.search(r"http://[^/\s]+(/connexion/lien/\S+)", server.output)
    assert link is not None, server.output
    visitor.sign_in(link[1])
    with closing(sqlite3.connect(data / "etui.sqlite3", timeout=20, isolation_level=None)) as database:
        version, result_count, _waiting = progress(database)

        enter_missing(visitor)
        status, _page = visitor.post(desk_of(visitor) + "documents/", {"kind": "seat_lists"})

        assert status == 200
        assert wait_until(lambda: progress(database) == (version + 1, result_count + 1, 0)), server.output
        assert wait_until(lambda: printed(database)[0] in {"done", "failed"}, 120), server.output
        assert printed(database)[:2] == ("done", "")
    (paper,) = data.rglob("*.pdf")
    assert paper.read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    "hooks",
    [
        [WITHOUT_PANGO],
        # by day the site without Unix has Pango, above
        pytest.param([WITHOUT_UNIX, WITHOUT_PANGO], marks=pytest.mark.nights),
    ],
)
def test_newer_wheel_backs_up_and_migrates_data_and_without_pango_says_how_to_get_it(
    etui: Path, tmp_path: Path, launch: Launch, hooks: Sequence[Path]
) -> None:
    data, lacking = tmp_path / "Élodie #1, 100 %" / "données", tmp_path / "lacking"
    data.mkdir(parents=True)
    with zipfile.ZipFile(OLDER) as archive:
        (data / "etui.sqlite3").write_bytes(archive.read("database"))
    lacking.mkdir()
    hook_paths = [str(folder / "sitecustomize.py") for folder in hooks]
    start = f"import runpy\nfor path in {hook_paths!r}:\n    runpy.run_path(path)\n"
    (lacking / "sitecustomize.py").write_text(start, encoding="utf-8")

    server = started(etui, data, launch, PYTHONPATH=str(lacking))

    assert wait_until(lambda: "sudo apt install libpango-1.0-0" in server.output), server.output
    check_pages(server.port)
    with pytest.raises(HTTPError) as refusal:
        get(server.port, "/regles/grelin/imprimer/")
    page = refusal.value.read().decode()
    assert refusal.value.code == 503
    assert "Pango" in page
    assert 'href="/regles/grelin/"' in page
    check_end(server)
    (backup,) = (data / "backups").glob("before-migration-*.zip")
    assert zipfile.ZipFile(backup).testzip() is None
    assert [path.name for path in (tmp_path / "work").rglob("*")] == ["config", "__init__.py"]


def test_data_lie_in_the_folder_of_the_platform_or_beside_the_program(etui: Path, tmp_path: Path) -> None:
    env = own_environment(tmp_path)
    beside = etui.parents[2] / "etui-data"

    at_home = run(etui, folder=tmp_path, env=env)
    beside.mkdir()
    try:
        on_the_stick = run(etui, folder=tmp_path, env=env)
        folder_line = run(etui, "--data", "named", folder=tmp_path, env=env)
    finally:
        beside.rmdir()

    assert at_home.endswith(f"au lieu de {tmp_path / '.local/share/etui'}\n")
    assert on_the_stick.endswith(f"au lieu de {beside}\n")
    assert folder_line.endswith(f"au lieu de {tmp_path / 'named'}\n")
