"""Stored figures from which movements are built. Their sources are beside them in data/."""

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def read_stored(name: str) -> dict[str, Any]:
    """Read a file of data/. Its keys are numbers of tables, or of tables and sets ("8/4").

    Args:
        name: without the suffix `.json`.
    """
    text = (files("tournaments.core.movements") / "data" / f"{name}.json").read_text(encoding="utf-8")
    content: dict[str, Any] = json.loads(text)
    return content
