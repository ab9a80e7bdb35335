"""Dates in words. French writes "1er septembre 2026", for which Django has no format.

All templates use the filter `date` below instead of Django's (`builtins` in the settings).
"""

import re
from datetime import date, datetime
from typing import Any

from django.template import Library
from django.utils import formats
from django.utils.translation import get_language

register = Library()

_DAY_BEFORE_MONTH = re.compile(r"(?<!\\)j(?= [FMN])")


def date_format(value: date | datetime, form: str = "DATE_FORMAT") -> str:
    """Return a date or time in the reader's language, with "1er" for the first of a month in French.

    Args:
        form: the name of a format, or a format string of the filter `date`.
    """
    pattern = str(formats.get_format(form))
    if getattr(value, "day", None) == 1 and (get_language() or "").startswith("fr"):
        # in a format string a backslash makes a letter literal
        pattern = _DAY_BEFORE_MONTH.sub(r"j\\e\\r", pattern)
    return formats.date_format(value, pattern)


@register.filter("date", expects_localtime=True, is_safe=False)
def date_filter(value: Any, form: str | None = None) -> str:
    """Return a date as text; "" for no date, as Django's filter does."""
    if value in (None, ""):
        return ""
    try:
        return date_format(value, form or "DATE_FORMAT")
    except AttributeError:
        return ""
