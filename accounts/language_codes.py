"""Codes of languages with and without the words of an event."""

from django.conf import settings
from django.utils.translation import get_language

WORDS_MARK = "-x-"
"""Separator of a language and of the words that are used in it: "fr-x-tour" (BCP 47, private use)."""


def plain_language(code: str | None) -> str:
    """Return a language without the words of an event: "fr" for "fr-x-tour". None is the site's language."""
    return (code or settings.LANGUAGE_CODE).split(WORDS_MARK)[0]


def reader_language() -> str:
    """Return the reader's language without the words of an event."""
    return plain_language(get_language())
