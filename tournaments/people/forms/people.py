"""A person of the register, and a file of players."""

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts.forms import LanguageField
from tournaments.enums import Series
from tournaments.models import Person

VISITOR = "visitor"
"""Prefix of the fields of somebody at the reception."""


class VisitorForm(forms.Form):
    """What is asked of somebody at the reception."""

    last_name = forms.CharField(label=_("Nom"), max_length=80)
    first_name = forms.CharField(label=_("Prénom"), max_length=80, required=False)

    @classmethod
    def from_search(cls, written: str) -> "VisitorForm":
        """The form with what was typed to find somebody: the family name, then the others."""
        words = [] if any(char.isdecimal() for char in written) else written.split()
        named = [word.title() if word.islower() else word for word in words]
        names = {"last_name": " ".join(named[:1]), "first_name": " ".join(named[1:])}
        return cls(prefix=VISITOR, initial=names)


class PersonForm(VisitorForm):
    """Everything that the register holds of somebody."""

    federation_number = forms.CharField(label=_("Numéro de licence"), max_length=20, required=False)
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
        """The form's values for somebody already in the register."""
        return {name: getattr(person, name) for name in cls.base_fields}


class OwnLanguageForm(forms.Form):
    """The language that somebody chooses for himself by the private link."""

    language = forms.ChoiceField(choices=settings.LANGUAGES)


class PersonAccountForm(forms.Form):
    """The address of somebody who plays and also signs in."""

    email = forms.EmailField(
        label=_("Adresse électronique du compte"),
        help_text=_("Cette page répond la même chose, que l’adresse ait un compte ou non."),
    )


class ClubForm(forms.Form):
    """A club to create."""

    name = forms.CharField(label=_("Nom du club"), max_length=120)
    city = forms.CharField(label=_("Ville"), max_length=80, required=False)


class PlayersFileForm(forms.Form):
    """A list to look at before anything is written."""

    file = forms.FileField(label=_("Fichier de la liste"), allow_empty_file=True)
