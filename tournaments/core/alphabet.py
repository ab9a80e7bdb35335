"""Alphabetical order of names, as in French lists. Pages, papers, files and the database share it."""

import re
import unicodedata

# letters that Unicode does not decompose into a base letter and an accent, and signs used as apostrophes
_SPELLINGS = str.maketrans(
    {"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ŧ": "t", "ı": "i"}
    | dict.fromkeys("ʼʻʹˈ’‘´′", "'")
)
_END, _GAP, _DIGIT = "0", "1", "2"
"""Signs that sort before every letter in any database: end of a text, space between two words, number."""
MOST_DIGITS = 9
"""Largest number of digits by which numbers are ordered; longer ones follow in the order of their digits."""


def base_letters(text: str) -> str:
    """Return the text in small letters without accents: "Œuvré" becomes "oeuvre"."""
    if text.isascii():
        return text.casefold()
    respelt_text = unicodedata.normalize("NFKC", text).casefold().translate(_SPELLINGS)
    decomposed_text = unicodedata.normalize("NFKD", respelt_text)
    return "".join(letter for letter in decomposed_text if not unicodedata.combining(letter))


def sort_key(*texts: str) -> str:
    """Return the text by which names are ordered, word by word: É as E, Œ as OE, Ł as L, hyphens as spaces.

    Numbers are ordered by value, so that "Équipe 10" follows "Équipe 9". Accents decide between equal letters
    only, and the plain letter comes first. The key holds digits and small letters without accents, so that
    Python, SQLite and PostgreSQL order it alike under any collation.

    Args:
        texts: the names of one person, the most important first: family name, then first name.

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
    return re.sub(r"\d+", _number_key, word)


def _number_key(match: re.Match[str]) -> str:
    """Return a number so that it sorts by its value: after its sign the number of its digits."""
    digits = match[0].lstrip("0") or "0"
    return f"{_DIGIT}{min(len(digits), MOST_DIGITS)}{digits}"


def _accents(text: str) -> str:
    """Return a digit for each letter: 1 for a letter with an accent or a special letter such as œ, else 0."""
    composed_text = unicodedata.normalize("NFC", text.casefold())
    return "".join("01"[base_letters(letter) != letter] for letter in composed_text if letter.isalpha())


def is_one_letter_away(word: str, other_word: str) -> bool:
    """Return whether two words differ by one letter only.

    A letter is added, missing or replaced, or two neighbours are exchanged.
    """
    if word == other_word or abs(len(word) - len(other_word)) > 1:
        return False
    pairs = enumerate(zip(word, other_word, strict=False))
    start = next((place for place, (letter, other_letter) in pairs if letter != other_letter), None)
    # all letters of the shorter word agree: at most one is added at the end
    if start is None:
        return True
    tail, other_tail = word[start:], other_word[start:]
    swapped_tail = tail[1:2] + tail[:1] + tail[2:]
    is_shorter, is_longer, is_replaced = (
        tail == other_tail[1:],
        tail[1:] == other_tail,
        tail[1:] == other_tail[1:],
    )
    return is_shorter or is_longer or is_replaced or swapped_tail == other_tail
