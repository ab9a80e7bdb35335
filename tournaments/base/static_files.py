"""Static files as the project holds them, for what draws with them."""

from pathlib import Path

from django.contrib.staticfiles import finders


def find_static_file(name: str) -> Path:
    """The source of a static file, "css/print/base.css".

    Raises:
        FileNotFoundError: there is none of that name.
    """
    found = finders.find(name)
    if found is None:
        raise FileNotFoundError(name)
    return Path(found).resolve()
