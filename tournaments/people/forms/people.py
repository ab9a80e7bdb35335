"""Forms for a person of the register, a club and a file of players."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.forms import LanguageField
from tournaments.base.forms.merged import MergedForm
from tournaments.base.forms.names import VisibleNameField
from tournaments.core.exchange.full_names import NameOrder, split_full_name, with_capitals
from tournaments.core.naming import LICENCE_LENGTH, PERSON_NAME_LENGTH
from tournaments.enums import Series
from tournaments.models import Person

LONGEST_PASTED = 2_000_000
"""Largest number of characters of a pasted list: as many lines as a file may have."""
VISITOR = "visitor"
"""Prefix of the form fields of a new visitor at the reception."""


class VisitorForm(forms.Form):
    """Name of a visitor at the reception."""

    last_name = VisibleNameField(label=_("Nom"), max_length=PERSON_NAME_LENGTH)
    first_name = VisibleNameField(label=_("Prénom"), max_length=PERSON_NAME_LENGTH, required=False)

    @classmethod
    def from_search(cls, text: str) -> "VisitorForm":
        """Return a form filled with the search text: family name first, then the first names."""
        # a text with digits is a licence number
        name = split_full_name("" if any(char.isdecimal() for char in text) else text, NameOrder.LAST_FIRST)
        initial = {
            "last_name": with_capitals(name.last_name),
            "first_name": with_capitals(name.first_name),
        }
        return cls(prefix=VISITOR, initial=initial)


class PersonForm(MergedForm, VisitorForm):
    """All fields of a person in the register."""

    federation_number = forms.CharField(
        label=_("Numéro de licence"), max_length=LICENCE_LENGTH, required=False
    )
    series = forms.ChoiceField(label=_("Série"), choices=Series.choices, initial=Series.UNRANKED)

    home_club = forms.CharField(label=_("Club d’origine"), max_length=120, required=False)
    household = forms.CharField(
        label=_("Foyer"),
        max_length=40,
        required=False,
        help_text=_(
            "Écrivez le même mot pour des parents ou un couple : le placement les sépare. Seuls les"
            " organisateurs du club voient cette case."
        ),
    )
    category = forms.CharField(label=_("Catégorie"), max_length=40, required=False)
    country = forms.CharField(label=_("Pays"), max_length=40, required=False)
    birth_year = forms.IntegerField(
        label=_("Année de naissance"),
        min_value=1900,
        max_value=2100,
        required=False,
        help_text=_("Pour les classements par âge. Seuls les organisateurs du club voient cette case."),
    )
    licence_until = forms.DateField(
        label=_("Licence valable jusqu’au"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("La page « Accueil » du tournoi signale une licence à vérifier."),
    )
    left_on = forms.DateField(
        label=_("A quitté le club le"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("Ses résultats restent. Le registre et l’accueil le montrent après les autres."),
    )
    email = forms.EmailField(
        label=_("Adresse électronique"),
        required=False,
        help_text=_("Seuls les organisateurs du club voient cette case."),
    )
    wants_results = forms.BooleanField(
        label=_("Reçoit ses résultats par courriel"),
        required=False,
        help_text=_("À cette adresse, après chaque tournoi, si l’organisateur les envoie."),
    )
    language = LanguageField(
        label=_("Langue de ses messages"),
        otherwise=_("la langue de l’expéditeur"),
        help_text=_("La langue choisie dans son compte a la priorité."),
    )
    phone = forms.CharField(
        label=_("Téléphone"),
        max_length=30,
        required=False,
        help_text=_("Seuls les organisateurs du club voient cette case."),
    )
    shows_full_name = forms.BooleanField(
        label=_("Accepte d’être nommé publiquement"),
        required=False,
        help_text=_(
            "Sans cet accord : « Anne D. » ou un numéro, comme le club l’a choisi. Un mineur n’est jamais "
            "nommé en entier ; c’est l’accord de ses parents."
        ),
    )

    def clean_federation_number(self) -> str:
        return "".join(str(self.cleaned_data["federation_number"]).split())

    @classmethod
    def initial_of(cls, person: Person) -> dict[str, object]:
        """Return the form's initial values for a person of the register."""
        return {name: getattr(person, name) for name in cls.base_fields}


class OwnLanguageForm(forms.Form):
    """The language that a player chooses on the page of their private link."""

    language = forms.ChoiceField(choices=settings.LANGUAGES)


class PersonAccountForm(forms.Form):
    email = forms.EmailField(
        label=_("Adresse électronique du compte"),
        help_text=_("Cette page répond la même chose, que l’adresse ait un compte ou non."),
    )


class ClubForm(forms.Form):
    name = VisibleNameField(label=_("Nom du club"), max_length=120)
    city = forms.CharField(label=_("Ville"), max_length=80, required=False)


class PlayersFileForm(forms.Form):
    """A list of players: a file, or a text from the clipboard."""

    file = forms.FileField(label=_("Fichier de la liste"), allow_empty_file=True, required=False)
    pasted = forms.CharField(
        label=_("Ou liste collée"),
        required=False,
        strip=False,
        max_length=LONGEST_PASTED,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Collez les lignes du tableur avec leurs titres, ou des noms, un par ligne."),
    )

    def clean(self) -> dict[str, Any]:
        """Refuse a form with both lists, or with none."""
        values: dict[str, Any] = super().clean() or {}
        if "file" in self.errors or "pasted" in self.errors:
            return values
        has_text = bool((values.get("pasted") or "").strip())
        if (values.get("file") is not None) is has_text:
            self.add_error("file", gettext("Choisissez un fichier, ou collez une liste."))
        return values

    @property
    def content(self) -> bytes:
        """Return the list as bytes. The form must be valid."""
        file = self.cleaned_data["file"]
        return bytes(self.cleaned_data["pasted"].encode() if file is None else file.read())

    @property
    def list_field(self) -> str:
        """Return the name of the field with the list. The form must be valid."""
        return "pasted" if self.cleaned_data["file"] is None else "file"

    @property
    def list_name(self) -> str:
        """Return the name of the list. The form must be valid."""
        file = self.cleaned_data["file"]
        return gettext("liste collée") if file is None else str(file.name)
