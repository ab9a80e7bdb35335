"""Source files of static files, for code that draws with them."""

from pathlib import Path

from django.contrib.staticfiles import finders


def find_static_file(name: str) -> Path:
    """Return the source of a static file such as "css/print/base.css".

    Raises:
        FileNotFoundError: for an unknown name.
    """
    path = finders.find(name)
    if path is None:
        raise FileNotFoundError(name)
    return Path(path).resolve()
