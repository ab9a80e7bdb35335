"""Print the missing Debian packages of this machine, one per line. `--dev` adds those of the tests.

Runs with the Python of the system before anything is installed: standard library only.
"""

import ctypes
import importlib.util
import shutil
import sys
from pathlib import Path

WHEELS = Path("/usr/share/python-wheels")


def has_library(name: str) -> bool:
    """Return whether the dynamic loader finds `name`."""
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def has_program(*names: str) -> bool:
    """Return whether one of `names` is a command of this machine."""
    return any(shutil.which(name) for name in names)


def has_postgresql() -> bool:
    """Return whether a PostgreSQL server is installed, in the folder of Debian or on the PATH."""
    return has_program("initdb") or any(Path("/usr/lib/postgresql").glob("*/bin/initdb"))


def has_pip() -> bool:
    """Return whether an environment can get pip: by ensurepip, or by Debian's wheel for its own Python."""
    return importlib.util.find_spec("ensurepip") is not None or any(WHEELS.glob("pip-*.whl"))


def missing(*, dev: bool) -> list[str]:
    """Return the names of missing Debian packages in a fixed order."""
    needs = {
        "python3-pip-whl": has_pip(),
        "libpango-1.0-0": has_library("libpango-1.0.so.0"),
        "libpangoft2-1.0-0": has_library("libpangoft2-1.0.so.0"),
        "libharfbuzz-subset0": has_library("libharfbuzz-subset.so.0"),
    }
    if dev:
        needs |= {
            "postgresql": has_postgresql(),
            "redis-server": has_program("redis-server"),
            "chromium-headless-shell": has_program("chromium-headless-shell", "chromium"),
            "libatomic1": has_library("libatomic.so.1"),
            "poppler-utils": has_program("pdftoppm"),
            "gettext": has_program("xgettext"),
        }
    return [package for package, is_there in needs.items() if not is_there]


if __name__ == "__main__":
    print(*missing(dev="--dev" in sys.argv[1:]), sep="\n")
