"""Search for French on an English page: texts of the source, and words that only French writes."""

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import polib

CATALOGUE = Path(__file__).parents[1] / "locale" / "en" / "LC_MESSAGES" / "django.po"
PLACEHOLDER = re.compile(r"%(?:\(\w+\))?[sd]")
SPOKEN_ATTRIBUTES = {"alt", "aria-label", "content", "label", "placeholder", "title"}
SILENT_TAGS = {"code", "pre", "script", "style"}
SHORT = 2
"""Length of words that English may write, too."""
ACCENTED = re.compile(r"\w*[àâçéèêëîïôùûüœÀÂÇÈÊËÎÏÔÙÛÜŒ]\w*|\w+’(?:un|une|est|a)\b|«")
COUNTRIES = {"Côte d'Ivoire", "Curaçao", "Réunion", "Saint Barthélemy", "Türkiye"}
"""Country names that English writes with French letters."""
NAMES = frozenset({"Étui", "Soirée", *COUNTRIES})
"""Proper names that no language changes: the program and the evenings of the factories."""


def french_texts(html: str, *, names: frozenset[str] = frozenset()) -> list[str]:
    """Return the French texts and spoken attributes of a page.

    Args:
        html: the page, in English.
        names: proper names (the program's, a tournament's), which no language changes.

    Returns:
        Texts that the source contains and the English catalogue translates otherwise, and texts with a letter
        or a sign that English does not use; in the order of the page.
    """
    reader = _Texts()
    reader.feed(html)
    return [
        text
        for text in reader.texts
        if text not in names and (_is_source_text(text) or set(ACCENTED.findall(text)) - names)
    ]


class _Texts(HTMLParser):
    """Parser that collects texts with normalised spaces, except where an element states another language."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        is_in_its_own_language = tag != "html" and "lang" in attributes
        if tag in SILENT_TAGS or is_in_its_own_language:
            self._silent.append(tag)
        for name, value in () if is_in_its_own_language else attrs:
            if name in SPOKEN_ATTRIBUTES or name.startswith("data-"):
                self._keep(value or "")
        if tag == "input" and attributes.get("type") in ("submit", "button"):
            self._keep(attributes.get("value") or "")

    def handle_endtag(self, tag: str) -> None:
        if self._silent and self._silent[-1] == tag:
            self._silent.pop()

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self._keep(data)

    def _keep(self, text: str) -> None:
        text = re.sub(r"[ \n\r\t]+", " ", text).strip(" ")
        if text:
            self.texts.append(text)


@cache
def _is_source_text(text: str) -> bool:
    plain, with_values = _source_texts()
    if text in plain:
        return True
    return any(map(str.isalpha, text)) and with_values.fullmatch(text) is not None


@cache
def _source_texts() -> tuple[frozenset[str], re.Pattern[str]]:
    """Return the French texts without values, and one pattern of all those with values.

    Texts that are equal in English are left out, and short ones that depend on a context ("as", a card).
    """
    french, english = set(), set()
    for entry in polib.pofile(str(CATALOGUE)):
        if not entry.msgctxt or len(entry.msgid) > SHORT:
            french |= {entry.msgid, entry.msgid_plural or entry.msgid}
        english |= {entry.msgstr, *entry.msgstr_plural.values()}
    different = {text.replace("%%", "%") if PLACEHOLDER.search(text) else text for text in french - english}
    plain = {re.sub(r"\s+", " ", text) for text in different if not PLACEHOLDER.search(text)}
    telling = {text for text in different if len(re.sub(r"\W|\d", "", PLACEHOLDER.sub("", text))) > 1}
    patterns = [
        ".+".join(re.escape(part) for part in PLACEHOLDER.split(text))
        for text in telling
        if PLACEHOLDER.search(text)
    ]
    return frozenset(plain), re.compile("|".join(patterns))
