"""Transliteration for paper: letters that no installed font can draw are printed in Latin letters.

Our own fonts have every European script, Hebrew and Arabic; for others Pango takes a font of the machine,
where there is one.
"""

import unicodedata
from functools import cache, lru_cache
from importlib import import_module
from threading import Lock

from anyascii import anyascii
from django.contrib.staticfiles import finders

OUR_FONT = "fonts/EtuiSans-Regular.ttf"
UNKNOWN = "?"
_one_at_a_time = Lock()


def drawable(text: str) -> str:
    """The text with other letters in place of those that no font has: 王伟 becomes WangWei."""
    missing = undrawable(text)
    return text.translate({ord(letter): _instead(letter) for letter in missing}) if missing else text


def undrawable(text: str) -> frozenset[str]:
    """The letters of a text that no font has. One look at the fonts of the machine for each new letter."""
    return frozenset(
        letter for letter in set(text) if ord(letter) not in _our_letters() and not _is_on_machine(letter)
    )


def _instead(letter: str) -> str:
    """What is printed for a letter: its sound for a letter or a numeral, nothing for a mark, else "?"."""
    category = unicodedata.category(letter)
    if category[0] in "LN":
        return "".join(filter(str.isalnum, anyascii(letter))) or UNKNOWN
    return "" if category[0] in "MC" else UNKNOWN


@cache
def _our_letters() -> frozenset[int]:
    """Code points of our fonts, with the white space that no font needs to draw."""
    found = finders.find(OUR_FONT)
    fonts = import_module("fontTools.ttLib")
    letters = fonts.TTFont(found, lazy=True).getBestCmap() if isinstance(found, str) else {}
    return frozenset(letters) | frozenset(b"\t\n\r\f")


@lru_cache(maxsize=4096)  # of a million that people could write
def _is_on_machine(letter: str) -> bool:
    """Whether a font of the machine draws this letter, as Pango would choose it for a page."""
    libraries = import_module("weasyprint.text.ffi")
    written = letter.encode(errors="ignore")
    with _one_at_a_time:
        layout = _layout()
        libraries.pango.pango_layout_set_text(layout, written, len(written))
        return bool(libraries.pango.pango_layout_get_unknown_glyphs_count(layout) == 0)


@cache
def _layout() -> object:
    """A line of text of Pango's, kept until the program ends: freed at its end, it takes the program down."""
    libraries = import_module("weasyprint.text.ffi")
    libraries.ffi.cdef("int pango_layout_get_unknown_glyphs_count(PangoLayout *layout);")
    fonts = libraries.pangoft2.pango_ft2_font_map_new()
    context = libraries.pango.pango_font_map_create_context(fonts)
    layout: object = libraries.pango.pango_layout_new(context)
    return layout
