"""Photos and scans sent for a sheet."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy

from tournaments.queries.checking import SheetName

LARGEST = 32767


class ManyFiles(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """One file or several; a list."""

    def clean(self, data: Any, initial: Any = None) -> list["UploadedFile[Any]"]:
        files = data if isinstance(data, (list, tuple)) else [data]
        return [super(FilesField, self).clean(file, initial) for file in files or [None]]


class NumberField(forms.IntegerField):
    """A number that goes with the form, unseen."""

    widget = forms.HiddenInput


class ScanForm(forms.Form):
    """Files, and the sheet that they show: a board, or a round and a table."""

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
        """The sheet, once the form is valid."""
        values = self.cleaned_data
        return SheetName(values["board"], values["round_number"], values["table_number"])


def scan_form(name: SheetName) -> ScanForm:
    """A form to add to a sheet."""
    return ScanForm(
        initial={"board": name.board, "round_number": name.round_number, "table_number": name.table_number}
    )
