"""How a form says beforehand what it takes at most, of a text and of a file."""

from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise, lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

KILOBYTE = 1000
MEGABYTE = 1000 * KILOBYTE


def _group(count: int) -> str:
    return number_format(count, force_grouping=True)


_grouped = lazy(_group, str)


def most_signs(count: int) -> Any:
    """For below a field of text."""
    return format_lazy(_("{count} signes au plus."), count=_grouped(count))


def most_bytes(count: int) -> Any:
    """For below a field of a file, and for its refusal."""
    if count < MEGABYTE:
        return format_lazy(_("{count} Ko au plus."), count=count // KILOBYTE)
    return format_lazy(_("{count} Mo au plus."), count=count // MEGABYTE)


def too_large(told: str | Promise, most: Any) -> Any:
    """The refusal of a file, with what would be taken."""
    return format_lazy("{} {}", told, most)
