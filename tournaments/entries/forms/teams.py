"""Forms for a team with its name, captain and members, and for the first badge."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.base.forms.merged import MergedForm
from tournaments.base.forms.names import VisibleNameField
from tournaments.base.queries.teams import people_free_to_play, people_of
from tournaments.base.services.public_pages import NAME_LENGTH
from tournaments.core.formats.attack_rotation import Badge
from tournaments.core.formats.registry import find_format
from tournaments.core.namesakes import ToldBy
from tournaments.models import Entry, Person, Tournament


class TeamForm(MergedForm):
    """Name of a team, and one field for each member.

    `member-0` is the captain. Members above the smallest team size are optional.
    """

    name = VisibleNameField(
        label=_("Nom de l’équipe"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_(
            "Laissez vide pour prendre les noms de famille. Le public lit « Anne D. » pour un joueur qui"
            " n’accepte pas d’être nommé."
        ),
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, tournament: Tournament, team: Entry | None = None
    ) -> None:
        super().__init__(data, initial={"name": team.name if team and not team.family_names else ""})
        sizes = find_format(tournament.format).plan.unit_sizes
        choices = [("", "–"), *((person.pk, _label(person)) for person in self._find(tournament, team))]
        for place, person in enumerate(_in_order(team, sizes[-1])):
            name = f"member-{place}"
            self.fields[name] = forms.TypedChoiceField(
                label=_("Capitaine") if place == 0 else _("Équipier %(number)d") % {"number": place + 1},
                choices=choices,
                coerce=int,
                empty_value=None,
                required=place < sizes[0],
                error_messages={
                    "required": _("Choisissez un joueur."),
                    "invalid_choice": _("Choisissez un joueur."),
                },
            )
            self.initial[name] = person.pk if person else None

    def _find(self, tournament: Tournament, team: Entry | None) -> Sequence[Person]:
        self._people = {person.pk: person for person in people_free_to_play(tournament, team=team)}
        return list(self._people.values())

    @property
    def people(self) -> list[Person]:
        """The captain, then the other members. The form must be valid."""
        keys = [value for name, value in self.cleaned_data.items() if name.startswith("member-")]
        return [self._people[key] for key in keys if key is not None]


class FirstBadgeForm(forms.Form):
    """The badge that attacks first, as drawn by the referee."""

    badge = forms.ChoiceField(
        label=_("Premier badge à attaquer, tiré par l’arbitre"),
        choices=[
            (Badge.BLUE.value, pgettext_lazy("badge", "Bleu")),
            (Badge.WHITE.value, pgettext_lazy("badge", "Blanc")),
            (Badge.RED.value, pgettext_lazy("badge", "Rouge")),
        ],
    )


def _in_order(team: Entry | None, size: int) -> list[Person | None]:
    """Return the captain, then the other members by name, then None up to the largest team size."""
    if team is None:
        return [None] * size
    people: list[Person | None] = [team.person]
    people += [person for person in people_of(team) if person != team.person]
    return people + [None] * (size - len(people))


def _label(person: Person) -> str:
    # the distinction of namesakes may already contain the licence number
    needs_no_number = not person.federation_number or person.told_by == ToldBy.LICENCE
    return str(person) if needs_no_number else f"{person} ({person.federation_number})"
