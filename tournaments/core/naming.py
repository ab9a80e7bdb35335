"""How somebody is named in public: in full, shortened, or by a number."""

import re
import unicodedata
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache

SHORTEST_CUT = 3
"""Letters of a name that was cut off which still tell whose it is."""
GROWN_UP = 18
"""Years; a year of birth alone tells them only once the year of the birthday is over."""


class NameStyle(StrEnum):
    """How a name is written for everybody."""

    FULL = "full"
    SHORT = "short"
    NUMBER = "number"


def is_minor(birth_year: int | None, year: int) -> bool:
    """Whether somebody may still be under age in a year; who tells no year of birth counts as grown up."""
    return birth_year is not None and year - birth_year <= GROWN_UP


def style_of(*, consents: bool, is_minor: bool, is_withheld: bool, is_erased: bool) -> NameStyle:
    """How somebody is named in public (docs/decisions/0020).

    Args:
        consents: to be named in full; for a minor, the parents to a shortened name.
        is_withheld: the club gives a number to those who do not consent, instead of a shortened name.
    """
    if is_erased or (is_minor and not consents):
        return NameStyle.NUMBER
    if is_minor:
        return NameStyle.SHORT
    if consents:
        return NameStyle.FULL
    return NameStyle.NUMBER if is_withheld else NameStyle.SHORT


def short_name(first_name: str, last_name: str) -> str:
    """ "Anne D.", "D." without a first name."""
    return f"{first_name} {last_name[:1].upper()}.".strip()


_MARKS = "[\u0300-\u036f]*"
"""Accents behind a letter, as Unicode writes them apart."""
_LIGATURES = {"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss"}
_SPACES = re.compile("[\\s'’-]+")


def replace_name(text: str, name: str, shown: str) -> str:
    """Return a text with `shown` wherever the name stands whole: "Durand" is not in "Durande".

    Case, accents, ligatures, hyphens and apostrophes make no difference: "LEBOEUF-MARTIN" is "Lebœuf Martin".
    """
    return _replace(text, (name,), shown)


def erase_texts(value: object, texts: Iterable[str], shown: str) -> object:
    """Return a plain JSON value with `shown` wherever one of the texts stands whole, in its keys, too.

    Args:
        texts: what is to go; blank ones are passed over.
    """
    wanted = tuple(sorted(filter(None, texts), key=len, reverse=True))
    if isinstance(value, str):
        return _replace(value, wanted, shown)
    if isinstance(value, dict):
        return {
            erase_texts(key, wanted, shown): erase_texts(part, wanted, shown) for key, part in value.items()
        }
    if isinstance(value, list):
        return [erase_texts(part, wanted, shown) for part in value]
    return value


def erase_cut(text: str, texts: Iterable[str], shown: str, limit: int) -> str:
    """Return a text with `shown` in place of a name that the limit of the column has cut off at its end."""
    if len(text) < limit:
        return text
    for name in texts:
        for length in range(len(name) - 1, SHORTEST_CUT - 1, -1):
            if text.casefold().endswith(name[:length].casefold()):
                return text[:-length] + shown[:length]
    return text


def blank_texts(value: object) -> object:
    """Return a plain JSON value without a text; numbers, truth values and keys stay."""
    if isinstance(value, dict):
        return {key: blank_texts(part) for key, part in value.items()}
    if isinstance(value, list):
        return [blank_texts(part) for part in value]
    return "" if isinstance(value, str) else value


def _replace(text: str, names: tuple[str, ...], shown: str) -> str:
    pattern = _pattern_of(names)
    if pattern is None:
        return text
    changed, count = pattern.subn(lambda _match: shown, unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFC", changed) if count else text


@lru_cache(maxsize=64)
def _pattern_of(names: tuple[str, ...]) -> re.Pattern[str] | None:
    loose = [_loose(name) for name in names if name.strip()]
    if not loose:
        return None
    return re.compile(rf"(?<!\w)(?:{'|'.join(loose)})(?![\w\u0300-\u036f])", re.IGNORECASE)


def _loose(name: str) -> str:
    """Return an expression for a name in NFD, however its letters and spaces are written."""
    for ligature, letters in _LIGATURES.items():
        name = name.replace(ligature, letters)
    plain = "".join(
        letter for letter in unicodedata.normalize("NFD", name) if not unicodedata.combining(letter)
    )
    words = [
        "".join(f"{re.escape(letter)}{_MARKS}" for letter in word) for word in _SPACES.split(plain) if word
    ]
    expression = _SPACES.pattern.join(words)
    for ligature in ("œ", "æ"):
        pair = "".join(f"{letter}{_MARKS}" for letter in _LIGATURES[ligature])
        expression = re.sub(re.escape(pair), f"(?:{pair}|{ligature})", expression, flags=re.IGNORECASE)
    return expression
