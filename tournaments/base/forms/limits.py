"""Texts of forms about the largest size of a text or a file."""

from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise, lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

KILOBYTE = 1000
MEGABYTE = 1000 * KILOBYTE


def _group(count: int) -> str:
    return number_format(count, force_grouping=True)


_group_lazily = lazy(_group, str)


def most_signs(count: int) -> Any:
    """Return the limit of a text field for its help text: "60 signes au plus."."""
    return format_lazy(_("{count} signes au plus."), count=_group_lazily(count))


def most_bytes(count: int) -> Any:
    """Return the limit of a file field, for its help text and its refusal: "4 Mo au plus."."""
    if count < MEGABYTE:
        return format_lazy(_("{count} Ko au plus."), count=count // KILOBYTE)
    return format_lazy(_("{count} Mo au plus."), count=count // MEGABYTE)


def too_large_message(refusal: str | Promise, most: Any) -> Any:
    """Return the refusal of a file, followed by the limit."""
    return format_lazy("{} {}", refusal, most)
