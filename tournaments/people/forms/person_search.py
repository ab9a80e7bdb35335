"""A form field that finds a person of a register by typed text."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.models import Person
from tournaments.people.queries.people import matching_people

MOST_NAMED = 6
"""Largest number of people in the message about several matches."""


class RegisterInput(forms.TextInput):
    """A text box that proposes the names of a register."""

    names: tuple[str, ...] = ()

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        list_id = f"{name}-names"
        box = super().render(name, value, {**(attrs or {}), "list": list_id}, renderer)
        options = format_html_join(
            "", '<option value="{}"></option>', ((person_name,) for person_name in self.names)
        )
        return format_html('{}<datalist id="{}">{}</datalist>', box, list_id, options)


class PersonSearchField(forms.CharField):
    """The person found by a name, a licence number or a scanned card; None for a blank field."""

    widget = RegisterInput

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=100, **options)
        self.widget.attrs |= {"autocomplete": "off", "spellcheck": "false"}
        self._people: QuerySet[Person] = Person.objects.none()

    @property
    def queryset(self) -> QuerySet[Person]:
        """The people to choose from."""
        return self._people

    @queryset.setter
    def queryset(self, people: QuerySet[Person]) -> None:
        self._people = people
        self.widget.names = tuple(str(person) for person in people)

    def clean(self, value: Any) -> Person | None:
        text = super().clean(value)
        if not text:
            return None
        # a full name chosen from the list excludes longer names with the same beginning
        matches = [person for person in self._people if str(person) == text]
        matches = matches or list(matching_people(self._people, text)[: MOST_NAMED + 1])
        if not matches:
            message = _("Personne dans le registre ne correspond à « %(written)s ».")
            raise forms.ValidationError(message % {"written": text})
        if len(matches) > 1:
            names = ", ".join(map(str, matches[:MOST_NAMED])) + ("…" if len(matches) > MOST_NAMED else "")
            message = _("Plusieurs personnes correspondent : %(names)s. Écrivez un nom entier.")
            raise forms.ValidationError(message % {"names": names})
        return matches[0]
