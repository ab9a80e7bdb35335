"""A new site on SQLite, as on a laptop."""

import atexit
import os
from functools import cache
from tempfile import TemporaryDirectory

import django
from django.core.management import call_command


@cache
def make_site() -> None:
    """Create the site of this process in a temporary folder. Benchmarks in one process share it."""
    folder = TemporaryDirectory()
    atexit.register(folder.cleanup)
    os.environ |= {"ETUI_VAR_DIR": folder.name, "DJANGO_SETTINGS_MODULE": "config.settings.hall"}
    django.setup()
    call_command("migrate", verbosity=0)
