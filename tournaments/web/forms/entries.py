"""Who enters a tournament, and the starting places of everybody."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.core import signing
from django.utils.translation import gettext_lazy as _

from games.core.seats import SHEET_ORDER
from tournaments.models import Person, Section, Tournament
from tournaments.services.places import Place


class EntriesForm(forms.Form):
    """People ticked in the club's register."""

    people = forms.ModelMultipleChoiceField(
        Person.objects.none(),
        label=_("Joueurs"),
        error_messages={"required": _("Cochez au moins un joueur.")},
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, tournament: Tournament) -> None:
        super().__init__(data)
        ticked = cast("forms.ModelMultipleChoiceField[Person]", self.fields["people"])
        ticked.queryset = Person.objects.filter(club=tournament.club_id)


@dataclass(frozen=True, slots=True)
class PlaceCell:
    """One place of the grid, as it is shown."""

    name: str
    """Of the form's field."""
    seat: int
    entry_pk: int | None
    errors: list[str]


class PlacesForm(forms.Form):
    """One field per place, `place-<table>-<seat>`, holding the id of an entry or nothing.

    `seen` carries the arrangement that the person was shown, signed, so that a change made by
    somebody else meanwhile is noticed.
    """

    seen = forms.CharField(widget=forms.HiddenInput)

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, section: Section, places: Mapping[Place, int]
    ) -> None:
        super().__init__(data, initial={"seen": sign_places(places)})
        self._tables = range(1, section.table_count + 1)
        for table in self._tables:
            for seat in SHEET_ORDER:
                name = field_name(table, seat)
                self.fields[name] = forms.IntegerField(required=False, min_value=1)
                self.initial[name] = places.get((table, seat))

    def clean_seen(self) -> dict[Place, int]:
        try:
            rows = signing.loads(self.cleaned_data["seen"], salt="places")
        except signing.BadSignature as error:
            raise forms.ValidationError(_("Cette page a été abîmée : rechargez-la.")) from error
        return {(table, seat): pk for table, seat, pk in rows}

    @property
    def wanted(self) -> dict[Place, int]:
        """Entry ids by place, after cleaning."""
        places = [(table, seat) for table in self._tables for seat in SHEET_ORDER]
        return {place: pk for place in places if (pk := self.cleaned_data[field_name(*place)]) is not None}

    def tables(self) -> Iterable[tuple[int, list[PlaceCell]]]:
        """The grid, table by table, seats in the order of the sheets."""
        for table in self._tables:
            yield table, [self._cell(field_name(table, seat), seat) for seat in SHEET_ORDER]

    def _cell(self, name: str, seat: int) -> PlaceCell:
        value = str(self[name].value() or "")
        pk = int(value) if value.isdecimal() and len(value) < 19 else None
        return PlaceCell(name, seat, pk, [str(error) for error in self[name].errors])


def field_name(table: int, seat: int) -> str:
    """Name of the field of a place."""
    return f"place-{table}-{seat}"


def sign_places(places: Mapping[Place, int]) -> str:
    """An arrangement as text that a page can carry and give back unchanged."""
    return signing.dumps(sorted((*place, pk) for place, pk in places.items()), salt="places", compress=True)
