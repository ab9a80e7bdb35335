"""Names of people in lists: full names split in two, and comparison of two spellings."""

import re
from dataclasses import dataclass
from enum import StrEnum

from tournaments.core.alphabet import base_letters, is_one_letter_away
from tournaments.core.exchange.csv_text import clean_cell, simple_word

PARTICLES = frozenset(
    [
        "d",
        "de",
        "del",
        "della",
        "des",
        "di",
        "du",
        "l",
        "la",
        "las",
        "le",
        "les",
        "los",
        "van",
        "von",
        "der",
        "den",
        "ten",
        "ter",
        "zu",
        "da",
        "do",
        "dos",
        "y",
        "et",
    ]
)
"""Small words of family names, which many lists write in small letters before the capitals."""
LEAST_LETTERS = 5
"""Letters of a family name from which one may differ. Shorter ones are too often two names."""
_TITLE = re.compile(r"(?:m(?=\.)|mr|mme|mlle|monsieur|madame|mademoiselle)\b\.?\s+(?=\S)", re.IGNORECASE)
"""Form of address at the beginning of a name. "M" alone may be an initial."""
_NOTE = re.compile(r"[(\[][^()\[\]]*[)\]]")
"""Note in brackets: DUBOIS (invitée)."""
_SECOND_NAME = re.compile(r"\b(?:née?|nee|épouse|epouse|ép|ep|veuve|vve|dite?)\b\.?", re.IGNORECASE)
"""Word before a second family name: LEFEVRE née DUBOIS."""
_TWO_FIRST_NAMES = re.compile(r"[^\W\d_]\s*[&/+]\s*[^\W\d_]|\S\s+et\s+\S", re.IGNORECASE)
_LINE_START = re.compile(r"\s*(?:\d{1,3}\s*[.):/-]|[-–—•*·▪])?\s*")
"""Number or sign at the beginning of a line of a list."""
_NAME_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['’.-])*")
MOST_NAME_WORDS = 6
_NOT_LETTERS = re.compile(r"[\W_]+")


SMALL_WORDS = frozenset({"de", "du", "des", "d"})
"""Words of a name without a capital."""
_NAME_PARTS = re.compile(r"([\s'’-]+)")


class NameOrder(StrEnum):
    """Part of a full name that comes first, according to the title of its column."""

    LAST_FIRST = "full_name"
    FIRST_LAST = "full_name_first"
    UNKNOWN = "full_name_any"


@dataclass(frozen=True, slots=True)
class FullName:
    """A full name split in two."""

    last_name: str
    first_name: str
    is_certain: bool = True
    """False if the split is a guess."""


def without_title(text: str) -> str:
    """Return a name without a form of address.

    Example:
        >>> without_title("Mme DUPRÉ"), without_title("M. le Gall"), without_title("Mme")
        ('DUPRÉ', 'le Gall', 'Mme')
    """
    return _TITLE.sub("", text, count=1) if _TITLE.match(text) else text


def are_two_first_names(text: str) -> bool:
    """Return whether first names are those of two people: Jean et Marie, Luc / Anne."""
    return _TWO_FIRST_NAMES.search(text) is not None


def find_lone_name(line: str) -> str:
    """Return the full name in a line that has nothing else but a number or a sign before it, else "".

    Example:
        >>> find_lone_name("12. DE LA TOUR Anne"), find_lone_name("• Zoé DUPRÉ"), find_lone_name("Bonsoir,")
        ('DE LA TOUR Anne', 'Zoé DUPRÉ', '')
    """
    text = clean_cell(line)
    name = text[_LINE_START.match(text).end() :]  # type: ignore[union-attr]  # the pattern matches any text
    words = name.split()
    is_name = 2 <= len(words) <= MOST_NAME_WORDS and all(map(_NAME_WORD.fullmatch, words))
    return name if is_name else ""


def split_full_name(text: str, order: NameOrder = NameOrder.UNKNOWN) -> FullName:
    """Split a full name. Capitals are the family name; otherwise the order of the title decides.

    Two words are split with certainty if the title has an order. Longer names are a guess, unless a single
    word remains after the particles and the family name.

    Example:
        >>> split_full_name("de LA TOUR Anne-Marie").last_name, split_full_name("Zoé DUPRÉ").first_name
        ('de LA TOUR', 'Zoé')
    """
    last, comma, first = text.partition(",")
    if comma:
        return FullName(last.strip(), first.strip())
    words = text.split()
    if len(words) < 2:
        return FullName(text.strip(), "")
    capitals = [_is_in_capitals(word) for word in words]
    if any(capitals) and not all(capitals):
        return _split_by_capitals(words, capitals)
    # particles at the beginning belong to the family name: "de la Tour Anne"
    cut_place = 1 + next((place for place, word in enumerate(words) if simple_word(word) not in PARTICLES), 0)
    if order is NameOrder.FIRST_LAST:
        return FullName(" ".join(words[1:]), words[0], len(words) == 2)
    is_certain = order is NameOrder.LAST_FIRST and cut_place == len(words) - 1
    return FullName(
        " ".join(words[:cut_place]), " ".join(words[cut_place:]), is_certain and cut_place < len(words)
    )


def _split_by_capitals(words: list[str], capitals: list[bool]) -> FullName:
    """Split where the capitals begin or end. Particles before them belong to them."""
    first = capitals.index(True)
    last = len(capitals) - capitals[::-1].index(True)
    while first and simple_word(words[first - 1]) in PARTICLES:
        first -= 1
    is_unbroken = all(
        is_capital or simple_word(word) in PARTICLES
        for word, is_capital in zip(words[first:last], capitals[first:last], strict=True)
    )
    is_at_one_end = (first == 0) != (last == len(words))
    other_words = words[:first] + words[last:]
    return FullName(" ".join(words[first:last]), " ".join(other_words), is_unbroken and is_at_one_end)


def _is_in_capitals(word: str) -> bool:
    """Return True for a word of at least two capitals, with signs. An initial may be of either name."""
    return word.isupper() and sum(letter.isalpha() for letter in word) > 1


def lacks_capitals(name: str) -> bool:
    """Return whether a name is written in small letters alone."""
    return name == name.lower() and name != name.upper()


def with_capitals(name: str) -> str:
    """Return a name with a capital for each of its words, but for particles: de, du, des, d’.

    A name that has a capital stays as it is.

    Example:
        >>> with_capitals("jean-pierre"), with_capitals("d’artagnan"), with_capitals("de la tour")
        ('Jean-Pierre', 'd’Artagnan', 'de La Tour')
    """
    if not lacks_capitals(name):
        return name
    return "".join(
        part if part in SMALL_WORDS else part[:1].upper() + part[1:] for part in _NAME_PARTS.split(name)
    )


def may_be_one(last_name: str, first_name: str, other_last_name: str, other_first_name: str) -> bool:
    """Return whether two spellings may name one person.

    Both the family names and the first names must match. They are equal but for accents, hyphens and
    particles, or one is a part of the other (a double name, an added name of marriage, an initial). A family
    name may differ by one letter; a first name may not, because of Louis and Louise. Exchanged first and
    last names also match.
    """
    if is_same_family(last_name, other_last_name) and is_same_first(first_name, other_first_name):
        return True
    return bool(first_name and other_first_name) and (
        simple_word(last_name) == simple_word(other_first_name)
        and simple_word(first_name) == simple_word(other_last_name)
    )


def is_same_family(name: str, other_name: str) -> bool:
    """Return whether two family names may belong to one person."""
    word, other_word = simple_word(name), simple_word(other_name)
    if word == other_word or (
        min(len(word), len(other_word)) >= LEAST_LETTERS and is_one_letter_away(word, other_word)
    ):
        return True
    return is_part(name, other_name) or is_part(other_name, name)


def is_same_first(name: str, other_name: str) -> bool:
    """Return whether two first names may belong to one person. A blank one matches all, an initial many."""
    word, other_word = simple_word(name), simple_word(other_name)
    # a missing first name is no difference
    if not word or not other_word or word == other_word:
        return True
    return is_part(name, other_name, initials=True) or is_part(other_name, name, initials=True)


def may_have_new_name(first_name: str, other_first_name: str) -> bool:
    """Return whether a different family name may be one of marriage: the full first name is the same."""
    first = simple_word(first_name)
    return len(first) > 1 and first == simple_word(other_first_name)


def is_part(name: str, other_name: str, *, initials: bool = False) -> bool:
    """Return whether each word of a name is a word of the other name, or the initial of one."""
    words, other_words = _words(name), _words(other_name)
    if not words or not other_words:
        return False
    return all(
        word in other_words
        or (initials and len(word) == 1 and any(other_word.startswith(word) for other_word in other_words))
        for word in words
    )


def plain_spellings(last_name: str, first_name: str) -> frozenset[tuple[str, str]]:
    """Return the plain names inside a name with a second family name or a note; empty for a plain name.

    Both parts are without accents, case and signs.

    Example:
        >>> sorted(plain_spellings("LEFEVRE née DUBOIS", "Anne"))
        [('dubois', 'anne'), ('lefevre', 'anne')]
        >>> plain_spellings("DUBOIS", "Anne (invitée)")
        frozenset({('dubois', 'anne')})
    """
    notes = [note[1:-1] for note in _NOTE.findall(last_name)]
    families = _SECOND_NAME.split(_NOTE.sub(" ", last_name))
    families += [word for note in notes if _SECOND_NAME.match(note) for word in _SECOND_NAME.split(note)]
    first = simple_word(_NOTE.sub(" ", first_name))
    spellings = {(word, first) for family in families if (word := simple_word(family))}
    return frozenset(spellings - {(simple_word(last_name), simple_word(first_name))})


def sorted_words(text: str) -> tuple[str, ...]:
    """Return the words of a full name in order, without accents, case and signs, for comparison."""
    return tuple(sorted(_NOT_LETTERS.sub(" ", base_letters(text)).split()))


def _words(name: str) -> list[str]:
    words = _NOT_LETTERS.sub(" ", base_letters(name)).split()
    return [word for word in words if word not in PARTICLES] or words
