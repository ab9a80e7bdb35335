"""Several phrases as one text."""

from collections.abc import Iterable

from django.utils.translation import pgettext


def join_with_semicolons(phrases: Iterable[str]) -> str:
    """Join phrases with a semicolon, spaced as in the reader's language."""
    return pgettext("between phrases", " ; ").join(phrases)
