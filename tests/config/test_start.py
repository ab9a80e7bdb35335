"""The start of a process of the site."""

import gc
import re
from pathlib import Path

PROJECT = Path(__file__).parents[2]
OF_REDIS = {"common/live/redis_topics.py", "common/workers/redis_broker.py"}
"""Modules that import the library of Redis, and are loaded on servers alone."""


def test_memory_is_collected_again_when_the_site_is_loaded() -> None:
    assert gc.isenabled()  # config/__init__.py disabled it, and tournaments/apps.py enables it


def test_laptop_is_started_without_the_library_of_redis() -> None:
    names = "|".join(["redis", *(module.removesuffix(".py").replace("/", r"\.") for module in OF_REDIS)])
    imported = re.compile(rf"^(?:from|import) (?:{names})\b", re.MULTILINE)
    packages = {path.parent for path in PROJECT.glob("*/__init__.py")} - {PROJECT / "tests"}

    importers = {
        path.relative_to(PROJECT).as_posix()
        for package in packages
        for path in package.rglob("*.py")
        if imported.search(path.read_text(encoding="utf-8"))
    }

    assert importers == OF_REDIS
