"""The version of the program. It has one source: pyproject.toml, whose number a wheel has in its metadata."""

import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path

from etui.places import is_installed

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"


@cache
def program_version() -> str:
    """Return the version, for example "0.1.0"."""
    if is_installed():
        return metadata.version("etui")
    return str(tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["version"])
