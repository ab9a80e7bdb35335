"""Several phrases as one text."""

from collections.abc import Iterable

from django.utils.translation import pgettext


def side_by_side(phrases: Iterable[str]) -> str:
    """Join phrases with a semicolon, spaced as in the reader's language."""
    return pgettext("between phrases", " ; ").join(phrases)
