"""Who is ranked, who plays in whose place."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.entries.queries.presence import PresentEntry
from tournaments.entries.services.presence import CHOICES
from tournaments.models import Person, Tournament


class PresenceForm(forms.Form):
    """How one entry stands."""

    presence = forms.ChoiceField(
        label=_("Présence"), choices=[(choice.value, choice.label) for choice in CHOICES]
    )


class SubstitutionForm(forms.Form):
    """Who leaves, who comes, from when on."""

    leaves = forms.ModelChoiceField(Person.objects.none(), label=_("Qui part"), empty_label=_("Choisir…"))
    person = forms.ModelChoiceField(
        Person.objects.none(),
        label=_("Qui le remplace"),
        empty_label=_("Choisir…"),
        help_text=_("Quelqu’un du registre qui ne joue pas cette séance."),
    )
    first_round = forms.IntegerField(label=_("À partir de la position"), min_value=1, max_value=999)

    def __init__(
        self, data: Mapping[str, Any] | None, *, tournament: Tournament, present: Sequence[PresentEntry]
    ) -> None:
        super().__init__(data)
        playing = [person.pk for row in present if row.round_count for person in row.people]
        people = tournament.known_people()
        self._choose("leaves").queryset = people.filter(pk__in=playing)
        self._choose("person").queryset = people.exclude(pk__in=playing)

    def _choose(self, name: str) -> "forms.ModelChoiceField[Person]":
        return cast("forms.ModelChoiceField[Person]", self.fields[name])
