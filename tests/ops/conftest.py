"""Fixtures of the tests of this folder."""

from tests.processes import (
    environment,
    first_start,
    free_port,
    laptop,
    launch,
    ready,
    real_environment,
    serve,
    start_worker,
    started_laptop,
    wait_until_fixture,
)

__all__ = [
    "environment",
    "first_start",
    "free_port",
    "laptop",
    "launch",
    "ready",
    "real_environment",
    "serve",
    "start_worker",
    "started_laptop",
    "wait_until_fixture",
]
