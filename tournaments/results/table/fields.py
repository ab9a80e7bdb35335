"""The fields of a deal's form as a phone gets them, drawn once for all who see the same."""

from dataclasses import dataclass, replace
from functools import lru_cache

from django import forms
from django.template.loader import render_to_string
from django.utils.translation import get_language

from tournaments.core.slips.traveller import LineInput, LineKind
from tournaments.models import ResultSlip
from tournaments.results.forms.results import initial_of
from tournaments.results.forms.table_results import PhoneLineForm, PhoneSendingForm
from tournaments.results.services.slips import line_of

OTHER_FIELDS = ("handful_1", "handful_2", "petit", "slam", "gain", "loss", "kind")
MOST_KEPT = 1000
"""Lines whose fields are kept, of some kilobytes each: the empty one and those that a hall plays."""


@dataclass(frozen=True, slots=True)
class FreshFields:
    """A form that nobody has typed in yet.

    Its fields have no ids: nothing in it depends on the deal, so that one drawing serves a whole hall.
    """

    form: PhoneLineForm
    sending: PhoneSendingForm
    seen_version: int
    """More than 0 when a result is corrected, which asks for a reason."""
    html: str = ""

    @property
    def other_fields(self) -> list[forms.BoundField]:
        return other_fields(self.form)

    @property
    def has_details(self) -> bool:
        return has_details(self.form)


def fresh_fields(form_type: type[PhoneLineForm], slip: ResultSlip | None) -> FreshFields:
    """The form to write a deal's result, or to correct `slip`, in the language of whoever asks."""
    return _drawn(get_language(), form_type, _shown_line(slip), is_correction=slip is not None)


def other_fields(form: PhoneLineForm) -> list[forms.BoundField]:
    """The folded part of the form."""
    return [form[name] for name in OTHER_FIELDS]


def has_details(form: PhoneLineForm) -> bool:
    """The folded part holds something to see."""
    return any(field.errors for field in other_fields(form)) or form["kind"].value() != LineKind.PLAYED


@lru_cache(maxsize=MOST_KEPT)
def _drawn(
    _language: str, form_type: type[PhoneLineForm], line: LineInput, *, is_correction: bool
) -> FreshFields:
    form = form_type(initial=initial_of(line), auto_id=False)
    fresh = FreshFields(form, PhoneSendingForm(auto_id=False), int(is_correction))
    return replace(fresh, html=render_to_string("tournaments/results/table/_fields.html", {"row": fresh}))


def _shown_line(slip: ResultSlip | None) -> LineInput:
    """What is stored; a score that the points give is left out, so that new points give theirs."""
    written = line_of(slip) if slip else LineInput()
    return replace(written, gain=None, loss=None) if written.points else written
