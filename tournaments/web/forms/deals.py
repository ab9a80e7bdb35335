"""Dealing, dealing again, and opening the étuis that have been played."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


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
