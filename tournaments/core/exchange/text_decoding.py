"""Decoder for text files of unknown encoding. It weighs the letters and words of each possible encoding."""

import codecs
import html
import re
from collections.abc import Collection, Iterator

REPLACED = "\ufffd"
"""Character for a byte that does not exist in the encoding."""
OLD_ENCODINGS = ("cp1252", "cp850", "mac_roman")
"""Encodings of one byte per letter: Windows, "CSV (MS-DOS)", "CSV (Macintosh)". The first wins a tie."""
END_OF_DOS_FILE = b"\x1a"
"""Byte that programs of DOS write after the text."""
SAMPLE = 200_000
"""Number of bytes that are weighed to choose an encoding."""
_FRENCH = frozenset("àâäçéèêëîïôöùûüÿœæÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸŒÆ")
_TYPED = frozenset("’°«»–— €…“”‘•©®²\u00a0")
"""Characters outside ASCII that people type between words."""
_TWICE_ENCODED = "’°\u00a0"
"""Characters, beside letters, that are repaired where they were encoded twice: "NÂ°" is "N°"."""
_WORD = re.compile(r"[^\s;,|\t\"'’()/.:-]+")
_OTHERS = re.compile(r"[^\x00-\x7f]+")
_NUMBERED_LETTER = re.compile(
    r"&#(?:\d{2,6}|[xX][0-9a-fA-F]{2,5});|&[A-Za-z]{1,6}(?:acute|grave|circ|uml|cedil|lig);"
)
_LATIN_9_SIGN = re.compile(r"(?<=[^\W\d_])[½¼]|[½¼](?=[uU])")
"""Signs of Windows-1252 at the places of œ and Œ in Latin-9 ("EURO" in LibreOffice), where letters belong.

"S½ur" is "Sœur", but "1½ h" stays.
"""
_QUOTE = '"'


def decode_text(content: bytes, known_words: Collection[str] = ()) -> str:
    """Return the text of a file from any program. Never fail.

    UTF-8 and UTF-16, with and without BOM, are certain. Otherwise Windows-1252 (with the œ of Latin-9),
    MS-DOS 850 or Mac Roman is chosen, by the French letters and the known words in the text. Text that was
    encoded twice ("LefÃ¨vre") and letters written as entities ("&#233;") are repaired. Bytes that do not
    exist in the encoding become `REPLACED`. The mark at the end of a DOS file is left out.

    Args:
        known_words: words in small letters that count for an encoding if they stand between two separators.
    """
    return _letters_of_entities(_encoded_once(_decoded(content, known_words)))


def _decoded(content: bytes, known_words: Collection[str]) -> str:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", errors="replace")
    if wide := _wide_encoding(content):
        return content.decode(wide, errors="replace")
    content = content.rstrip(END_OF_DOS_FILE)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    sample = content[:SAMPLE]
    best = max(OLD_ENCODINGS, key=lambda name: _weight(_old_text(sample, name), known_words))
    return _old_text(content, best)


def _old_text(content: bytes, encoding: str) -> str:
    """Return the text in an old encoding. Windows-1252 stands for Latin-9, too."""
    text = content.decode(encoding, errors="replace")
    if encoding != "cp1252":
        return text
    return _LATIN_9_SIGN.sub(lambda sign: "œ" if sign[0] == "½" else "Œ", text)


def _wide_encoding(content: bytes) -> str:
    """Return the byte order of UTF-16 without BOM, or "" for any other text."""
    # in UTF-16 every second byte of Latin text is 0
    sample = content[:400]
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    most = len(sample) // 2 * 0.7
    if len(sample) < 8 or len(content) % 2:
        return ""
    return "utf-16-le" if odd > most and not even else "utf-16-be" if even > most and not odd else ""


def _weight(text: str, known_words: Collection[str]) -> int:
    """Return how much a text looks like French. The encoding with the highest weight is the likeliest."""
    cells = re.split(r"[;,|\t\r\n\"]+", text[:4000].casefold())
    # a known title weighs more than several odd letters
    word_weight = sum(10 for cell in cells if cell.strip() in known_words)
    return word_weight + sum(_weight_of(word) for word in _WORD.findall(text) if not word.isascii())


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
    """Repair UTF-8 that a program read in an older encoding: "Ã©" is "é"."""
    for encoding in OLD_ENCODINGS:
        text = _OTHERS.sub(lambda match, name=encoding: _decode_again(match[0], name), text)  # type: ignore[misc]
    return text


def _decode_again(letters: str, encoding: str) -> str:
    if len(letters) < 2:
        return letters
    try:
        decoded = b"".join(_byte(letter, encoding) for letter in letters).decode("utf-8")
    except UnicodeError:
        return letters
    # other results are chance: the letters stay as they are
    return decoded if _FRENCH.union(_TWICE_ENCODED).issuperset(decoded) else letters


def _byte(letter: str, encoding: str) -> bytes:
    """Return the byte that was read as a letter. Programs keep bytes that an encoding leaves free."""
    try:
        return letter.encode(encoding)
    except UnicodeEncodeError:
        return letter.encode("latin-1")


def _letters_of_entities(text: str) -> str:
    """Replace the entities of web pages by letters. Their `;` must not be read as a separator."""

    def letter(match: re.Match[str]) -> str:
        character = html.unescape(match[0])
        # a quote would end the cell
        return match[0] if character == _QUOTE or not character.isprintable() else character

    return _NUMBERED_LETTER.sub(letter, text)
