"""Contents of the container image: every application, nothing of an installation."""

from pathlib import Path

import pytest
from django.apps import apps

from tests.ops.image import Ignored, install_lock

PROJECT = Path(__file__).parents[2]
IGNORED = Ignored((PROJECT / ".dockerignore").read_text())


@pytest.mark.parametrize(
    ("patterns", "path", "is_out"),
    [
        ("*", "docs/a.md", True),
        ("*\n!docs", "docs/a.md", False),
        ("!docs\n*", "docs/a.md", True),
        ("*\n!docs/rules", "docs/learning/a.md", True),
        ("*\n!docs/rules", "docs/rules/fr/a.md", False),
        ("docs\n!docs/a.md\ndocs/*.md", "docs/a.md", True),
        ("*.md", "docs/a.md", False),
        ("**/*.md", "docs/a.md", True),
        ("**/*.md", "a.md", True),
        ("docs/**", "docs/rules/a.md", True),
        ("docs/**/a.md", "docs/a.md", True),
        ("docs/?.md", "docs/ab.md", False),
        ("docs/[ab].md", "docs/b.md", True),
        ("/docs/", "docs/a.md", True),
        ("doc", "docs/a.md", False),
        ("# docs\n\n", "docs/a.md", False),
        (r"\*.md", "a.md", False),
    ],
)
def test_patterns_mean_what_they_mean_to_docker(patterns: str, path: str, is_out: bool) -> None:
    assert Ignored(patterns).has(path) is is_out


def test_every_application_and_a_new_one_goes_in() -> None:
    application_names = {
        config.label for config in apps.get_app_configs() if Path(config.path).is_relative_to(PROJECT)
    }
    modules = {f"{name}/__init__.py" for name in application_names | {"config", "an_app_of_next_year"}}

    assert [path for path in modules if IGNORED.has(path)] == []


@pytest.mark.parametrize(
    "path",
    [
        ".env",
        ".env.club",
        ".git/config",
        ".venv/bin/python",
        "var/etui.sqlite3",
        "var/backups/etui-2026-11-28.zip",
        "etui-2026-11-28.zip",
        "etui.sqlite3",
        "dist/etui-0.1.0-py3-none-any.whl",
        "tests/conftest.py",
        "config/__pycache__/urls.cpython-311.pyc",
        "locale/en/LC_MESSAGES/django.mo",
    ],
)
def test_what_belongs_to_one_machine_stays_out(path: str) -> None:
    assert IGNORED.has(path)


def test_library_of_another_version_than_the_lock_is_refused(tmp_path: Path) -> None:
    lock = tmp_path / "some.lock"
    lock.write_text("django==1.0 \\\n    --hash=sha256:00\n", encoding="utf-8")

    with pytest.raises(ValueError, match=r"django==1\.0 .*, 5\."):
        install_lock(lock, tmp_path / "environment")
