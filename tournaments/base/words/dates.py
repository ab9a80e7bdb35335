"""Days in words: French writes "1er septembre 2026", which no format of Django says.

The filter `date` of every template is the one below (`builtins` of the settings).
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
    """A day or a moment in the language of the reader, the first of a month as French writes it.

    Args:
        form: the name of a format, or one in the letters of the filter `date`.
    """
    pattern = str(formats.get_format(form))
    if getattr(value, "day", None) == 1 and (get_language() or "").startswith("fr"):
        pattern = _DAY_BEFORE_MONTH.sub(r"j\\e\\r", pattern)
    return formats.date_format(value, pattern)


@register.filter("date", expects_localtime=True, is_safe=False)
def date_filter(value: Any, form: str | None = None) -> str:
    """What `date` writes; nothing for no date, as Django's."""
    if value in (None, ""):
        return ""
    try:
        return date_format(value, form or "DATE_FORMAT")
    except AttributeError:
        return ""
