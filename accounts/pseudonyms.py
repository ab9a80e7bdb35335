"""Which pseudonyms there may be, and what two of them are compared by so that nobody passes for another.

A name is letters of one script with a few signs between them. Two names are the same when they differ in
case, accents, signs, or letters and figures that look alike.
"""

import re
import unicodedata

from django.utils.translation import gettext as _

from common.errors import AppError

SHORTEST, LONGEST = 2, 24
LONGEST_FOLDED = 3 * LONGEST
"""A letter may fold into several, as ß does."""
SIGNS = " -'’._"
"""What may stand between letters and figures."""
SCRIPTS_TOGETHER = (frozenset({"CJK", "HIRAGANA", "KATAKANA"}), frozenset({"CJK", "HANGUL"}))
"""Scripts that one language writes together (Unicode technical report 39, “highly restrictive”)."""
RESERVED = frozenset(
    {
        *("admin", "administrateur", "administrator", "administration", "moderateur", "moderator"),
        *("arbitre", "directeur", "director", "organisateur", "federation", "fft"),
        *("etui", "robot", "root", "support", "systeme", "system", "webmaster"),
        *("nord", "sud", "est", "ouest", "north", "south", "east", "west"),
    }
)
"""Names that would be believed to speak for the site or a club, and the robots' seats at a table of four."""
FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters of Hangul that show nothing; Python counts them as letters."""
NUMBERED = re.compile(r"(joueur|player|invite|guest|robot)\d+")
"""How the site itself names those who are not to be named."""
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
"""Small Greek and Cyrillic letters and figures that are taken for a Latin letter, by that letter."""


def clean_pseudonym(typed: str) -> str:
    """The pseudonym as it is kept, with single spaces and composed letters.

    Raises:
        AppError: `pseudonym_refused`, with what to change.
    """
    name = unicodedata.normalize("NFC", " ".join(typed.split()))
    if not SHORTEST <= len(name) <= LONGEST:
        raise _refused(
            _("Un pseudonyme compte de %(least)d à %(most)d caractères.")
            % {"least": SHORTEST, "most": LONGEST}
        )
    if "@" in name or DOMAIN.search(name):
        raise _refused(_("Un pseudonyme n’est ni une adresse électronique ni celle d’un site."))
    if not all(_is_allowed(letter) for letter in name):
        raise _refused(_("Des lettres, des chiffres, et entre eux une espace, un tiret ou une apostrophe."))
    if not name[0].isalpha() or not name[-1].isalnum() or sum(map(str.isalpha, name)) < SHORTEST:
        raise _refused(_("Un pseudonyme commence par une lettre et en compte au moins deux."))
    if not _is_of_one_script(name):
        raise _refused(_("Les lettres d’un pseudonyme viennent d’un seul alphabet."))
    plain = _plain(name)
    if fold_pseudonym(name) in _RESERVED_FOLDED or NUMBERED.fullmatch(plain):
        raise _refused(_("Ce pseudonyme est réservé. Choisissez-en un autre."))
    return name


def fold_pseudonym(name: str) -> str:
    """What is alike in all names that could be taken for this one; "" for none."""
    return _plain(name).translate(LOOK_ALIKES)


def _plain(name: str) -> str:
    """Letters and figures alone, small and without accents."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", apart.casefold())))


def _is_allowed(letter: str) -> bool:
    return (
        letter in SIGNS
        or (letter.isalpha() and letter not in FILLERS)
        or (letter.isascii() and letter.isdigit())
    )


def _is_of_one_script(name: str) -> bool:
    scripts = {unicodedata.name(letter, "?").partition(" ")[0] for letter in name if letter.isalpha()}
    return len(scripts) == 1 or any(scripts <= together for together in SCRIPTS_TOGETHER)


def _refused(message: str) -> AppError:
    return AppError("pseudonym_refused", message, fields={"pseudonym": message})


_RESERVED_FOLDED = frozenset(map(fold_pseudonym, RESERVED))
