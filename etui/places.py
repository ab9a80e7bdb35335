"""Places of an installed Étui, and the commands that its sentences name.

The wheel has the site in `etui/site`, with the folders of the checkout. A checkout has no such folder.
"""

import sys
from pathlib import Path

from platformdirs import user_data_path

SITE = Path(__file__).with_name("site")
"""Folder of the site in a wheel."""
PORTABLE = "etui-data"
"""Name of the folder for data beside the program, for example on a USB stick."""


def is_installed() -> bool:
    """Return whether this is the program of a wheel, not that of a checkout."""
    return SITE.is_dir()


def data_folder() -> Path:
    """Return the folder for data of an installed program, which may be absent.

    It is PORTABLE beside the Python environment if that folder exists, otherwise the platform's own.
    """
    beside = Path(sys.prefix).parent / PORTABLE
    return beside if beside.is_dir() else user_data_path("etui", appauthor=False)


def command_text(words: str) -> str:
    """Return what a person types for a management command.

    >>> command_text("restore FILE")
    '.venv/bin/python manage.py restore FILE'
    """
    return f"etui {words}" if is_installed() else f".venv/bin/python manage.py {words}"


def elsewhere_text() -> str:
    """Return what a person types to start with data in another folder."""
    return "etui --data ~/etui serve" if is_installed() else "ETUI_VAR_DIR=~/etui script/server"


def own_command(*words: str) -> list[str]:
    """Return the command line of another process of this program. Its folder must be that of the site."""
    return [sys.executable, "-m", "etui", *words]
