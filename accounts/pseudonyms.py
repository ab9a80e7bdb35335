"""Rules for pseudonyms, and the comparison that prevents one player from looking like another.

A pseudonym consists of letters of one script with a few signs between them. Two are equal if they differ only
in case, accents, signs, or letters and digits that look alike.
"""

import re
import unicodedata

from django.utils.translation import gettext as _

from common.errors import AppError

SHORTEST, LONGEST = 2, 24
LONGEST_FOLDED = 3 * LONGEST
"""Longest folded form: a letter may fold into several, such as ß."""
SIGNS = " -'’._"
"""Characters permitted between letters and digits."""
SCRIPTS_TOGETHER = (frozenset({"CJK", "HIRAGANA", "KATAKANA"}), frozenset({"CJK", "HANGUL"}))
"""Scripts used together in one language (Unicode technical report 39, “highly restrictive”)."""
RESERVED = frozenset(
    {
        *("admin", "administrateur", "administrator", "administration", "moderateur", "moderator"),
        *("arbitre", "directeur", "director", "organisateur", "federation", "fft"),
        *("etui", "robot", "root", "support", "systeme", "system", "webmaster"),
        *("nord", "sud", "est", "ouest", "north", "south", "east", "west"),
    }
)
"""Names that suggest a role at the site or a club. The compass points name robots at a table of four."""
FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
"""Invisible letters of Hangul, which Python counts as letters."""
NUMBERED = re.compile(r"(joueur|player|invite|guest|robot)\d+")
"""Pattern of the names that the site gives to unnamed players."""
DOMAIN = re.compile(r"\w\.\w")
LOOK_ALIKES = str.maketrans(
    {
        **dict.fromkeys("0οоօ", "o"),
        **dict.fromkeys("1lιіӏ|", "i"),
        **dict.fromkeys("аα", "a"),
        **dict.fromkeys("вβ", "b"),
        **dict.fromkeys("сϲ", "c"),
        **dict.fromkeys("еεё", "e"),
        **dict.fromkeys("нһ", "h"),
        **dict.fromkeys("ј", "j"),
        **dict.fromkeys("кκ", "k"),
        **dict.fromkeys("мμ", "m"),
        **dict.fromkeys("η", "n"),
        **dict.fromkeys("рρ", "p"),
        **dict.fromkeys("ѕ", "s"),
        **dict.fromkeys("тτ", "t"),
        **dict.fromkeys("υ", "u"),
        **dict.fromkeys("ν", "v"),
        **dict.fromkeys("хχ", "x"),
        **dict.fromkeys("уγ", "y"),
    }
)
"""Latin letters for small Greek and Cyrillic letters and digits that look like them."""


def clean_pseudonym(typed: str) -> str:
    """Return the stored form of a pseudonym, with single spaces and composed letters.

    Raises:
        AppError: `pseudonym_refused`, with the reason.
    """
    name = unicodedata.normalize("NFC", " ".join(typed.split()))
    if not SHORTEST <= len(name) <= LONGEST:
        raise _refusal(
            _("Un pseudonyme compte de %(least)d à %(most)d caractères.")
            % {"least": SHORTEST, "most": LONGEST}
        )
    if "@" in name or DOMAIN.search(name):
        raise _refusal(_("Un pseudonyme n’est ni une adresse électronique ni celle d’un site."))
    if not all(_is_permitted(letter) for letter in name):
        raise _refusal(_("Des lettres, des chiffres, et entre eux une espace, un tiret ou une apostrophe."))
    if not name[0].isalpha() or not name[-1].isalnum() or sum(map(str.isalpha, name)) < SHORTEST:
        raise _refusal(_("Un pseudonyme commence par une lettre et en compte au moins deux."))
    if not _is_of_one_script(name):
        raise _refusal(_("Les lettres d’un pseudonyme viennent d’un seul alphabet."))
    plain = _plain(name)
    if fold_pseudonym(name) in _RESERVED_FOLDED or NUMBERED.fullmatch(plain):
        raise _refusal(_("Ce pseudonyme est réservé. Choisissez-en un autre."))
    return name


def fold_pseudonym(name: str) -> str:
    """Return the form in which similar names are equal, "" for none."""
    return _plain(name).translate(LOOK_ALIKES)


def _plain(name: str) -> str:
    """Return the letters and digits in lower case without accents."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    # twice: the decomposition may contain capital letters
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", decomposed.casefold())))


def _is_permitted(letter: str) -> bool:
    return (
        letter in SIGNS
        or (letter.isalpha() and letter not in FILLERS)
        or (letter.isascii() and letter.isdigit())
    )


def _is_of_one_script(name: str) -> bool:
    scripts = {unicodedata.name(letter, "?").partition(" ")[0] for letter in name if letter.isalpha()}
    return len(scripts) == 1 or any(scripts <= group for group in SCRIPTS_TOGETHER)


def _refusal(message: str) -> AppError:
    return AppError("pseudonym_refused", message, fields={"pseudonym": message})


_RESERVED_FOLDED = frozenset(map(fold_pseudonym, RESERVED))
