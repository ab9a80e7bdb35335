"""The federation's series, as people write them."""

import re

from tournaments.core.exchange.csv_text import simple_word

UNRANKED = "NC"
SERIES = ("1", "2", "3", "4", UNRANKED)
"""From the strongest; NC stands for "non classé"."""

_NUMBERED = re.compile(r"(?:serie|s)?([1-4])(?:re|ere|er|e|me|eme|de|nd|nde|st|rd|th)?(?:serie|series|s)?")
_SPELT = {"premiere": "1", "deuxieme": "2", "seconde": "2", "troisieme": "3", "quatrieme": "4"}
_NONE = frozenset({"nc", "nonclasse", "nonclassee", "nonclasses", "unranked"})


def parse_series(text: str) -> str | None:
    """One of `SERIES`, "" for a blank text, None for any other text.

    "1re série", "1ère", "S1", "première série" and "1" are the same; so are "nc" and "Non classée".
    """
    word = simple_word(text)
    if not text.strip():
        return ""
    if word in _NONE:
        return UNRANKED
    spelt = _SPELT.get(word.removesuffix("serie"))
    if spelt:
        return spelt
    match = _NUMBERED.fullmatch(word)
    return match[1] if match else None
