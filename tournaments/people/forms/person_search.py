"""A person of a register, found by what is typed: a menu of hundreds of names is no help."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.models import Person
from tournaments.people.queries.people import matching_people

MOST_NAMED = 6
"""People named when several fit."""


class RegisterInput(forms.TextInput):
    """A text box that proposes the names of a register while one types."""

    names: tuple[str, ...] = ()

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        listed = f"{name}-names"
        box = super().render(name, value, {**(attrs or {}), "list": listed}, renderer)
        options = format_html_join("", '<option value="{}"></option>', ((each,) for each in self.names))
        return format_html('{}<datalist id="{}">{}</datalist>', box, listed, options)


class PersonSearchField(forms.CharField):
    """The person whom a name, a licence number or a scanned card finds; None for a blank field."""

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
        written = super().clean(value)
        if not written:
            return None
        found = [person for person in self._people if str(person) == written]
        found = found or list(matching_people(self._people, written)[: MOST_NAMED + 1])
        if not found:
            message = _("Personne dans le registre ne correspond à « %(written)s ».")
            raise forms.ValidationError(message % {"written": written})
        if len(found) > 1:
            names = ", ".join(map(str, found[:MOST_NAMED])) + ("…" if len(found) > MOST_NAMED else "")
            message = _("Plusieurs personnes correspondent : %(names)s. Écrivez un nom entier.")
            raise forms.ValidationError(message % {"names": names})
        return found[0]
