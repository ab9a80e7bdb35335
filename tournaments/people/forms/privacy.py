"""Forms for public names, the charter and the erasure of a person."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.base.forms.merged import MergedForm


class ClubPrivacyForm(MergedForm):
    """The club's settings for names without consent and for search engines."""

    withholds_names = forms.BooleanField(
        label=_("Remplacer par un numéro le nom de ceux qui n’ont pas accepté d’être nommés"),
        required=False,
        help_text=_("« Joueur 12 » au lieu de « Anne D. », sur toutes les pages publiques."),
    )
    opens_archives = forms.BooleanField(
        label=_("Ouvrir les tournois archivés aux moteurs de recherche"),
        required=False,
        help_text=_(
            "Sans cela, aucun moteur ne doit lire ce site. Les noms y sont ceux des pages publiques."
        ),
    )


class CharterForm(forms.Form):
    """Confirmation of an organiser that the members of the club signed its charter."""

    is_signed = forms.BooleanField(
        label=_(
            "Chacun d’eux a signé la charte, ou un bulletin, qui dit que son nom paraît dans les classements"
        )
    )


class ErasureForm(forms.Form):
    """The name of the person, typed again as a protection against accidental erasure."""

    typed_name = forms.CharField(label=_("Son nom, tel qu’il est écrit ci-dessus"), max_length=170)
