"""Names of people as lists write them: whole names cut in two, and whether two names may be one person's."""

import re
from dataclasses import dataclass
from enum import StrEnum

from tournaments.core.alphabet import base_letters
from tournaments.core.exchange.csv_text import simple_word
from tournaments.core.exchange.duplicates import is_one_letter_away

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
"""Letters of a family name that may differ by one: shorter ones are too often two names."""
_NOT_LETTERS = re.compile(r"[\W_]+")


class NameOrder(StrEnum):
    """Which part of a whole name comes first, as the title of its column says."""

    LAST_FIRST = "full_name"
    FIRST_LAST = "full_name_first"
    UNKNOWN = "full_name_any"


@dataclass(frozen=True, slots=True)
class FullName:
    """A whole name cut in two."""

    last_name: str
    first_name: str
    is_certain: bool = True
    """False where the cut is a guess."""


def split_full_name(text: str, order: NameOrder = NameOrder.UNKNOWN) -> FullName:
    """Cut a whole name: capitals are the family name; else the order of the title decides between two words.

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
        return _cut_by_capitals(words, capitals)
    where = 1 + next((place for place, word in enumerate(words) if simple_word(word) not in PARTICLES), 0)
    if order is NameOrder.FIRST_LAST:
        return FullName(" ".join(words[1:]), words[0], len(words) == 2)
    is_certain = order is NameOrder.LAST_FIRST and where == len(words) - 1
    return FullName(" ".join(words[:where]), " ".join(words[where:]), is_certain and where < len(words))


def _cut_by_capitals(words: list[str], capitals: list[bool]) -> FullName:
    """Cut where the capitals begin or end; particles before them belong to them."""
    first = capitals.index(True)
    last = len(capitals) - capitals[::-1].index(True)
    while first and simple_word(words[first - 1]) in PARTICLES:
        first -= 1
    inside = all(
        is_capital or simple_word(word) in PARTICLES
        for word, is_capital in zip(words[first:last], capitals[first:last], strict=True)
    )
    is_at_one_end = (first == 0) != (last == len(words))
    rest = words[:first] + words[last:]
    return FullName(" ".join(words[first:last]), " ".join(rest), inside and is_at_one_end)


def _is_in_capitals(word: str) -> bool:
    """True for a word of two capitals and more, with signs; an initial may be of either name."""
    return word.isupper() and sum(letter.isalpha() for letter in word) > 1


def may_be_one(last_name: str, first_name: str, other_last_name: str, other_first_name: str) -> bool:
    """Return whether two spellings may name one person.

    Both the family names and the first names must go together: equal but for accents, hyphens and particles,
    or one a part of the other (a double name, a name of marriage that was added, an initial). A family
    name may differ by one letter; a first name may not, as Louis and Louise show. Names that changed places
    are one
    person's, too.
    """
    if is_same_family(last_name, other_last_name) and is_same_first(first_name, other_first_name):
        return True
    return bool(first_name and other_first_name) and (
        simple_word(last_name) == simple_word(other_first_name)
        and simple_word(first_name) == simple_word(other_last_name)
    )


def is_same_family(name: str, other: str) -> bool:
    """Return whether two family names may be one person's."""
    one, two = simple_word(name), simple_word(other)
    if one == two or (min(len(one), len(two)) >= LEAST_LETTERS and is_one_letter_away(one, two)):
        return True
    return is_part(name, other) or is_part(other, name)


def is_same_first(name: str, other: str) -> bool:
    """Return whether two first names may be one person's. A blank one may be any, an initial many."""
    one, two = simple_word(name), simple_word(other)
    if not one or not two or one == two:
        return True
    return is_part(name, other, initials=True) or is_part(other, name, initials=True)


def may_have_new_name(first_name: str, other_first_name: str) -> bool:
    """Return whether another family name may be one of marriage: the whole first name is the same."""
    first = simple_word(first_name)
    return len(first) > 1 and first == simple_word(other_first_name)


def is_part(name: str, whole: str, *, initials: bool = False) -> bool:
    """Return whether every word of a name is one of the other's, or begins one where it is an initial."""
    words, others = _words(name), _words(whole)
    if not words or not others:
        return False
    return all(
        word in others or (initials and len(word) == 1 and any(other.startswith(word) for other in others))
        for word in words
    )


def sorted_words(text: str) -> tuple[str, ...]:
    """Return the words of a whole name, to be compared in any order, without accents, case and signs."""
    return tuple(sorted(_NOT_LETTERS.sub(" ", base_letters(text)).split()))


def _words(name: str) -> list[str]:
    words = _NOT_LETTERS.sub(" ", base_letters(name)).split()
    return [word for word in words if word not in PARTICLES] or words
