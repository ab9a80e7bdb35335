"""Forms for registrations of players, and for the opening of registrations."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.base.forms.merged import MergedForm
from tournaments.base.forms.names import VisibleNameField
from tournaments.core.naming import LICENCE_LENGTH, PERSON_NAME_LENGTH
from tournaments.entries.forms.questions import answer_field
from tournaments.entries.services.registrations import PlayerDraft, RegistrationDraft
from tournaments.models import EntryQuestion, Registration
from tournaments.models.registrations import SEEKER_WORDS_LENGTH

MOST_PLACES = 5000


class RegistrationForm(forms.Form):
    """Name, first name and licence of each player.

    The first player is the author of the registration. The others may stay blank.
    """

    token = forms.UUIDField(widget=forms.HiddenInput)
    email = forms.EmailField(
        label=gettext_lazy("Adresse électronique"),
        required=False,
        help_text=gettext_lazy("Facultative, pour vous prévenir. Seuls les organisateurs la voient."),
    )
    shows_names = forms.BooleanField(
        label=gettext_lazy("J’accepte d’être nommé sur les pages publiques"),
        required=False,
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        most: int,
        withholds_names: bool,
        registration: Registration | None = None,
        questions: Sequence[EntryQuestion] = (),
    ) -> None:
        """Build the fields for `most` players.

        Args:
            questions: the organiser's own questions, asked for each player.
            withholds_names: the club shows a number instead of a shortened name for people without consent.
        """
        super().__init__(data, initial={"token": uuid.uuid4()})
        self.fields["shows_names"].help_text = (
            _("Sans cet accord, les résultats vous désignent par un numéro.")
            if withholds_names
            else _("Sans cet accord, les résultats vous nomment par le prénom et une initiale : « Anne D. ».")
        )
        self._most, self._questions = most, questions
        for place in range(most):
            self._add_player(place)
        if most > 1:
            self._add_seeker_fields()
        if registration is not None:
            # a changed registration keeps its own token
            self.initial.update(_initial_values(registration))

    @property
    def groups(self) -> list[tuple[list[forms.BoundField], list[forms.BoundField]]]:
        """The fields of each player: names and number, then the answers to the organiser's questions."""
        names = ("last_name", "first_name", "number")
        return [
            (
                [self[f"{name}-{place}"] for name in names],
                [self[_answer_name(question, place)] for question in self._questions],
            )
            for place in range(self._most)
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for place in range(1, self._most):
            details = (cleaned.get(f"first_name-{place}"), cleaned.get(f"number-{place}"))
            if any(details) and not cleaned.get(f"last_name-{place}"):
                self.add_error(f"last_name-{place}", _("Donnez aussi le nom."))
        for place in range(self._most):
            self._require_answers(cleaned, place)
        if not cleaned.get("seeks_partner") and (cleaned.get("is_findable") or cleaned.get("seeker_words")):
            self.add_error(
                "seeks_partner", _("Cochez cette case, ou décochez la suivante et videz les quelques mots.")
            )
        return cleaned

    def _require_answers(self, cleaned: dict[str, Any], place: int) -> None:
        """Refuse missing answers of a player who is named, and answers of a player who is not."""
        has_name = bool(cleaned.get(f"last_name-{place}"))
        names = [_answer_name(question, place) for question in self._questions]
        if place and not has_name and any(cleaned.get(name) for name in names):
            self.add_error(f"last_name-{place}", _("Donnez aussi le nom."))
        for question, name in zip(self._questions, names, strict=True):
            # a wrong answer has its own error
            if question.is_required and has_name and not cleaned.get(name) and name not in self.errors:
                self.add_error(name, _("Répondez à cette question."))

    def draft(self) -> RegistrationDraft:
        """Return the registration that the form describes. The form must be valid."""
        cleaned = self.cleaned_data
        players = [
            PlayerDraft(
                cleaned[f"last_name-{place}"],
                cleaned[f"first_name-{place}"],
                "".join(cleaned[f"number-{place}"].split()),
                {
                    question.pk: answer
                    for question in self._questions
                    if (answer := cleaned[_answer_name(question, place)])
                },
            )
            for place in range(self._most)
            if cleaned[f"last_name-{place}"]
        ]
        return RegistrationDraft(
            tuple(players),
            cleaned["email"],
            cleaned["shows_names"],
            cleaned.get("seeks_partner", False),
            cleaned.get("is_findable", False),
            cleaned.get("seeker_words", ""),
        )

    def _add_seeker_fields(self) -> None:
        self.fields["seeks_partner"] = forms.BooleanField(
            label=_("Je cherche des partenaires"), required=False
        )
        self.fields["is_findable"] = forms.BooleanField(
            label=_("Me montrer aux autres joueurs qui cherchent"),
            required=False,
            help_text=_(
                "Ils voient votre prénom et l’initiale de votre nom, et vous voyez les leurs : vous pouvez"
                " vous proposer de jouer ensemble. Une fois réunis, vous lisez vos noms en entier."
            ),
        )
        self.fields["seeker_words"] = VisibleNameField(
            label=_("Quelques mots pour eux"),
            max_length=SEEKER_WORDS_LENGTH,
            required=False,
            help_text=_(
                "Facultatif : votre niveau, vos habitudes. Ils les lisent quand le club les a relus."
            ),
        )

    def _add_player(self, place: int) -> None:
        self.fields[f"last_name-{place}"] = VisibleNameField(
            label=_("Nom"), max_length=PERSON_NAME_LENGTH, required=place == 0
        )
        self.fields[f"first_name-{place}"] = VisibleNameField(
            label=_("Prénom"), max_length=PERSON_NAME_LENGTH, required=place == 0
        )
        self.fields[f"number-{place}"] = forms.CharField(
            label=_("Numéro de licence"), max_length=LICENCE_LENGTH, required=False
        )
        for question in self._questions:
            self.fields[_answer_name(question, place)] = answer_field(question)


class EntryOpeningForm(MergedForm):
    """Number of places, and a note for players."""

    place_limit = forms.IntegerField(
        label=gettext_lazy("Places"),
        min_value=1,
        max_value=MOST_PLACES,
        required=False,
        help_text=gettext_lazy(
            "Laissez vide pour autant de joueurs que de places dans le mouvement. Les"
            " suivants vont sur la liste d’attente."
        ),
    )
    note = forms.CharField(
        label=gettext_lazy("À lire avant de s’inscrire"),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Repas, accès, matériel… Les lettres aux joueurs le reprennent."),
    )


def _initial_values(registration: Registration) -> dict[str, Any]:
    values: dict[str, Any] = {
        "token": registration.token,
        "email": registration.email,
        "shows_names": registration.shows_names,
        "seeks_partner": registration.seeks_partner,
        "is_findable": registration.is_findable,
        "seeker_words": registration.seeker_words,
    }
    for player in registration.players.all():
        values[f"last_name-{player.position}"] = player.last_name
        values[f"first_name-{player.position}"] = player.first_name
        values[f"number-{player.position}"] = player.federation_number
        for answer in player.answers.all():
            values[_answer_name(answer.question, player.position)] = answer.text
    return values


def _answer_name(question: EntryQuestion, place: int) -> str:
    return f"answer-{question.pk}-{place}"
