"""A new site on SQLite, as on a laptop."""

import atexit
import os
import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import django
from django.core.management import call_command

EMPTY_DATABASE = "ETUI_EMPTY_DATABASE"
"""Variable of the environment with the path of a database that has all tables and no rows."""


@cache
def make_site() -> None:
    """Create the site of this process in a temporary folder. Benchmarks in one process share it.

    It begins with the database that EMPTY_DATABASE names, if it does: creating the tables takes seconds.
    """
    folder = TemporaryDirectory()
    atexit.register(folder.cleanup)
    if database := os.environ.get(EMPTY_DATABASE):
        shutil.copy(database, Path(folder.name) / "etui.sqlite3")
    os.environ |= {"ETUI_VAR_DIR": folder.name, "DJANGO_SETTINGS_MODULE": "config.settings.hall"}
    django.setup()
    call_command("migrate", verbosity=0)
