"""Who is added up with whom: a name beside every entry."""

from collections.abc import Iterable, Mapping

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.models import Entry

NAME_LENGTH = 60


class PartnersForm(forms.Form):
    """One field for each entry, called `partners-<id>`."""

    def __init__(self, data: Mapping[str, str] | None = None, *, entries: Iterable[Entry]) -> None:
        super().__init__(data)
        self.entries = list(entries)
        for entry in self.entries:
            self.fields[f"partners-{entry.pk}"] = forms.CharField(
                label=gettext_lazy("Équipe"),
                required=False,
                max_length=NAME_LENGTH,
                initial=entry.partners,
                widget=forms.TextInput(
                    attrs={"list": "partners", "autocomplete": "off", "aria-label": str(entry)}
                ),
            )

    @property
    def rows(self) -> list[tuple[Entry, forms.BoundField]]:
        """Each entry with its field."""
        return [(entry, self[f"partners-{entry.pk}"]) for entry in self.entries]

    @property
    def names(self) -> dict[int, str]:
        """The names by entry, once the form is valid."""
        return {entry.pk: self.cleaned_data[f"partners-{entry.pk}"] for entry in self.entries}
