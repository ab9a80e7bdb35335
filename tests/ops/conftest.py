"""Sites that the tests of this folder share."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import Laptop, find_port, launching, put_empty_database, wait_until


@pytest.fixture(scope="session", autouse=True)
def _files_open_to_all() -> Iterator[None]:
    """A machine that makes files readable and writable for all: the site makes its own private."""
    mask = os.umask(0)
    yield
    os.umask(mask)


@pytest.fixture(scope="session")
def secure_port() -> int:
    """Return the port on which the shared laptop speaks https."""
    return find_port()


@pytest.fixture(scope="session")
def started_laptop(
    first_start: Path, secure_port: int, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Laptop]:
    """The laptop of all folders, with https beside http, after years without a start and a backup."""
    folder = tmp_path_factory.mktemp("laptop")
    away = folder / "away"
    shutil.copytree(first_start, away)
    (away / "etui.sqlite3").chmod(0o666)
    (away / "backups").mkdir(exist_ok=True)
    (away / "backups" / ".since").touch()
    os.utime(away / "backups" / ".since", (0, 0))
    with launching(folder) as launch:
        laptop = Laptop(away, folder, launch, None, "--https", f"--https-port={secure_port}")
        # before a test stops it, which makes another backup
        assert wait_until(lambda: list((laptop.folder / "backups").glob("nightly-*.zip"))), (
            laptop.server.output
        )
        yield laptop


@pytest.fixture(scope="session")
def empty_laptop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laptop]:
    """A running site without the demonstration, with addresses that do harm and little patience with them."""
    folder = tmp_path_factory.mktemp("empty laptop")
    put_empty_database(folder / "new")
    settings = {"DJANGO_SETTINGS_MODULE": "tests.ops.hostile_settings"}
    with launching(folder) as launch:
        yield Laptop(folder / "new", folder, launch, settings, "--no-demo")
