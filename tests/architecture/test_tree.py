"""Rules for files: tasks, templates, lock files."""

import re
from pathlib import Path

import pytest
from django.template import TemplateDoesNotExist, TemplateSyntaxError, engines
from django.template.backends.django import DjangoTemplates

from config.celery import app
from tests.architecture.parsed import source_of

PROJECT = Path(__file__).parents[2]
PACKAGES = ("accounts", "common", "config", "counting", "etui", "games", "play", "publishing", "tournaments")
SOURCES = [path for package in PACKAGES for path in sorted((PROJECT / package).rglob("*.py"))]
TEMPLATES = sorted((PROJECT / "templates").rglob("*.*"))
LOCKS = sorted(PROJECT.glob("requirements*.lock"))
ASKED_BY_NAME = re.compile(r"""(?:after_commit\(\s*|\.tasks\[|\btask=)["']([^"']+)["']""")


def test_every_task_asked_for_by_name_is_registered() -> None:
    task_names = {name for path in SOURCES for name in ASKED_BY_NAME.findall(source_of(path))}

    assert "tournaments.refresh_standings" in task_names
    assert task_names <= set(app.tasks)


def test_templates_compile() -> None:
    engine = engines["django"]
    assert isinstance(engine, DjangoTemplates)
    faults = {}

    for path in TEMPLATES:
        name = str(path.relative_to(PROJECT / "templates"))
        try:
            engine.get_template(name)
        except (TemplateDoesNotExist, TemplateSyntaxError) as error:
            faults[name] = str(error)

    assert len(TEMPLATES) > 500
    assert faults == {}


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_lock_names_no_host_and_pins_every_file(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    pinned = re.findall(r"^(\S+)==\S+", text, re.MULTILINE)
    assert len(pinned) > (0 if "setup" in path.name else 50)
    assert not re.search(r"://|--index-url|--find-links|--extra-index", text)
    assert all("--hash=sha256:" in block for block in re.split(r"\n(?=\S+==)", text) if "==" in block)


def test_locks_agree() -> None:
    laptop, server, dev = (
        dict(re.findall(r"^(\S+?)==(\S+)", (PROJECT / name).read_text(), re.MULTILINE))
        for name in ("requirements.lock", "requirements-server.lock", "requirements-dev.lock")
    )

    # each lock has all pins of the one before
    assert laptop.items() < server.items() < dev.items()
    assert "boto3" not in laptop
