"""Sites that the tests of this folder share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import Laptop, find_port, launching, put_empty_database


@pytest.fixture(scope="session")
def secure_port() -> int:
    """Return the port on which the shared laptop speaks https."""
    return find_port()


@pytest.fixture(scope="session")
def started_laptop(
    first_start: Path, secure_port: int, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Laptop]:
    """The laptop of all folders, with https beside http."""
    folder = tmp_path_factory.mktemp("laptop")
    with launching(folder) as launch:
        yield Laptop(first_start, folder, launch, None, "--https", f"--https-port={secure_port}")


@pytest.fixture(scope="session")
def empty_laptop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laptop]:
    """A running site without the demonstration, with addresses that do harm and little patience with them."""
    folder = tmp_path_factory.mktemp("empty laptop")
    put_empty_database(folder / "new")
    settings = {"DJANGO_SETTINGS_MODULE": "tests.ops.hostile_settings"}
    with launching(folder) as launch:
        yield Laptop(folder / "new", folder, launch, settings, "--no-demo")
