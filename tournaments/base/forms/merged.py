"""Forms of stored values that two organisers may change at the same time.

A page shows the values of one moment. Until its form is sent, another organiser may change some of them, or
the browser may go back to an older page. The form sends the values that it showed along, in hidden fields,
and only what its user changed is stored.
"""

import datetime
from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.formats import localize
from django.utils.translation import gettext as _


class _MergedBoundField(forms.BoundField):
    """A field with its stored value beside it, in a hidden field that no help describes."""

    def build_widget_attrs(self, attrs: dict[str, Any], widget: forms.Widget | None = None) -> dict[str, Any]:
        built = super().build_widget_attrs(attrs, widget)
        # HTML allows no `aria-describedby` on a hidden field
        if widget is not None and widget.is_hidden:
            built.pop("aria-describedby", None)
        return built


class MergedForm(forms.Form):
    """A form that merges the values of its page with those stored meanwhile, field by field.

    - Not changed on the page: the stored value stays.
    - Changed on the page alone: the new value is stored.
    - Changed on the page and meanwhile, differently: the field gets an error with the stored value. The same
      form, sent again, stores the new value. `conflicts` has the stored values by field.
    - Not on the page, because what it is about was added meanwhile: the stored value stays.

    `initial` must be the stored values when the form is shown, and when it is sent. A program that sends no
    hidden fields stores all values that it sends.
    """

    bound_field_class = _MergedBoundField
    conflicts: Mapping[str, Any] = {}

    def __getitem__(self, name: str) -> forms.BoundField:
        # here, as subclasses add fields after this class has been initialised
        if name in self.fields and _is_merged(self.fields[name]):
            self.fields[name].show_hidden_initial = True
        return super().__getitem__(name)

    def full_clean(self) -> None:
        """Merge the data with the stored values, then clean it."""
        self.conflicts = self._merge(self.data) if self.is_bound and isinstance(self.data, QueryDict) else {}
        super().full_clean()
        for name, value in self.conflicts.items():
            self.add_error(name, conflict_message(self.describe_stored(name, value)))

    def describe_stored(self, name: str, value: Any) -> str:
        """Return the stored value of a field for the message of a conflict."""
        return _in_words(self.fields[name], value)

    def _merge(self, data: QueryDict) -> dict[str, Any]:
        """Replace values that the page left as they were. Return the stored values of conflicts by field."""
        merged_data = data.copy()
        stored_values = {}
        # of the whole page: a part of it may have been added meanwhile
        has_shown_values = any(name.startswith("initial-") for name in data)
        for name, field in self.fields.items():
            bound_field = self[name]
            shown_name, hidden_widget = bound_field.html_initial_name, field.hidden_widget()
            if not _is_merged(field) or not has_shown_values:
                continue
            hidden_widget.is_localized = field.localize
            stored_value = hidden_widget.format_value(field.prepare_value(bound_field.initial))
            if shown_name not in data:
                if bound_field.html_name not in data:
                    _set_value(merged_data, bound_field.html_name, stored_value)
                continue
            shown_value = hidden_widget.value_from_datadict(data, self.files, shown_name)
            if _are_equal(field, shown_value, stored_value):
                continue
            if _are_equal(field, shown_value, bound_field.data):
                _set_value(merged_data, bound_field.html_name, stored_value)
            elif not _are_equal(field, stored_value, bound_field.data):
                stored_values[name] = bound_field.initial
            _set_value(merged_data, shown_name, stored_value)
        self.data = merged_data
        return stored_values


def conflict_message(stored: str) -> str:
    """Return the message at a field that was changed on the page and meanwhile, with its stored value."""
    message = _("Changé entre-temps : %(stored)s. Enregistrez de nouveau pour garder votre valeur.")
    return message % {"stored": stored}


def _is_merged(field: forms.Field) -> bool:
    """Return whether a field has one stored value that a page can show."""
    return not (isinstance(field, forms.FileField) or field.widget.is_hidden or field.disabled)


def _are_equal(field: forms.Field, value: Any, other_value: Any) -> bool:
    """Return whether two values, as forms send them, stand for the same one."""
    return bool(_cleaned(field, value) == _cleaned(field, other_value))


def _cleaned(field: forms.Field, value: Any) -> Any:
    try:
        cleaned = field.to_python(value)
    except forms.ValidationError:
        cleaned = value
    # browsers send line breaks of their own
    return cleaned.replace("\r\n", "\n").strip() if isinstance(cleaned, str) else cleaned or None


def _set_value(data: QueryDict, name: str, value: Any) -> None:
    data.setlist(name, list(value) if isinstance(value, list | tuple) else ["" if value is None else value])


def _in_words(field: forms.Field, value: Any) -> str:
    """Return a stored value for people."""
    if isinstance(field, forms.BooleanField):
        return _("oui") if value else _("non")
    choices = {str(choice): words for choice, words in getattr(field, "choices", ())}
    if not isinstance(value, list | tuple) and str(value) in choices:
        return str(choices[str(value)])
    if isinstance(value, datetime.date | datetime.time):
        return localize(value)
    return str(field.prepare_value(value) or "") or _("vide")
