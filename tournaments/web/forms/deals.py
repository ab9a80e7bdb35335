"""Dealing, and dealing again."""

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
