"""Buttons with the nearest possible values of a refused line. One press applies a value."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.errors import AppError
from tournaments.base.words.wording import BONUS_NAMES, write_signed_score
from tournaments.seating.words.seat_names import printed_seat_letter

TAKEN = "nearest"
"""Name of the buttons."""


@dataclass(frozen=True, slots=True)
class NearestButton:
    """A button that applies one value."""

    label: str
    changes: str
    """Form fields and their new values, URL-encoded: "p7-gain=58&p7-loss="."""


def nearest_buttons(error: AppError, prefix: str = "") -> tuple[NearestButton, ...]:
    """Return a button for each value that would make the line possible.

    Args:
        prefix: prefix of the line's form.
    """
    start = f"{prefix}-" if prefix else ""
    return tuple(
        NearestButton(
            _label(**near), urlencode({f"{start}{name}": value for name, value in _changes(**near).items()})
        )
        for near in error.extra.get("nearest", ())
    )


def with_nearest(form_data: QueryDict) -> QueryDict:
    """Return the submitted data, with the changes of the pressed button, if any."""
    if TAKEN not in form_data:
        return form_data
    changed_data = form_data.copy()
    for name, value in parse_qsl(str(form_data[TAKEN]), keep_blank_values=True):
        changed_data[name] = value
    return changed_data


def as_json(buttons: tuple[NearestButton, ...]) -> list[dict[str, Any]]:
    """Return the buttons for a script."""
    return [{"label": button.label, "changes": button.changes} for button in buttons]


def _changes(field: str, value: str, **_named: str) -> dict[str, str]:
    # a score stands in one column: the other one is emptied
    if field == "gain":
        return {"gain": value, "loss": ""}
    if field == "loss":
        return {"gain": "", "loss": value}
    if field == "handfuls":
        first, second = [*value.split(","), "", ""][:2]
        return {"handful_1": first, "handful_2": second}
    return {field: value}


def _label(field: str, value: str, label: str = "") -> str:
    if label:
        return label
    if field in ("gain", "loss"):
        return write_signed_score(int(value) if field == "gain" else -int(value))
    if field == "points":
        return _("%(points)s points") % {"points": value}
    if field == "bouts":
        return ngettext("%(count)d bout", "%(count)d bouts", int(value)) % {"count": int(value)}
    if field == "petit":
        return str(BONUS_NAMES[f"petit_{value}"]) if value else _("sans petit au bout")
    if field == "slam":
        return str(BONUS_NAMES[f"slam_{value}"]) if value else _("sans chelem")
    if field == "handfuls":
        names = [str(BONUS_NAMES[f"handful_{level}"]) for level in value.split(",") if level]
        return ", ".join(names) or _("sans poignée")
    return f"{printed_seat_letter(int(field.removeprefix('score_')))} {write_signed_score(int(value))}"
