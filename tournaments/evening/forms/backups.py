"""Forms of the backups: the plan, a copy to a stick, a passphrase."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.base.forms.merged import MergedForm
from tournaments.installation.backup_plan import INTERVALS, MOST_KEPT, NIGHT, BackupPlan
from tournaments.installation.copy_places import CopyPlace

OTHER = "other"
"""Choice of a folder that is typed."""
LONGEST_FOLDER, LONGEST_PASSPHRASE = 300, 200
INTERVAL_WORDS = {
    NIGHT: gettext_lazy("chaque nuit, à partir de 3 h"),
    6: gettext_lazy("toutes les 6 heures"),
    1: gettext_lazy("toutes les heures"),
}


class CopyForm(forms.Form):
    """Folder for a copy: one of the mounted disks, or another one."""

    place = forms.ChoiceField(
        label=gettext_lazy("Copier sur"),
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": gettext_lazy("Cette clé n’est plus branchée.")},
    )
    folder = forms.CharField(
        label=gettext_lazy("Autre dossier"),
        max_length=LONGEST_FOLDER,
        required=False,
        help_text=gettext_lazy("Son chemin sur l’ordinateur d’Étui, par exemple /media/cle/etui."),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        places: Sequence[CopyPlace],
        others: Sequence[tuple[str, str]] = (),
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        """Offer the mounted disks.

        Args:
            others: further choices, before the disks.
        """
        super().__init__(data, initial=dict(initial or {}))
        found = [(str(place.path), _named(place)) for place in places]
        self.fields["place"].choices = [*others, *found, (OTHER, _("un autre dossier"))]  # type: ignore[attr-defined]
        if "place" not in self.initial:
            self.initial["place"] = next((path for path, _name in [*others, *found]), OTHER)

    @property
    def chosen_folder(self) -> str:
        """The path that the person chose or typed, "" for none."""
        place: str = self.cleaned_data["place"]
        typed: str = self.cleaned_data["folder"]
        return typed.strip() if place == OTHER else place


class BackupPlanForm(MergedForm, CopyForm):
    """The plan of the automatic backups."""

    every_hours = forms.TypedChoiceField(
        label=gettext_lazy("Faire une sauvegarde"),
        widget=forms.RadioSelect,
        coerce=int,
        choices=[(hours, INTERVAL_WORDS[hours]) for hours in INTERVALS],
    )
    kept_days = forms.IntegerField(
        label=gettext_lazy("Jours gardés"), min_value=1, max_value=MOST_KEPT["kept_days"]
    )
    kept_weeks = forms.IntegerField(
        label=gettext_lazy("Semaines gardées"), min_value=0, max_value=MOST_KEPT["kept_weeks"]
    )
    kept_months = forms.IntegerField(
        label=gettext_lazy("Mois gardés"),
        min_value=0,
        max_value=MOST_KEPT["kept_months"],
        help_text=gettext_lazy("Étui garde la dernière sauvegarde de chacun de ces jours, semaines et mois."),
    )
    field_order = ("every_hours", "kept_days", "kept_weeks", "kept_months", "place", "folder")

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, plan: BackupPlan, places: Sequence[CopyPlace] | None
    ) -> None:
        """Show the present plan.

        Args:
            places: mounted disks; None where the page may not choose a folder.
        """
        initial = {name: getattr(plan, name) for name in ("every_hours", *MOST_KEPT)}
        is_found = plan.folder in {"", *(str(place.path) for place in places or ())}
        initial |= {"place": plan.folder, "folder": plan.folder} if not is_found else {"place": plan.folder}
        others = [("", _("pas de deuxième copie")), *([] if is_found else [(plan.folder, plan.folder)])]
        super().__init__(data, places=places or (), others=others, initial=initial)
        self.fields["place"].label, self.fields["place"].required = _("Copier chaque sauvegarde sur"), False
        self._kept_folder = plan.folder
        if places is None:
            del self.fields["place"], self.fields["folder"]

    @property
    def plan(self) -> BackupPlan:
        """The plan that the person chose."""
        folder = self.chosen_folder if "place" in self.fields else self._kept_folder
        values = {name: self.cleaned_data[name] for name in ("every_hours", *MOST_KEPT)}
        return BackupPlan(**values, folder=folder)


class NewPassphraseForm(forms.Form):
    """A new passphrase, typed twice."""

    passphrase = forms.CharField(
        label=gettext_lazy("Phrase secrète"),
        max_length=LONGEST_PASSPHRASE,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=gettext_lazy(
            "Douze caractères au moins, par exemple quatre mots. Notez-la : sans elle, personne ne pourra "
            "lire le fichier, vous non plus."
        ),
    )
    repeated = forms.CharField(
        label=gettext_lazy("La même, encore une fois"),
        max_length=LONGEST_PASSPHRASE,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


def _named(place: CopyPlace) -> str:
    return _("%(name)s (%(free)s libres)") % {"name": place.name, "free": filesizeformat(place.free)}
