"""The two cores are plain Python that works where Django cannot be imported. Large folders have a guide."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
FORBIDDEN = ("django", "rest_framework", "celery", "psycopg", "weasyprint", "common", "accounts", "config")
SCRIPT = f"""
import importlib, sys
for name in {FORBIDDEN}:
    sys.modules[name] = None
for name in sys.argv[1:]:
    importlib.import_module(name)
"""


def modules_under(folder: str) -> list[str]:
    """Return the dotted names of all modules of a package, itself included."""
    names = [path.relative_to(PROJECT).with_suffix("").parts for path in (PROJECT / folder).rglob("*.py")]
    return sorted(".".join(parts[:-1] if parts[-1] == "__init__" else parts) for parts in names)


def import_without_django(*modules: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", SCRIPT, *modules]
    return subprocess.run(command, cwd=PROJECT, check=False, capture_output=True, text=True)


@pytest.mark.parametrize("core", ["games/core", "tournaments/core"])
def test_core_imports_without_django(core: str) -> None:
    modules = modules_under(core)

    imported = import_without_django(*modules)

    assert len(modules) > 5
    assert (imported.returncode, imported.stderr) == (0, "")


def test_the_bar_on_django_holds() -> None:
    assert "No module named 'django.db'" in import_without_django("games.models").stderr


@pytest.mark.parametrize("package", ["core/exchange", "core/movements", "core/ranking", "models"])
def test_guide_of_a_large_folder_names_each_module_once(package: str) -> None:
    folder = PROJECT / "tournaments" / package
    guide = (folder / "__init__.py").read_text(encoding="utf-8")
    modules = [path.stem for path in folder.glob("*.py") if path.stem != "__init__"]
    subfolders = [path.parent.name for path in folder.glob("*/__init__.py")]

    assert sorted(re.findall(r"`(\w+)`", guide)) == sorted(modules + subfolders)
