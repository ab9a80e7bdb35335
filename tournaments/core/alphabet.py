"""In which order names stand: as in French lists, the same for pages, papers, files and the database."""

import re
import unicodedata

_WRITTEN_AS = str.maketrans(
    {"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ŧ": "t", "ı": "i"}
    | dict.fromkeys("ʼʻʹˈ’‘´′", "'")
)
_END, _GAP, _DIGIT = "0", "1", "2"
"""Before every letter in any database's order: the end of a text, the space of two words, a digit."""


def base_letters(text: str) -> str:
    """Small letters without accents, Œ as two letters: "Œuvré" is "oeuvre"."""
    if text.isascii():
        return text.casefold()
    spelt = unicodedata.normalize("NFKC", text).casefold().translate(_WRITTEN_AS)
    decomposed = unicodedata.normalize("NFKD", spelt)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def sort_key(*texts: str) -> str:
    """What to order names by, text by text and word by word: É with E, Œ as OE, Ł with L, hyphens as spaces.

    Accents part equal letters alone, the plain ones first. The key holds digits and small letters without
    accents, so that Python, SQLite and PostgreSQL under any collation order it alike.

    Args:
        texts: what names somebody, the weightiest first: the family name, the first name.

    Source:
        AFNOR NF Z 44-001 (alphabetical order, word by word).

    Example:
        >>> sorted(["Zürcher", "Ébert", "Œuvrard", "Edel", "Le Gall", "Leblanc"], key=sort_key)
        ['Ébert', 'Edel', 'Le Gall', 'Leblanc', 'Œuvrard', 'Zürcher']
    """
    letters = _END.join(_GAP.join(map(_digits_first, _words(text))) for text in texts)
    return f"{letters}{_END}{''.join(map(_accents, texts))}"


def _words(text: str) -> list[str]:
    return re.sub(r"[\W_]+", " ", base_letters(text)).split()


def _digits_first(word: str) -> str:
    return "".join(f"{_DIGIT}{letter}" if letter.isdigit() else letter for letter in word)


def _accents(text: str) -> str:
    """A digit for each letter: 1 for one with an accent or a sign of its own, else 0."""
    written = unicodedata.normalize("NFC", text.casefold())
    return "".join("01"[base_letters(letter) != letter] for letter in written if letter.isalpha())
