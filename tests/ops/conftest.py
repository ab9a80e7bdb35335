"""A site that the tests of this folder share."""

from collections.abc import Iterator

import pytest

from tests.processes import Laptop, launching, put_empty_database


@pytest.fixture(scope="session")
def empty_laptop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laptop]:
    """A running site without the demonstration, with addresses that do harm and little patience with them."""
    folder = tmp_path_factory.mktemp("empty laptop")
    put_empty_database(folder / "new")
    settings = {"DJANGO_SETTINGS_MODULE": "tests.ops.hostile_settings"}
    with launching(folder) as launch:
        yield Laptop(folder / "new", folder, launch, settings, "--no-demo")
