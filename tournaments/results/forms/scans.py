"""Forms for photos and scans of sheets."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.results.queries.checking import SheetName

LARGEST = 32767


class ManyFiles(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """A field for one or more files, cleaned to a list."""

    def clean(self, data: Any, initial: Any = None) -> list["UploadedFile[Any]"]:
        files = data if isinstance(data, (list, tuple)) else [data]
        return [super(FilesField, self).clean(file, initial) for file in files or [None]]


class NumberField(forms.IntegerField):
    """A hidden number."""

    widget = forms.HiddenInput


class ScanForm(forms.Form):
    """Files and the sheet on them: a board, or a round and a table."""

    board = NumberField(required=False, min_value=1, max_value=LARGEST)
    round_number = forms.IntegerField(
        required=False, min_value=1, max_value=LARGEST, widget=forms.HiddenInput
    )
    table_number = forms.IntegerField(
        required=False, min_value=1, max_value=LARGEST, widget=forms.HiddenInput
    )
    pictures = FilesField(
        label=gettext_lazy("Photos ou scans de la feuille"),
        widget=ManyFiles(attrs={"accept": "image/jpeg,image/png,image/webp,application/pdf"}),
        help_text=gettext_lazy("JPEG, PNG, WebP (8 Mo) ou PDF (10 Mo)."),
    )

    def sheet(self) -> SheetName:
        """Return the sheet. The form must be valid."""
        values = self.cleaned_data
        return SheetName(values["board"], values["round_number"], values["table_number"])


class PileForm(forms.Form):
    """Files of many sheets, in any order."""

    pictures = FilesField(
        label=gettext_lazy("PDF des feuilles numérisées, ou photos"),
        widget=ManyFiles(attrs={"accept": "application/pdf,image/jpeg,image/png,image/webp"}),
        help_text=gettext_lazy("60 pages et 40 Mo au plus par fichier ; 200 points par pouce suffisent."),
    )


class SheetForm(forms.Form):
    """The sheet of a page: a board, or a round and a table."""

    def __init__(self, *args: Any, by_table: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels = (
            {"round_number": _("Position"), "table_number": _("Table")} if by_table else {"sheet": _("Étui")}
        )
        for name, label in labels.items():
            widget = forms.NumberInput(attrs={"inputmode": "numeric"})
            self.fields[name] = forms.IntegerField(label=label, min_value=1, max_value=LARGEST, widget=widget)

    def sheet(self) -> SheetName:
        """Return the sheet. The form must be valid."""
        values = self.cleaned_data
        return SheetName(values.get("sheet"), values.get("round_number"), values.get("table_number"))


def scan_form(name: SheetName) -> ScanForm:
    """Return a form for adding pictures to a sheet."""
    return ScanForm(
        initial={"board": name.board, "round_number": name.round_number, "table_number": name.table_number}
    )
