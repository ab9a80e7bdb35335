"""A machine without the libraries that draw text."""

import ctypes

import cffi

LIBRARIES = ("pango", "gobject")


class NoPango(ctypes.CDLL):
    """A loader of libraries that does not find them."""

    def __init__(self, name, *rest, **named):
        refuse(name)
        super().__init__(name, *rest, **named)


def refuse(name):
    if name and any(library in str(name) for library in LIBRARIES):
        raise OSError(f"cannot load library {name!r}")


def opening(self, name, *rest):
    refuse(name)
    return usual(self, name, *rest)


usual = cffi.FFI.dlopen
cffi.FFI.dlopen = opening
ctypes.CDLL = NoPango
