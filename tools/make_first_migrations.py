"""Writes the first migration of each app anew from its models, in place of all that are there.

    usage: .venv/bin/python -m tools.make_first_migrations

For as long as nothing is released: later a change of a model is a migration of its own, as everywhere.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from textwrap import indent

PROJECT = Path(__file__).parents[1]
APPS = ("accounts", "games", "tournaments", "rooms", "counting")
IMPORT = "from common.first_tables import MakeTables\n"


def main() -> None:
    for app in APPS:
        for older in (PROJECT / app / "migrations").glob("0*.py"):
            older.unlink()
    manage = [sys.executable, "manage.py", "makemigrations", "--no-header", *APPS]
    settings = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings.test"}
    subprocess.run(manage, cwd=PROJECT, env=settings, check=True)  # noqa: S603
    for app in APPS:
        (written,) = (PROJECT / app / "migrations").glob("0*.py")
        written.write_text(in_one_go(written.read_text(encoding="utf-8")), encoding="utf-8")


def in_one_go(source: str) -> str:
    """A migration as Django wrote it, its operations within one."""
    source = re.sub(r"(?m)^from django\.db import migrations", IMPORT + r"\g<0>", source, count=1)
    head, operations = source.split("    operations = [\n")
    inside = indent(operations.rstrip().removesuffix("]").rstrip(), " " * 8)
    made = f"        MakeTables(\n            [\n{inside}\n            ]\n        ),\n"
    return f"{head}    operations = [\n{made}    ]\n"


if __name__ == "__main__":
    main()
