"""How somebody is named in public: in full, shortened, or by a number."""

import re
from collections.abc import Iterable
from enum import StrEnum

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


def replace_name(text: str, name: str, shown: str) -> str:
    """A text with `shown` wherever the name stands whole, in any case: "Durand" is not in "Durande"."""
    return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _found: shown, text, flags=re.IGNORECASE)


def erase_texts(value: object, texts: Iterable[str], shown: str) -> object:
    """A plain JSON value with `shown` wherever one of the texts stands whole, in its keys, too.

    Args:
        texts: what is to go; blank ones are passed over.
    """
    if isinstance(value, str):
        for text in sorted(filter(None, texts), key=len, reverse=True):
            value = replace_name(value, text, shown)
        return value
    wanted = tuple(texts)
    if isinstance(value, dict):
        return {
            erase_texts(key, wanted, shown): erase_texts(part, wanted, shown) for key, part in value.items()
        }
    if isinstance(value, list):
        return [erase_texts(part, wanted, shown) for part in value]
    return value
