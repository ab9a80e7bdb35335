"""Transliteration for paper: letters without an installed font are printed in Latin letters.

Our own fonts have every European script, Hebrew and Arabic. For other scripts Pango uses a font of the
machine, if there is one.
"""

import unicodedata
from functools import cache, lru_cache
from importlib import import_module
from threading import Lock

from anyascii import anyascii
from django.contrib.staticfiles import finders

OUR_FONT = "fonts/EtuiWorld-Regular.ttf"
"""The font behind all others, which has every letter of ours."""
UNKNOWN = "?"
LEFT_TO_RIGHT = "\u200e"
"""Mark without width behind which figures are written from left to right."""
_one_at_a_time = Lock()


def drawable(text: str) -> str:
    """Return the text with Latin letters in place of letters without a font: 王伟 becomes WangWei."""
    missing_letters = undrawable(text)
    return (
        text.translate({ord(letter): _replacement(letter) for letter in missing_letters})
        if missing_letters
        else text
    )


def undrawable(text: str) -> frozenset[str]:
    """Return the letters of a text without a font. Each new letter costs a look-up in the machine's fonts."""
    return frozenset(
        letter for letter in set(text) if ord(letter) not in _our_letters() and not _is_on_machine(letter)
    )


def _replacement(letter: str) -> str:
    """Return the Latin sound of a letter or numeral, "" for a mark, "?" for other signs."""
    category = unicodedata.category(letter)
    # Unicode categories: letters (L) and numerals (N); marks (M) and control characters (C) below
    if category[0] in "LN":
        return "".join(filter(str.isalnum, anyascii(letter))) or UNKNOWN
    return "" if category[0] in "MC" else UNKNOWN


@cache
def _our_letters() -> frozenset[int]:
    """Return the code points of our fonts, and blanks and marks of direction, which need no font."""
    path = finders.find(OUR_FONT)
    fonts = import_module("fontTools.ttLib")
    letters = fonts.TTFont(path, lazy=True).getBestCmap() if isinstance(path, str) else {}
    return frozenset(letters) | frozenset(b"\t\n\r\f") | {ord(LEFT_TO_RIGHT)}


@lru_cache(maxsize=4096)  # people could write a million different letters
def _is_on_machine(letter: str) -> bool:
    """Return whether a font of the machine has this letter. Pango chooses as for a page."""
    try:
        libraries = import_module("weasyprint.text.ffi")
    except OSError:
        # without Pango papers are printed by the browser, which has fonts of its own
        return True
    encoded_letter = letter.encode(errors="ignore")
    # all threads share one layout
    with _one_at_a_time:
        layout = _layout()
        libraries.pango.pango_layout_set_text(layout, encoded_letter, len(encoded_letter))
        return bool(libraries.pango.pango_layout_get_unknown_glyphs_count(layout) == 0)


@cache  # freed at the end of the program, the layout would crash it
def _layout() -> object:
    """Return a line of text of Pango's."""
    libraries = import_module("weasyprint.text.ffi")
    libraries.ffi.cdef("int pango_layout_get_unknown_glyphs_count(PangoLayout *layout);")
    fonts = libraries.pangoft2.pango_ft2_font_map_new()
    context = libraries.pango.pango_font_map_create_context(fonts)
    layout: object = libraries.pango.pango_layout_new(context)
    return layout
