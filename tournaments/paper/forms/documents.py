"""Form with the options of one document: only those that its kind accepts."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import AppError
from tournaments.base.web.acting import show_error
from tournaments.base.words.section_colours import colour_name
from tournaments.models import Section
from tournaments.paper.documents.making.document import DocumentType
from tournaments.paper.documents.making.options import (
    LARGEST_RECEIPT,
    PLAIN,
    DocumentOptions,
    OptionName,
    read_document_options,
)

RANGES: dict[tuple[OptionName, OptionName], str | Promise] = {
    (OptionName.FIRST_ROUND, OptionName.LAST_ROUND): gettext_lazy("Positions"),
    (OptionName.FIRST_BOARD, OptionName.LAST_BOARD): gettext_lazy("Étuis"),
    (OptionName.FIRST_TABLE, OptionName.LAST_TABLE): gettext_lazy("Tables"),
    (OptionName.FIRST_RECEIPT, OptionName.LAST_RECEIPT): gettext_lazy("Reçus"),
}


class DocumentForm(forms.Form):
    """The options of one document. No field is required."""

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        document_type: DocumentType,
        sections: Sequence[Section],
        kinds: Sequence[tuple[str, str]] = (),
        usual: Collection[str] = (),
    ) -> None:
        """Build the fields that the document has.

        Args:
            kinds: codes and labels of the documents that a pack may contain.
            usual: kinds that are ticked at first.
        """
        super().__init__(data, initial={"kinds": list(usual)})
        self.document_type = document_type
        self.options = PLAIN
        possible_fields = _offered_fields(document_type, sections, kinds)
        for name in OptionName:
            if document_type.accepts(name) and name in possible_fields:
                self.fields[name.value] = possible_fields[name]

    @property
    def rows(self) -> list[tuple[str, list[BoundField]]]:
        """The fields as (title, fields): each range as one row with a title, the others with ""."""
        range_names = {name for pair in RANGES for name in pair}
        single_rows = [("", [self[name]]) for name in self.fields if name not in range_names]
        range_rows = [
            (str(title), [self[option] for option in pair])
            for pair, title in RANGES.items()
            if self._has_fields(pair)
        ]
        return range_rows + single_rows

    def read(self) -> DocumentOptions:
        """Return the chosen options.

        Raises:
            AppError: `bad_options`, with all errors in one sentence.
        """
        if not self.is_valid():
            messages = [f"{self._title(name)}{errors[0]}" for name, errors in self.errors.items()]
            raise AppError("bad_options", " ".join(messages))
        return self.options

    def clean(self) -> dict[str, Any]:
        """Parse the fields into `options`."""
        values = super().clean() or {}
        texts = {name: _as_text(value) for name, value in values.items()}
        try:
            self.options = read_document_options(texts)
            self.document_type.check_options(self.options)
        except AppError as error:
            show_error(self, error)
        return values

    def _title(self, name: str) -> str:
        if name not in self.fields:
            return ""
        titles = [str(title) for pair, title in RANGES.items() if name in pair]
        return f"{titles[0] if titles else self[name].label} – "

    def _has_fields(self, names: Sequence[OptionName]) -> bool:
        return all(name in self.fields for name in names)


def _as_text(value: Any) -> str | list[str]:
    if isinstance(value, bool):
        return "on" if value else ""
    return value if isinstance(value, list) else str(value)


def _offered_fields(
    document_type: DocumentType, sections: Sequence[Section], kinds: Sequence[tuple[str, str]]
) -> dict[OptionName, forms.Field]:
    """Return a field for every option with a meaning at this tournament."""
    rounds = max((section.round_count for section in sections), default=1)
    boards = max((section.board_count for section in sections), default=1)
    tables = max((number for section in sections for number in section.table_numbers), default=1)
    fields = {
        OptionName.PART: _choice(_("Contenu"), document_type.parts),
        OptionName.KINDS: _kinds_field(kinds),
        OptionName.FIRST_ROUND: _number(_("de"), 1),
        OptionName.LAST_ROUND: _number(_("à"), rounds),
        OptionName.FIRST_BOARD: _number(_("de"), 1),
        OptionName.LAST_BOARD: _number(_("à"), boards),
        OptionName.FIRST_TABLE: _number(_("de"), 1),
        OptionName.LAST_TABLE: _number(_("à"), tables),
        OptionName.FIRST_RECEIPT: _number(_("de"), 1),
        OptionName.LAST_RECEIPT: _number(_("à"), LARGEST_RECEIPT),
        OptionName.PER_SHEET: _choice(_("Par feuille"), _numbers(document_type.per_sheets)),
        OptionName.PAPER: _choice(_("Papier"), [("", _("celui du document")), ("A4", "A4"), ("A5", "A5")]),
        OptionName.CUT_MARKS: forms.BooleanField(label=_("Repères de coupe"), required=False),
        OptionName.WIDE_MARGIN: forms.BooleanField(label=_("Marge large à gauche"), required=False),
        OptionName.GREY: forms.BooleanField(label=_("Nuances de gris"), required=False),
        OptionName.LARGE_TYPE: forms.BooleanField(label=_("Gros caractères"), required=False),
        OptionName.COPIES: _number(_("Exemplaires"), 1),
        OptionName.NOTE: forms.CharField(label=_("Une ligne à ajouter"), required=False),
    }
    if len(sections) > 1:
        colours = [(str(section.number), colour_name(section.number)) for section in sections]
        fields[OptionName.SECTION] = _choice(_("Section"), [("", _("toutes")), *colours])
    return fields


def _choice(label: str, choices: Sequence[tuple[str, str | Promise]]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, required=False)


def _numbers(numbers: Sequence[int]) -> list[tuple[str, str]]:
    """Return the choices of numbers. The default comes first, with the empty value."""
    return [("" if number == numbers[0] else str(number), str(number)) for number in numbers]


def _number(label: str, usual: int) -> forms.CharField:
    """Return a field for a number, with its default as placeholder; `read_document_options` checks it."""
    attributes = {"inputmode": "numeric", "size": 4, "autocomplete": "off", "placeholder": usual}
    return forms.CharField(label=label, required=False, widget=forms.TextInput(attributes))


def _kinds_field(kinds: Sequence[tuple[str, str]]) -> forms.MultipleChoiceField:
    widget = forms.CheckboxSelectMultiple
    return forms.MultipleChoiceField(label=_("Documents"), choices=kinds, widget=widget, required=False)
