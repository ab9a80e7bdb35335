"""Search for people by words without accents, case or signs, or by the code of a player's card."""

import re
from collections.abc import Iterable

from tournaments.core.alphabet import base_letters
from tournaments.core.exchange.csv_text import simple_word

CODE_PREFIX = "ETUI:"
_CODE = re.compile(r"\s*ETUI\W*(\d{1,18})\s*", re.IGNORECASE | re.ASCII)


def search_key(texts: Iterable[str]) -> str:
    """Return each word of the texts, with and without its signs, and each text as one word.

    Each word comes after a space, so that a search finds beginnings of words.

    Example:
        >>> search_key(["Le Gall", "Jean-Noël"])
        ' le gall legall jean noel jeannoel'
    """
    words: dict[str, None] = {}
    for text in texts:
        spelt = base_letters(text)
        # signs split words here, and are dropped from them in the next line
        parts = _words(re.sub(r"[^\w\s]", " ", spelt))
        words |= dict.fromkeys([*parts, *_words(spelt), simple_word(spelt)])
    return "".join(f" {word}" for word in words if word)


def search_words(query: str) -> list[str]:
    """Return the words of a query. A key must contain the beginnings of all of them.

    A number that is written in groups is one word.

    Example:
        >>> search_words("GALL jean-noël"), search_words("123 456")
        (['gall', 'jeannoel'], ['123456'])
    """
    words = _words(base_letters(query))
    return ["".join(words)] if words and all(word.isdecimal() for word in words) else words


def answers(key: str, query: str) -> bool:
    """Return whether a key contains the beginnings of all words of a query.

    A blank query matches all keys.
    """
    return all(f" {word}" in key for word in search_words(query))


def format_player_code(number: int) -> str:
    """Return the text in the barcode of a person's card.

    Args:
        number: number of the person in the register.
    """
    return f"{CODE_PREFIX}{number}"


def parse_player_code(text: str) -> int | None:
    """Return the number in a card's barcode, None for any other text.

    Scanners may change the sign between prefix and number.
    """
    match = _CODE.fullmatch(text)
    return int(match[1]) if match else None


def _words(text: str) -> list[str]:
    return [word for part in text.split() if (word := simple_word(part))]
