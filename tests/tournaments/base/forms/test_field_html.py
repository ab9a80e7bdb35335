"""Fields are written as by Django's own templates, character by character."""

import datetime
from decimal import Decimal
from typing import Any

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates, get_default_renderer
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy, override

from tournaments.base.forms.field_html import FieldRenderer

HOSTILE = "<b>\"L’étui\" & 'Cie'</b>"
CHOICES = [
    ("", HOSTILE),
    (None, "sans"),
    (1, 1234.5),
    (Decimal("0.5"), gettext_lazy("Donne")),
    ("Groupe", [(HOSTILE, mark_safe("<i>x</i>")), ("x", datetime.date(2026, 11, 20))]),
    ("<g>", [(2, "deux")]),
]
WIDGETS: dict[str, forms.Widget] = {
    "text": forms.TextInput({"maxlength": 40, "title": HOSTILE, "autofocus": True, "disabled": False}),
    "safe": forms.TextInput({"title": mark_safe("a &amp; b"), "data-none": None}),
    "number": forms.NumberInput({"step": 0.5, "min": Decimal("-1.5")}),
    "localized number": forms.NumberInput(),
    "hidden": forms.HiddenInput(),
    "password": forms.PasswordInput(render_value=True),
    "e-mail": forms.EmailInput(),
    "address": forms.URLInput(),
    "date": forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    "time": forms.TimeInput(format="%H:%M"),
    "tick": forms.CheckboxInput({"class": "big"}),
    "select": forms.Select({"id": "id_x"}, choices=CHOICES),
    "several": forms.SelectMultiple(choices=CHOICES),
    "maybe": forms.NullBooleanSelect(),
    "radio": forms.RadioSelect(choices=CHOICES),
    "ticks": forms.CheckboxSelectMultiple(choices=CHOICES),
    "area": forms.Textarea({"rows": 3}),
    "file": forms.ClearableFileInput(),
}
WIDGETS["localized number"].is_localized = True
VALUES: tuple[Any, ...] = (
    None,
    "",
    HOSTILE,
    mark_safe("&eacute;"),
    0,
    1234.5,
    True,
    datetime.date(2026, 12, 1),
)


class OtherOption(forms.Select):
    """A list whose choices have a template of their own."""

    option_template_name = "django/forms/widgets/radio_option.html"


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("kind", [*WIDGETS, "other option"])
def test_field_is_the_same_as_from_its_template(kind: str, language: str) -> None:
    widget = WIDGETS.get(kind) or OtherOption(choices=CHOICES)

    with override(language):
        for value in VALUES:
            values = [value] if kind in ("several", "ticks") else value
            expected = widget.render("champ <1>", values, {"required": True}, DjangoTemplates())
            assert widget.render("champ <1>", values, {"required": True}, FieldRenderer()) == expected


def test_pages_use_this_renderer() -> None:
    assert isinstance(get_default_renderer(), FieldRenderer)


class Wrong(forms.Form):
    """A form with two kinds of fields that cannot take the focus, before two that can."""

    secret = forms.CharField(widget=forms.HiddenInput)
    kind = forms.ChoiceField(choices=[("1", "un")], widget=forms.RadioSelect)
    days = forms.MultipleChoiceField(choices=[("1", "un")], widget=forms.CheckboxSelectMultiple)
    moment = forms.SplitDateTimeField(widget=forms.SplitDateTimeWidget)
    right = forms.CharField()
    name = forms.CharField()
    place = forms.CharField()


@pytest.mark.parametrize(("data", "focused"), [({"right": "x"}, ["name"]), (None, [])])
def test_first_input_to_correct_has_the_focus(data: dict[str, str] | None, focused: list[str]) -> None:
    form = Wrong(data)

    assert [field.name for field in form if "autofocus" in str(field)] == focused
    assert all("aria-invalid" in str(field) for field in form if field.name in focused)
