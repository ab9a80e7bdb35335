"""The files that these tests have read, which are forgotten behind them."""

from collections.abc import Iterator

import pytest

from tests.architecture.parsed import nodes_of, source_of, tree_of


@pytest.fixture(scope="package", autouse=True)
def _forgotten_files() -> Iterator[None]:
    """Let later tests use these 600 MB again: they count in the limit of every child process."""
    yield
    for read in (nodes_of, tree_of, source_of):
        read.cache_clear()
