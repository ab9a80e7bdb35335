"""Texts of the site in the words of an event: its name of a round, and no étui where it has none.

Sources name a round *position*, as the federation does in duplicate, and English texts *round*. An event that
chose another word, or deals its cards at the tables, has catalogues of its own. They hold only the texts that
differ: gettext falls back to those of the language. `tournaments/base/words/event_language.py` chooses one.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import polib

DEALT_AT_TABLES = "libre"
"""Part of the names of catalogues for events whose cards are dealt at the tables."""
OWN_TEXTS = "dealt_at_tables"
"""Folder, in the folder of the catalogues, of the texts for events whose cards are dealt at the tables."""
NAMES_OF_WORDS = "round"
"""Context of the texts that offer the words for a round. They are the same in every event."""
_DONE = "(?:commenc|jou|termin|verrouill|déverrouill|prolong|appel|contrôl|tir|publi)é"
_MASCULINE = (
    (r"\bde la (dernière |première |seule )?position\b", r"du \1position"),
    (r"\bDe la (dernière |première |seule )?position\b", r"Du \1position"),
    (r"\bà la (dernière |première |seule )?position\b", r"au \1position"),
    (r"\bÀ la (dernière |première |seule )?position\b", r"Au \1position"),
    (r"\bla (dernière |première |même )?position\b", r"le \1position"),
    (r"\bLa (dernière |première |même )?position\b", r"Le \1position"),
    (r"\bcette (seule )?position\b", r"ce \1position"),
    (r"\bCette (seule )?position\b", r"Ce \1position"),
    (r"\b([uU])ne (seule |dernière )?position\b", r"\1n \2position"),
    (r"\b([tT])outes les positions\b", r"\1ous les positions"),
    (r"\b(dern|prem)ière(s?) position", r"\1ier\2 position"),
    (r"\b(Dern|Prem)ière(s?) position", r"\1ier\2 position"),
    (r"\bseule position", "seul position"),
    (r"\b([cC])ertaines positions", r"\1ertains positions"),
    (r"\b([pP]osition)(s?) suivante", r"\1\2 suivant"),
    (
        rf"\b([pP]osition(?:s?|%\(\w+\)\w|[ \xa0]|est|sont|n’est|pas|déjà|été)*? {_DONE})e(s?)\b",
        r"\1\2",
    ),
    (r"\b([pP]osition(?:s?|%\(\w+\)\w| |est|et|contrôlé)*? verrouillé)e\b", r"\1"),
    (r"\b([pP]osition(?:s?|%\(\w+\)\w| |est)*? rouvert)e\b", r"\1"),
    # pronouns and figures that stand for the noun later in the sentence
    (r"(position.*) la rouvrir\b", r"\1 le rouvrir"),
    (r"(positions.* 0 pour aucun)e\b", r"\1"),
    (r"(position est) la\b", r"\1 le"),
    (r"(position.*est-ce bien) la\b", r"\1 le"),
    (r"\bposition(s?) plus tardive", r"position\1 plus tardif"),
    (r"\bposition(s?)\b", r"tour\1"),
    (r"\bPosition(s?)\b", r"Tour\1"),
    (r"\bPos\.", "Tour"),
    (r"\bPOSITION(S?)\b", r"TOUR\1"),
)
"""Changes that put the noun *position* and its companions into the masculine, in this order."""


def in_masculine(text: str) -> str:
    """Return a French text about positions as one about *tours*.

    Example: "Cette position est verrouillée." → "Ce tour est verrouillé."
    """
    for pattern, replacement in _MASCULINE:
        text = re.sub(pattern, replacement, text)
    return text


def _with_noun(noun: str, pattern: str) -> Callable[[str], str]:
    """Return a function that replaces a noun by another one of the same gender."""

    def replaced(text: str) -> str:
        def in_case(match: re.Match[str]) -> str:
            # the abbreviation of the noun has no plural
            return (noun.capitalize() if match[0][0].isupper() else noun) + (match[1] or "")

        return re.sub(pattern, in_case, text, flags=re.IGNORECASE)

    return replaced


def _unchanged(text: str) -> str:
    return text


ROUND_WORDS: dict[str, dict[str, Callable[[str], str]]] = {
    "fr": {
        "position": _unchanged,
        "tour": in_masculine,
        "partie": _with_noun("partie", r"\bpos(?:ition(s?)\b|\.)"),
        "sequence": _with_noun("séquence", r"\bpos(?:ition(s?)\b|\.)"),
    },
    "en": {
        "position": _unchanged,
        "tour": _unchanged,
        "partie": _with_noun("game", r"\br(?:ound(s?)|d)\b"),
        "sequence": _with_noun("sequence", r"\br(?:ound(s?)|d)\b"),
    },
}
"""Changes of the texts of a language by the organiser's word for a round."""
_SPEAKS_OF_ROUNDS = re.compile(r"\bpos(?:itions?\b|\.)", re.IGNORECASE)


def catalogue_names() -> list[str]:
    """Return the names of the words of events, each a part of the folders of its catalogues."""
    return [f"{word}{suffix}" for word in ROUND_WORDS["fr"] for suffix in ("", f"-{DEALT_AT_TABLES}")]


def event_catalogues(texts: polib.POFile, locale: Path) -> Iterator[tuple[str, polib.POFile]]:
    """Yield the name of the folder and the texts of each catalogue of an event's words.

    Args:
        texts: the English catalogue, which has every source text.
        locale: folder of the catalogues.
    """
    for language, words in ROUND_WORDS.items():
        own_texts = _own_texts(locale / OWN_TEXTS / f"{language}.po")
        for word, change in words.items():
            for suffix, replaced_texts in (("", {}), (f"-{DEALT_AT_TABLES}", own_texts)):
                catalogue = polib.POFile()
                catalogue.metadata = {
                    "Content-Type": "text/plain; charset=UTF-8",
                    "Plural-Forms": f"nplurals=2; plural=(n {'> 1' if language == 'fr' else '!= 1'});",
                }
                for text in texts:
                    entry = _changed(text, language, change, replaced_texts)
                    if entry is not None:
                        catalogue.append(entry)
                yield f"{language}_X-{word}{suffix}", catalogue


def _own_texts(path: Path) -> dict[tuple[str, str], polib.POEntry]:
    if not path.exists():
        return {}
    return {(entry.msgctxt or "", entry.msgid): entry for entry in polib.pofile(str(path))}


def _changed(
    text: polib.POEntry,
    language: str,
    change: Callable[[str], str],
    replaced_texts: dict[tuple[str, str], polib.POEntry],
) -> polib.POEntry | None:
    """Return a text in the words of an event; None if it is the same as in the language."""
    usual_forms = _forms(text, language)
    replaced_text = replaced_texts.get((text.msgctxt or "", text.msgid))
    forms = usual_forms if replaced_text is None else _forms(replaced_text, "")
    if text.msgctxt == NAMES_OF_WORDS:
        return None
    # only texts about positions: "round" in English is also a verb, and part of other words
    if _SPEAKS_OF_ROUNDS.search(text.msgid):
        forms = [change(form) for form in forms]
    if forms == usual_forms:
        return None
    entry = polib.POEntry(msgid=text.msgid, msgctxt=text.msgctxt)
    if text.msgid_plural:
        entry.msgid_plural, entry.msgstr_plural = text.msgid_plural, dict(enumerate(forms))
    else:
        entry.msgstr = forms[0]
    return entry


def _forms(text: polib.POEntry, language: str) -> list[str]:
    """Return the text in a language, for each number if it has two."""
    if language == "fr":
        return [text.msgid, text.msgid_plural] if text.msgid_plural else [text.msgid]
    return [text.msgstr_plural[0], text.msgstr_plural[1]] if text.msgid_plural else [text.msgstr]
