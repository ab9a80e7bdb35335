"""Form of an archive to restore."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.base.forms.limits import MEGABYTE, most_bytes
from tournaments.evening.forms.backups import LONGEST_PASSPHRASE

LARGEST_ARCHIVE = 200 * MEGABYTE
SENT = "sent"
"""Choice of a file that the person sends."""


class RestoreForm(forms.Form):
    """An archive: one of this installation, one on a stick, or a file of the person; and its passphrase."""

    source = forms.ChoiceField(
        label=gettext_lazy("Sauvegarde"),
        error_messages={
            "invalid_choice": gettext_lazy("Cette sauvegarde n’est plus là : choisissez-en une autre.")
        },
    )
    file = forms.FileField(
        label=gettext_lazy("Fichier de cet appareil"),
        required=False,
        help_text=gettext_lazy("Un fichier .zip ou .etui."),
    )
    passphrase = forms.CharField(
        label=gettext_lazy("Phrase secrète"),
        max_length=LONGEST_PASSPHRASE,
        strip=False,
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("Seulement pour une sauvegarde chiffrée (.etui)."),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        files: Any = None,
        *,
        sources: Sequence[tuple[str, str]],
    ) -> None:
        """Offer the archives that are here.

        Args:
            sources: (key, name) of each.
        """
        super().__init__(data, files)
        self.fields["source"].choices = [  # type: ignore[attr-defined]
            (SENT, _("un fichier de cet appareil")),
            *sources,
        ]
        file = self.fields["file"]
        file.help_text = f"{file.help_text} {most_bytes(LARGEST_ARCHIVE)}"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        file = cleaned.get("file")
        if cleaned.get("source") == SENT and "file" not in self.errors:
            if file is None:
                self.add_error("file", _("Choisissez un fichier, ou une sauvegarde de la liste."))
            elif file.size > LARGEST_ARCHIVE:
                self.add_error(
                    "file",
                    _(
                        "Ce fichier est trop gros pour être envoyé : copiez-le sur une clé, branchez-la et "
                        "choisissez-le dans la liste."
                    ),
                )
        return cleaned
