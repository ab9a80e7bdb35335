"""Deals made elsewhere: a file, or another session of the club."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournaments.base.forms.limits import most_bytes, most_signs, too_large
from tournaments.models import Session


class SourceForm(forms.Form):
    """What both ask: whether to replace, and, once it has been said who knows the deals, whether to go on."""

    replace = forms.BooleanField(
        label=_("Remplacer les donnes actuelles ; les papiers déjà imprimés ne vaudront plus rien."),
        error_messages={"required": _("Cochez la case pour confirmer le remplacement.")},
    )
    confirmed = forms.BooleanField(label=_("Prendre ces donnes quand même"), required=False)

    def __init__(self, *args: Any, is_first: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if is_first:
            del self.fields["replace"]


class DealFileForm(SourceForm):
    """A file of deals, or its text; a file that is refused comes back as text to correct."""

    MOST_BYTES = 300_000

    file = forms.FileField(label=_("Fichier des donnes"), required=False, help_text=most_bytes(MOST_BYTES))
    document = forms.CharField(
        label=_("ou son texte, collé ici"),
        max_length=MOST_BYTES,
        required=False,
        help_text=most_signs(MOST_BYTES),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "wrap": "off"}),
    )
    field_order = ("file", "document", "replace", "confirmed")

    def clean_file(self) -> "UploadedFile[bytes] | None":
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if file is not None and (file.size or 0) > self.MOST_BYTES:
            told = _("Ce fichier est trop grand pour des donnes.")
            raise forms.ValidationError(too_large(told, most_bytes(self.MOST_BYTES)))
        return file

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if not self.errors and not values.get("file") and not values.get("document"):
            raise forms.ValidationError(_("Choisissez un fichier, ou collez son texte."))
        return values

    def read(self) -> str | bytes:
        """What to import, once the form is valid; a readable file takes the place of the text in the form."""
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if file is None:
            return str(self.cleaned_data["document"])
        content = bytes(file.read())
        try:
            self.data = {**self.data.dict(), "document": content.decode()}  # type: ignore[attr-defined]
        except UnicodeDecodeError:
            return content
        return content


class SessionField(forms.ModelChoiceField):  # type: ignore[type-arg] # generic in the stubs only
    """A session as an organiser knows it: the tournament and its day."""

    def label_from_instance(self, session: Any) -> str:
        return f"{session.tournament} – {session.tournament.starts_on:%d/%m/%Y}"


class ReuseForm(SourceForm):
    """Another session whose deals are taken again."""

    earlier = SessionField(
        Session.objects.none(),
        label=_("Séance dont les donnes servent encore"),
        empty_label=_("Choisir…"),
        error_messages={"invalid_choice": _("Les donnes de cette séance ne peuvent pas servir ici.")},
    )
    field_order = ("earlier", "replace", "confirmed")

    def __init__(self, data: Mapping[str, Any] | None, *, is_first: bool, earlier: Any) -> None:
        super().__init__(data, is_first=is_first)
        cast("SessionField", self.fields["earlier"]).queryset = earlier
