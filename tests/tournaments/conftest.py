"""A page asked for in English leaves its language behind: the next test begins in French."""

from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def language_of_the_settings() -> Iterator[None]:
    yield
    translation.deactivate()
