"""Who enters a tournament, and the starting places of everybody."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.core import signing
from django.utils.translation import gettext_lazy as _

from games.core.seats import sheet_order
from tournaments.core.movements.starting import RELAY_SEAT
from tournaments.enums import LineUpMethod
from tournaments.models import Person, Section, Tournament
from tournaments.movements.queries.movements import Place, section_places


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
        ticked.queryset = tournament.known_people()


class LineUpForm(forms.Form):
    """Placing everybody at once."""

    method = forms.ChoiceField(label=_("Placer tout le monde"), choices=LineUpMethod.choices)
    apart = forms.BooleanField(
        label=_("séparer les joueurs d’un même club ou d’un même foyer"), required=False, initial=True
    )


@dataclass(frozen=True, slots=True)
class PlaceCell:
    """One place of the grid, as it is shown."""

    name: str
    """Of the form's field."""
    table: int
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
        self,
        data: Mapping[str, Any] | None = None,
        *,
        sections: Iterable[Section],
        places: Mapping[Place, int],
    ) -> None:
        super().__init__(data, initial={"seen": sign_places(places)})
        self._groups = [(section, *_groups_of(section)) for section in sections]
        for place in self._places():
            self.fields[field_name(*place)] = forms.IntegerField(required=False, min_value=1)
            self.initial[field_name(*place)] = places.get(place)

    def clean_seen(self) -> dict[Place, int]:
        try:
            rows = signing.loads(self.cleaned_data["seen"], salt="places")
        except signing.BadSignature as error:
            raise forms.ValidationError(_("Cette page a été abîmée : rechargez-la.")) from error
        return {(table, seat): pk for table, seat, pk in rows}

    @property
    def wanted(self) -> dict[Place, int]:
        """Entry ids by place, after cleaning."""
        return {
            place: pk for place in self._places() if (pk := self.cleaned_data[field_name(*place)]) is not None
        }

    def groups(self) -> Iterable[tuple[Section, list[tuple[int, list[PlaceCell]]], list[PlaceCell]]]:
        """For each section its tables, seats in the order of the sheets, and the places to wait."""
        for section, tables, relays in self._groups:
            shown = [(table, [self._cell(*place) for place in seats]) for table, seats in tables]
            yield section, shown, [self._cell(*place) for place in relays]

    def _places(self) -> Iterable[Place]:
        for _section, tables, relays in self._groups:
            for _table, seats in tables:
                yield from seats
            yield from relays

    def _cell(self, table: int, seat: int) -> PlaceCell:
        name = field_name(table, seat)
        value = str(self[name].value() or "")
        pk = int(value) if value.isdecimal() and len(value) < 19 else None
        return PlaceCell(name, table, seat, pk, [str(error) for error in self[name].errors])


def _groups_of(section: Section) -> tuple[list[tuple[int, list[Place]]], list[Place]]:
    """The starting places of a section: by table in the order of the sheets, and those without a table."""
    places = section_places(section)
    order = sheet_order(1 + max((seat for _table, seat in places if seat != RELAY_SEAT), default=-1))
    tables = [
        (table, [(table, seat) for seat in order if (table, seat) in places])
        for table in section.table_numbers
    ]
    return [row for row in tables if row[1]], [place for place in places if place[1] == RELAY_SEAT]


def field_name(table: int, seat: int) -> str:
    """Name of the field of a place."""
    return f"place-{table}-{seat}"


def sign_places(places: Mapping[Place, int]) -> str:
    """An arrangement as text that a page can carry and give back unchanged."""
    return signing.dumps(sorted((*place, pk) for place, pk in places.items()), salt="places", compress=True)
