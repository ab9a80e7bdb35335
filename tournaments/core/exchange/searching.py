"""What a search looks into and for: words without accents, case or signs; the code of a player's card."""

import re
from collections.abc import Iterable

from tournaments.core.alphabet import base_letters
from tournaments.core.exchange.csv_text import simple_word

CODE_PREFIX = "ETUI:"
_CODE = re.compile(r"\s*ETUI\W*(\d{1,18})\s*", re.IGNORECASE | re.ASCII)


def search_key(texts: Iterable[str]) -> str:
    """Every word of the texts, with and without its signs, and every text as one word, each after a space.

    A search finds beginnings.

    Example:
        >>> search_key(["Le Gall", "Jean-Noël"])
        ' le gall legall jean noel jeannoel'
    """
    words: dict[str, None] = {}
    for text in texts:
        spelt = base_letters(text)
        parts = _words(re.sub(r"[^\w\s]", " ", spelt))
        words |= dict.fromkeys([*parts, *_words(spelt), simple_word(spelt)])
    return "".join(f" {word}" for word in words if word)


def search_words(written: str) -> list[str]:
    """Words that a key must hold the beginnings of; a number written in groups is one word.

    Example:
        >>> search_words("GALL jean-noël"), search_words("123 456")
        (['gall', 'jeannoel'], ['123456'])
    """
    words = _words(base_letters(written))
    return ["".join(words)] if words and all(word.isdecimal() for word in words) else words


def answers(key: str, written: str) -> bool:
    """Whether a key holds the beginnings of all words of a search; a blank search asks for everybody."""
    return all(f" {word}" in key for word in search_words(written))


def format_player_code(number: int) -> str:
    """What a card's barcode says of the person of this number in the register."""
    return f"{CODE_PREFIX}{number}"


def parse_player_code(written: str) -> int | None:
    """The number of a card's barcode, None for anything else; scanners may spoil the sign between."""
    found = _CODE.fullmatch(written)
    return int(found[1]) if found else None


def _words(text: str) -> list[str]:
    return [word for part in text.split() if (word := simple_word(part))]
