"""Robots compute with compiled functions, where numba is installed."""

import pytest

from games.core.compiled import use_compiled


@pytest.fixture(autouse=True, scope="session")
def _compiled() -> None:
    use_compiled()
