"""Limits count in the cache: each test begins as if nobody had asked before."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _nobody_asked_before() -> None:
    cache.clear()
