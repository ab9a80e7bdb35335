"""HTML of form fields, written without a template for each.

A page of results has fifty fields, and a template for each takes a third of its time.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.forms import BoundField, MultiWidget, RadioSelect, Widget
from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.utils.formats import localize
from django.utils.html import conditional_escape

_FOLDER = "django/forms/widgets/"
_INPUTS = frozenset(
    f"{_FOLDER}{kind}.html"
    for kind in ("checkbox", "date", "email", "hidden", "input", "number", "password", "text", "time", "url")
)
_SELECT, _OPTION = f"{_FOLDER}select.html", f"{_FOLDER}select_option.html"


class FocusedField(BoundField):
    """A bound field that has the focus when its page opens, if it is the first one with an error."""

    def build_widget_attrs(self, attrs: dict[str, Any], widget: Widget | None = None) -> dict[str, Any]:
        """Return the attributes of the widget, with `autofocus` for the first input to correct."""
        widget_attrs = dict(super().build_widget_attrs(attrs, widget))
        # a screen reader starts at the focus: an error elsewhere on the page is not heard
        if self.errors and self.name == next(filter(None, map(_wrong_name, self.form)), None):
            widget_attrs["autofocus"] = True
        return widget_attrs


def _wrong_name(field: BoundField) -> str:
    """Return the name of a field with an error; "" for others and for those of several inputs."""
    is_single = not isinstance(field.field.widget, RadioSelect | MultiWidget)
    return field.name if field.errors and is_single and not field.is_hidden else ""


class FieldRenderer(DjangoTemplates):
    """Renderer that writes inputs and lists of choices as Django's templates do, which serve for the rest."""

    bound_field_class = FocusedField

    def render(
        self, template_name: str, context: Mapping[str, Any], request: HttpRequest | None = None
    ) -> str:
        """Return the HTML of a template of `django.forms`."""
        if template_name in _INPUTS:
            return _input(context["widget"])
        if template_name == _SELECT and all(
            option["template_name"] == _OPTION
            for _name, options, _number in context["widget"]["optgroups"]
            for option in options
        ):
            return "".join(_select(context["widget"]))
        return super().render(template_name, dict(context), request)


def _input(widget: Mapping[str, Any]) -> str:
    value = "" if widget["value"] is None else f' value="{_text(widget["value"])}"'
    kind, name = conditional_escape(widget["type"]), conditional_escape(widget["name"])
    return f'<input type="{kind}" name="{name}"{value}{_attributes(widget)}>'


def _select(widget: Mapping[str, Any]) -> Iterator[str]:
    yield f'<select name="{conditional_escape(widget["name"])}"{_attributes(widget)}>'
    for group_name, options, _number in widget["optgroups"]:
        if group_name:
            yield f'\n  <optgroup label="{_label(group_name)}">'
        for option in options:
            yield f'\n  <option value="{_text(option["value"])}"{_attributes(option)}>'
            yield f"{_label(option['label'])}</option>\n"
        if group_name:
            yield "\n  </optgroup>"
    yield "\n</select>"


def _attributes(widget: Mapping[str, Any]) -> str:
    return "".join(
        f" {conditional_escape(name)}" + ("" if value is True else f'="{_text(value)}"')
        for name, value in widget["attrs"].items()
        if value is not False
    )


def _text(value: object) -> str:
    """Return a value as the filter `stringformat` writes it, escaped unless it is safe."""
    return conditional_escape(str(value))  # which is safe still if the value is


def _label(value: object) -> str:
    """Return a value as a template writes it: numbers and dates in the language of the page."""
    return conditional_escape(str(localize(value)))
