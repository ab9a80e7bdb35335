"""Two states of a ranking to compare."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.models import Session, StandingsSnapshot


class ChangesForm(forms.Form):
    """The numbers of two states; without them the last two."""

    de = forms.IntegerField(label=gettext_lazy("De l’état"), min_value=1, max_value=2**31 - 1)
    a = forms.IntegerField(label=gettext_lazy("à l’état"), min_value=1, max_value=2**31 - 1)

    def __init__(self, data: Mapping[str, Any], *, session: Session) -> None:
        self.session = session
        last = session.snapshots.order_by("-version").values_list("version", flat=True)[:2]
        numbers = {"a": last[0], "de": last[len(last) - 1]} if len(last) > 1 else {}
        asked = {name: data.get(name) or number for name, number in numbers.items()}
        super().__init__(asked if numbers else None)

    def clean(self) -> dict[str, Any]:
        """The states asked for, the earlier one first."""
        cleaned = super().clean() or {}
        versions = sorted(number for name in ("de", "a") if (number := cleaned.get(name)))
        found = {row.version: row for row in self.session.snapshots.filter(version__in=versions)}
        for name in ("de", "a"):
            if name in cleaned and cleaned[name] not in found:
                self.add_error(name, gettext_lazy("Cet état n’existe pas."))
        return cleaned | {"found": [found[number] for number in versions if number in found]}

    def chosen(self) -> tuple[StandingsSnapshot, StandingsSnapshot] | None:
        """The two states, the earlier one first; None when there are not two or one is not there."""
        if not self.is_valid() or len(self.cleaned_data["found"]) != 2:
            return None
        earlier, later = self.cleaned_data["found"]
        return earlier, later
