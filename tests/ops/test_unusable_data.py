"""`manage.py serve` on data that it cannot use: a sentence and an exit code, never a traceback."""

import os
import sqlite3
import stat
import subprocess
import sys
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from tests.processes import PROJECT, Laptop, find_port
from tournaments.installation.archive import DATABASE


def as_anybody(*command: str) -> list[str]:
    """The command without root's way past the rights of files."""
    if os.getuid():
        return list(command)
    return ["setpriv", "--bounding-set=-all", "--inh-caps=-all", "--", *command]


def manage(environment: dict[str, str], *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        as_anybody(sys.executable, "manage.py", *words),
        cwd=PROJECT,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )


def read_only_folder(var: Path) -> None:
    var.mkdir()
    var.chmod(0o500)


def read_only_database(var: Path) -> None:
    var.mkdir()
    (var / "etui.sqlite3").touch()
    (var / "etui.sqlite3").chmod(0o400)


def garbage(var: Path) -> None:
    var.mkdir()
    (var / "etui.sqlite3").write_bytes(os.urandom(5000))


def file_for_a_folder(var: Path) -> None:
    var.write_text("Bonjour", encoding="utf-8")


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (read_only_folder, "ne peut pas être lu ou écrit"),
        (file_for_a_folder, "ne peut pas être lu ou écrit"),
        pytest.param(read_only_database, "ne peut pas être écrit", marks=pytest.mark.nights),
        # by day test_installation and test_serve in tests/tournaments/management
        pytest.param(garbage, "La base de données est abîmée", marks=pytest.mark.nights),
    ],
)
def test_start_on_unusable_data_ends_with_a_sentence(
    environment: dict[str, str], tmp_path: Path, spoil: object, told: str
) -> None:
    spoil(tmp_path / "my var")  # type: ignore[operator]

    done = manage(environment, "serve", "--port", str(find_port()))

    assert done.returncode == 1
    assert told in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_restore_into_a_folder_that_is_read_only_ends_with_a_sentence(
    environment: dict[str, str], tmp_path: Path
) -> None:
    var = tmp_path / "my var"
    (tmp_path / "saved.zip").write_text("Bonjour")
    var.mkdir(mode=0o500)

    done = manage(environment | {"SECRET_KEY": "kept elsewhere"}, "restore", str(tmp_path / "saved.zip"))

    assert done.returncode == 1
    assert "ne peut pas être écrit" in done.stderr
    assert "Traceback" not in done.stderr


def test_laptop_that_was_away_makes_its_backup_when_it_starts_and_all_is_private(
    laptop: Laptop, tmp_path: Path
) -> None:
    var, server = laptop.folder, laptop.server

    server.process.terminate()
    server.process.wait(60)
    wide = [path for path in [var, *var.rglob("*")] if stat.S_IMODE(path.lstat().st_mode) & 0o077]
    assert wide == []
    with zipfile.ZipFile(min((var / "backups").glob("nightly-*.zip"))) as archive:
        saved = archive.extract(DATABASE, tmp_path)
    with closing(sqlite3.connect(saved)) as database:
        assert database.execute("SELECT count(*) FROM tournaments_tournament").fetchone() == (3,)
