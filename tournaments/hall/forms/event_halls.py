"""Forms of the halls of an event and of the tables of its referees."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from tournaments.base.forms.merged import MergedForm
from tournaments.core.hall.halls import MOST_HALLS, NAME_LENGTH, EventHall

HIGHEST_TABLE = 9999
RANGE = re.compile(r"(\d{1,4})(?:\s*[-–à]\s*(\d{1,4}))?", re.ASCII)
"""A table, or the first and last of consecutive tables."""
MOST_RANGES = 20
LONGEST_TEXT = 400
"""Maximum length of the ranges of a referee as typed. It has room for `MOST_RANGES` as stored."""


class HallsForm(MergedForm):
    """The halls, a row each: `name_1`, `first_1`, `last_1`. A row without a name and tables is left out."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, halls: Sequence[EventHall] = ()) -> None:
        super().__init__(data)
        for row in range(1, MOST_HALLS + 1):
            hall = halls[row - 1] if row <= len(halls) else None
            self.fields[f"name_{row}"] = forms.CharField(
                label=_("Salle %(row)d : nom") % {"row": row},
                required=False,
                max_length=NAME_LENGTH,
                initial=hall.name if hall else "",
            )
            for name, label in (("first", _("de la table")), ("last", _("à la table"))):
                self.fields[f"{name}_{row}"] = forms.IntegerField(
                    label=_("Salle %(row)d : %(label)s") % {"row": row, "label": label},
                    required=False,
                    min_value=1,
                    max_value=HIGHEST_TABLE,
                    initial=getattr(hall, f"{name}_table") if hall else None,
                )

    @property
    def rows(self) -> list[tuple[int, list[forms.BoundField]]]:
        """Number and fields of every row that is used, and of one more."""
        names = ("name", "first", "last")
        rows = [(row, [self[f"{name}_{row}"] for name in names]) for row in range(1, MOST_HALLS + 1)]
        used = [row for row, fields in rows if any(field.value() not in (None, "") for field in fields)]
        return rows[: max(used, default=0) + 1]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        for row in range(1, MOST_HALLS + 1):
            name, first, last = (values.get(f"{part}_{row}") for part in ("name", "first", "last"))
            if not name and not first and not last:
                continue
            if not name and f"name_{row}" not in self.errors:
                self.add_error(f"name_{row}", _("Donnez un nom à cette salle."))
            for part, value in (("first", first), ("last", last)):
                if value is None and f"{part}_{row}" not in self.errors:
                    self.add_error(f"{part}_{row}", _("Donnez le numéro d’une table."))
            if first and last and last < first:
                self.add_error(f"last_{row}", _("Au moins %(first)d.") % {"first": first})
        return values

    def halls(self) -> dict[int, EventHall]:
        """Return the halls by number of their row. The form must be valid."""
        values = self.cleaned_data
        return {
            row: EventHall(values[f"name_{row}"], values[f"first_{row}"], values[f"last_{row}"])
            for row in range(1, MOST_HALLS + 1)
            if values[f"name_{row}"]
        }


class RefereesForm(MergedForm):
    """The tables of each referee, `tables_<id>`: "1-40, 60" or names of halls."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        referees: Iterable[User],
        ranges: Mapping[int, Iterable[tuple[int, int]]],
        halls: Sequence[EventHall],
    ) -> None:
        super().__init__(data)
        self.referees = list(referees)
        self._halls = halls
        for referee in self.referees:
            self.fields[f"tables_{referee.pk}"] = forms.CharField(
                label=str(referee),
                required=False,
                max_length=LONGEST_TEXT,
                initial=", ".join(write_range(*row) for row in ranges.get(referee.pk, ())),
                help_text=gettext_lazy("Par exemple 1-40, 60, ou le nom d’une salle."),
            )

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        self.tables: dict[User, list[tuple[int, int]]] = {}
        for referee in self.referees:
            name = f"tables_{referee.pk}"
            ranges = self._read(name, values.get(name) or "")
            self.tables[referee] = ranges
        return values

    def _read(self, name: str, text: str) -> list[tuple[int, int]]:
        """Return the ranges of a text. A part that cannot be read is an error of the field."""
        by_name = {hall.name.casefold(): (hall.first_table, hall.last_table) for hall in self._halls}
        ranges = []
        for part in filter(None, (part.strip() for part in re.split(r"[,;]", text))):
            match = RANGE.fullmatch(part)
            numbers = (
                by_name.get(part.casefold()) if match is None else (int(match[1]), int(match[2] or match[1]))
            )
            if numbers is None or not 1 <= numbers[0] <= numbers[1]:
                message = _("« %(text)s » n’est ni une table, ni une suite comme 1-40, ni une salle.")
                self.add_error(name, message % {"text": part[:NAME_LENGTH]})
                return []
            ranges.append(numbers)
        if len(ranges) > MOST_RANGES:
            message = _("%(count)d tables ou suites : %(most)d au plus.")
            self.add_error(name, message % {"count": len(ranges), "most": MOST_RANGES})
        return ranges


def write_range(first: int, last: int) -> str:
    """Return consecutive tables as they are typed: "1-40", or "7" for one."""
    return str(first) if first == last else f"{first}-{last}"
