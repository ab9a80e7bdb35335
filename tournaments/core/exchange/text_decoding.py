"""Bytes of a text file to text: the encoding is chosen by the letters and the words that it gives."""

import codecs
import html
import re
from collections.abc import Collection, Iterator

REPLACED = "\ufffd"
"""What a byte that the encoding does not know becomes."""
OLD_ENCODINGS = ("cp1252", "cp850", "mac_roman")
"""Encodings of one byte a letter: Windows, "CSV (MS-DOS)", "CSV (Macintosh)". The first wins a tie."""
SAMPLE = 200_000
"""Bytes that are weighed to choose an encoding."""
_FRENCH = frozenset("àâäçéèêëîïôöùûüÿœæÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸŒÆ")
_TYPED = frozenset("’°«»–— €…“”‘•©®²\u00a0")
"""Signs of other than ASCII that people type between words."""
_TWICE_ENCODED = "’°\u00a0"
"""Signs that are put right where they were encoded twice, beside letters: "NÂ°" is "N°"."""
_WORD = re.compile(r"[^\s;,|\t\"'’()/.:-]+")
_OTHERS = re.compile(r"[^\x00-\x7f]+")
_NUMBERED_LETTER = re.compile(
    r"&#(?:\d{2,6}|[xX][0-9a-fA-F]{2,5});|&[A-Za-z]{1,6}(?:acute|grave|circ|uml|cedil|lig);"
)
_QUOTE = '"'


def decode_text(content: bytes, known_words: Collection[str] = ()) -> str:
    """Return the text of a file, whatever program wrote it; never fails.

    UTF-8 and UTF-16, with and without BOM, are certain; else Windows-1252, MS-DOS 850 or Mac Roman is chosen
    by the French letters and the known words that it gives. Text that was encoded twice ("LefÃ¨vre") and
    letters written as entities ("&#233;") are put right. What an encoding does not know becomes `REPLACED`.

    Args:
        known_words: in small letters; each that stands between two separators speaks for its encoding.
    """
    return _letters_of_entities(_encoded_once(_decoded(content, known_words)))


def _decoded(content: bytes, known_words: Collection[str]) -> str:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", errors="replace")
    if wide := _wide_encoding(content):
        return content.decode(wide, errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    sample = content[:SAMPLE]
    best = max(OLD_ENCODINGS, key=lambda name: _weight(sample.decode(name, errors="replace"), known_words))
    return content.decode(best, errors="replace")


def _wide_encoding(content: bytes) -> str:
    """Return the byte order of UTF-16 without BOM, "" for any other text: every second byte is 0."""
    sample = content[:400]
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    most = len(sample) // 2 * 0.7
    if len(sample) < 8 or len(content) % 2:
        return ""
    return "utf-16-le" if odd > most and not even else "utf-16-be" if even > most and not odd else ""


def _weight(text: str, known_words: Collection[str]) -> int:
    """Return how much a text looks like French: the higher, the likelier is its encoding."""
    cells = re.split(r"[;,|\t\r\n\"]+", text[:4000].casefold())
    known = sum(10 for cell in cells if cell.strip() in known_words)
    return known + sum(_weight_of(word) for word in _WORD.findall(text) if not word.isascii())


def _weight_of(word: str) -> int:
    return sum(_letter_weights(word))


def _letter_weights(word: str) -> Iterator[int]:
    for place, letter in enumerate(word):
        if letter.isascii():
            continue
        earlier = word[place - 1] if place else ""
        if not letter.isalpha():
            yield -1 if letter in _TYPED and len(word) == 1 else -4
        elif letter.isupper() and earlier.islower():
            yield -3  # "LefŠvre", "RenÄ": no name has a capital there
        elif letter.islower() and not earlier and len(word) > 1:
            yield -1  # names begin with a capital
        else:
            yield 2 if letter in _FRENCH else -1


def _encoded_once(text: str) -> str:
    """Undo what a program did that took UTF-8 for an older encoding: "Ã©" is "é"."""
    for encoding in OLD_ENCODINGS:
        text = _OTHERS.sub(lambda found, name=encoding: _undone(found[0], name), text)  # type: ignore[misc]
    return text


def _undone(letters: str, encoding: str) -> str:
    if len(letters) < 2:
        return letters
    try:
        decoded = b"".join(_byte(letter, encoding) for letter in letters).decode("utf-8")
    except UnicodeError:
        return letters
    return decoded if _FRENCH.union(_TWICE_ENCODED).issuperset(decoded) else letters


def _byte(letter: str, encoding: str) -> bytes:
    """Return the byte that was read as a letter: programs keep those that an encoding leaves free."""
    try:
        return letter.encode(encoding)
    except UnicodeEncodeError:
        return letter.encode("latin-1")


def _letters_of_entities(text: str) -> str:
    """Write letters for the entities of web pages before the text is cut: their `;` is no separator."""

    def letter(found: re.Match[str]) -> str:
        said = html.unescape(found[0])
        return found[0] if said == _QUOTE or not said.isprintable() else said

    return _NUMBERED_LETTER.sub(letter, text)
