"""Several phrases as one text."""

from collections.abc import Iterable

from django.utils.translation import pgettext


def side_by_side(phrases: Iterable[str]) -> str:
    """Phrases with a semicolon between them, set as the language sets it."""
    return pgettext("between phrases", " ; ").join(phrases)
