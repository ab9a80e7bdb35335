"""Forms of the sheets that are shared out."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.enums import SheetTask
from tournaments.results.queries.checking import SheetName


class ShareForm(forms.Form):
    """The tables, or the étuis, whose sheets a person takes."""

    task = forms.ChoiceField(label=gettext_lazy("Pour"), choices=SheetTask)
    first = forms.IntegerField(label=gettext_lazy("Du numéro"), min_value=1)
    last = forms.IntegerField(label=gettext_lazy("Au numéro"), min_value=1)
    round_number = forms.TypedChoiceField(
        label=gettext_lazy("Position"), required=False, coerce=int, empty_value=None
    )

    def __init__(
        self, *args: Any, tasks: list[SheetTask], rounds: list[int], most: int, **kwargs: Any
    ) -> None:
        """Offer the tasks of the user's rights, the rounds and the numbers up to `most`."""
        super().__init__(*args, **kwargs)
        self._most = most
        self.fields["task"].choices = [(task.value, task.label) for task in tasks]  # type: ignore[attr-defined]
        for name in ("first", "last"):
            self.fields[name].widget.attrs["max"] = most
        if rounds:
            choices = [("", _("toutes les positions")), *((number, str(number)) for number in rounds)]
            self.fields["round_number"].choices = choices  # type: ignore[attr-defined]
        else:
            del self.fields["round_number"]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        first, last = values.get("first"), values.get("last")
        if last is not None and last > self._most:
            self.add_error("last", _("Le dernier numéro est %(most)d.") % {"most": self._most})
        elif first is not None and last is not None and first > last:
            self.add_error("last", _("Au moins %(first)d.") % {"first": first})
        return values


class SheetWordsForm(forms.Form):
    """A question about a sheet, or the answer to one. The service shortens a text that is too long."""

    question = forms.CharField(required=False)
    answer = forms.CharField(required=False)

    def text(self, name: str) -> str:
        """Return the text of a field; "" if it has characters that no text may have."""
        return str(self.cleaned_data.get(name, "")) if self.is_valid() or name not in self.errors else ""


class SheetNameForm(forms.Form):
    """The sheet of a button: an étui, or a round and a table."""

    board = forms.IntegerField(required=False, min_value=1, max_value=32767)
    round_number = forms.IntegerField(required=False, min_value=1, max_value=32767)
    table_number = forms.IntegerField(required=False, min_value=1, max_value=32767)

    @property
    def name(self) -> SheetName:
        """Name of the sheet. The form must be valid."""
        return SheetName(**self.cleaned_data)

    def names_sheet(self, *, has_score_sheets: bool) -> bool:
        """Return whether the form names a whole sheet of the session's kind. The form must be valid."""
        if has_score_sheets:
            return self.name.board is None and None not in (self.name.round_number, self.name.table_number)
        return self.name.board is not None
