"""Dealing, naming readers, opening the étuis that have been played, revealing and proving the deals."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.access import possible_readers
from tournaments.models import Tournament


class DealForm(forms.Form):
    """A second dealing replaces étuis that may be printed already: it is asked for twice."""

    replace = forms.BooleanField(
        label=_("Remplacer les donnes actuelles ; les papiers déjà imprimés ne vaudront plus rien."),
        error_messages={"required": _("Cochez la case pour confirmer le remplacement.")},
    )

    def __init__(self, data: Mapping[str, Any] | None, *, is_first: bool) -> None:
        super().__init__(data)
        if is_first:
            del self.fields["replace"]


class ReaderForm(forms.Form):
    """Somebody to name among the readers of the sealed cards."""

    reader = forms.ModelChoiceField(
        User.objects.none(),
        error_messages={
            "required": _("Choisissez qui lira les mains."),
            "invalid_choice": _("Seuls les directeurs, les arbitres et le club lisent des mains."),
        },
    )

    def __init__(self, data: Mapping[str, Any] | None, *, tournament: Tournament) -> None:
        super().__init__(data)
        chosen = cast("forms.ModelChoiceField[User]", self.fields["reader"])
        chosen.queryset = possible_readers(tournament)


class OpeningForm(forms.Form):
    """Which étui is opened or closed: its number, or the word for all of them."""

    EVERY_BOARD = "tous"

    board = forms.RegexField(
        rf"^({EVERY_BOARD}|[1-9][0-9]{{0,3}})$",
        error_messages={"required": _("Choisissez un étui."), "invalid": _("Cet étui n’existe pas.")},
    )

    @property
    def boards(self) -> list[int] | None:
        """The numbers meant, None for every étui; once the form is valid."""
        board = self.cleaned_data["board"]
        return None if board == self.EVERY_BOARD else [int(board)]


class RevealForm(forms.Form):
    """Revealing the seed; before the end of the tournament the service asks for a reason."""

    reason = forms.CharField(
        label=_("Motif, si le tournoi n’est pas terminé"), max_length=200, required=False
    )


class ProofForm(forms.Form):
    """The document of a revealed set, pasted or as a file, and the fingerprint that was published."""

    MOST_BYTES = 100_000

    file = forms.FileField(label=_("Fichier des donnes"), required=False)
    document = forms.CharField(
        label=_("ou son texte, collé ici"),
        max_length=MOST_BYTES,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
    )
    commitment = forms.RegexField(
        r"^[0-9a-fA-F]{64}$",
        label=_("Empreinte publiée avant le tournoi"),
        required=False,
        help_text=_("Sans elle, un document entièrement refait ne se remarquerait pas."),
        error_messages={"invalid": _("Une empreinte a 64 chiffres hexadécimaux.")},
    )

    def clean_file(self) -> "UploadedFile[bytes] | None":
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if file is not None and (file.size or 0) > self.MOST_BYTES:
            raise forms.ValidationError(_("Ce fichier est trop grand pour un document de donnes."))
        return file

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if not self.errors and not values.get("file") and not values.get("document"):
            raise forms.ValidationError(_("Choisissez un fichier, ou collez le texte du document."))
        return values

    @property
    def source(self) -> str | bytes:
        """What to read, once the form is valid: the file comes before the text."""
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        return file.read() if file else str(self.cleaned_data["document"])

    @property
    def published(self) -> str | None:
        """The published fingerprint, None when none is given; once the form is valid."""
        return str(self.cleaned_data["commitment"]).lower() or None
