"""The shipped figures from which movements are built; sources are beside them in data/."""

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def read_stored(name: str) -> dict[str, Any]:
    """One file of data/, without its ending; keys are numbers of tables, or of tables and sets ("8/4")."""
    text = (files("tournaments.core.movements") / "data" / f"{name}.json").read_text(encoding="utf-8")
    stored: dict[str, Any] = json.loads(text)
    return stored
