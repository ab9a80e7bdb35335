"""The system's libraries that draw text for WeasyPrint: whether they are there, and how to get them."""

import ctypes
import sys
from importlib import import_module

from django.utils.translation import gettext as _

LINUX_LIBRARIES = ("libgobject-2.0.so.0", "libpango-1.0.so.0", "libpangoft2-1.0.so.0", "libfontconfig.so.1")
DEBIAN_PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


def has_text_libraries() -> bool:
    """Return whether PDF documents can be drawn. It takes a second elsewhere than on Linux."""
    try:
        if sys.platform.startswith("linux"):
            for name in LINUX_LIBRARIES:
                ctypes.CDLL(name)
        else:
            # their names and folders there are WeasyPrint's own knowledge
            import_module("weasyprint")
    except OSError:
        return False
    return True


def text_libraries_advice() -> str:
    """Return what to type on this system to install the libraries."""
    if sys.platform == "darwin":
        return _("tapez « brew install pango » (Homebrew : brew.sh), puis relancez Étui")
    if sys.platform == "win32":
        return _(
            "installez MSYS2 (msys2.org), tapez-y « pacman -S mingw-w64-ucrt-x86_64-pango », "
            "puis relancez Étui"
        )
    return _("sur Debian ou Ubuntu, tapez « sudo apt install %(packages)s », puis relancez Étui") % {
        "packages": DEBIAN_PACKAGES
    }
