"""Names of people, teams, events and clubs, as they are typed or pasted."""

from typing import Any

from django import forms

from accounts.pseudonyms import FILLERS
from tournaments.core.exchange.csv_text import clean_cell


class VisibleNameField(forms.CharField):
    """A name in composed letters with single spaces, without invisible characters.

    A name in which nothing is visible counts as blank.
    """

    def to_python(self, value: Any) -> Any:
        name = clean_cell(super().to_python(value) or "")
        return name if set(name) - FILLERS - {" "} else ""
