"""Public names of people: in full, shortened, or a number instead."""

import re
import unicodedata
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache

PERSON_NAME_LENGTH = 80
"""Largest number of characters of a family name, and of a first name."""
LICENCE_LENGTH = 20
"""Largest number of characters of a licence number."""
SHORTEST_CUT = 3
"""Least number of letters that identify a name cut off at the end of a text."""
GROWN_UP = 18
"""Last age, in years, at which a person may be under age. A birth year alone leaves the birthday open."""


class NameStyle(StrEnum):
    """Form in which the public sees a name."""

    FULL = "full"
    SHORT = "short"
    NUMBER = "number"


def is_minor(birth_year: int | None, year: int) -> bool:
    """Return whether a person may be under age in a year. Without a year of birth they count as adult."""
    # a birth year alone: the birthday may still come, so 18 counts as under age
    return birth_year is not None and year - birth_year <= GROWN_UP


def style_of(*, consents: bool, is_minor: bool, is_withheld: bool, is_erased: bool) -> NameStyle:
    """Return the form in which a person is named in public (docs/decisions/0020).

    Args:
        consents: consent to the full name; for a minor, consent of the parents to a shortened name.
        is_withheld: the club gives a number, not a shortened name, to people without consent.
    """
    if is_erased or (is_minor and not consents):
        return NameStyle.NUMBER
    if is_minor:
        return NameStyle.SHORT
    if consents:
        return NameStyle.FULL
    return NameStyle.NUMBER if is_withheld else NameStyle.SHORT


def short_name(first_name: str, last_name: str) -> str:
    """Return a name such as "Anne D.", or "D." without a first name."""
    return f"{first_name} {last_name[:1].upper()}.".strip()


_MARKS = "[\u0300-\u036f]*"
"""Pattern of the accents behind a letter, which Unicode (NFD) writes as characters of their own."""
_LIGATURES = {"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss"}
_SPACES = re.compile("[\\s'’-]+")


def replace_name(text: str, name: str, replacement: str) -> str:
    """Return the text with `replacement` for each whole occurrence of a name, not inside longer words.

    Case, accents, ligatures, hyphens and apostrophes make no difference: "LEBOEUF-MARTIN" is "Lebœuf Martin".
    """
    return _replace(text, (name,), replacement)


def erase_texts(value: object, texts: Iterable[str], replacement: str) -> object:
    """Return a JSON value with `replacement` for each whole occurrence of the texts, also in keys.

    Args:
        texts: the texts to erase; blank ones are ignored.
    """
    # the longest first: a shorter text may be part of it
    longest_first = tuple(sorted(filter(None, texts), key=len, reverse=True))
    if isinstance(value, str):
        return _replace(value, longest_first, replacement)
    if isinstance(value, dict):
        return {
            erase_texts(key, longest_first, replacement): erase_texts(part, longest_first, replacement)
            for key, part in value.items()
        }
    if isinstance(value, list):
        return [erase_texts(part, longest_first, replacement) for part in value]
    return value


def erase_cut(text: str, texts: Iterable[str], replacement: str, limit: int) -> str:
    """Return the text with `replacement` for a name at its end that the column limit cut off."""
    # shorter than the column: nothing was cut off
    if len(text) < limit:
        return text
    for name in texts:
        for length in range(len(name) - 1, SHORTEST_CUT - 1, -1):
            if text.casefold().endswith(name[:length].casefold()):
                return text[:-length] + replacement[:length]
    return text


def blank_texts(value: object) -> object:
    """Return a JSON value in which each text is empty. Numbers, truth values and keys stay."""
    if isinstance(value, dict):
        return {key: blank_texts(part) for key, part in value.items()}
    if isinstance(value, list):
        return [blank_texts(part) for part in value]
    return "" if isinstance(value, str) else value


def _replace(text: str, names: tuple[str, ...], replacement: str) -> str:
    pattern = _pattern_of(names)
    if pattern is None:
        return text
    replaced_text, count = pattern.subn(lambda _match: replacement, unicodedata.normalize("NFD", text))
    # without a match the text stays as it was stored, not normalised
    return unicodedata.normalize("NFC", replaced_text) if count else text


@lru_cache(maxsize=64)
def _pattern_of(names: tuple[str, ...]) -> re.Pattern[str] | None:
    loose = [_loose(name) for name in names if name.strip()]
    if not loose:
        return None
    return re.compile(rf"(?<!\w)(?:{'|'.join(loose)})(?![\w\u0300-\u036f])", re.IGNORECASE)


def _loose(name: str) -> str:
    """Return an expression that matches a name in NFD with any accents, ligatures and spaces."""
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
