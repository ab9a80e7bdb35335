"""Forms for new entries and for the starting places of all entries."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.core import signing
from django.utils.translation import gettext_lazy as _

from games.core.seats import list_seats_in_sheet_order
from tournaments.base.forms.merged import conflict_message
from tournaments.base.row_numbers import is_row_number
from tournaments.core.movements.starting import RELAY_SEAT
from tournaments.enums import LineUpMethod
from tournaments.models import Entry, Person, Section, Tournament
from tournaments.movements.queries.movements import Place, section_places


class EntriesForm(forms.Form):
    """People of the club's register, chosen with check boxes."""

    people = forms.ModelMultipleChoiceField(
        Person.objects.none(),
        label=_("Joueurs"),
        error_messages={"required": _("Cochez au moins un joueur.")},
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, tournament: Tournament) -> None:
        super().__init__(data)
        people_field = cast("forms.ModelMultipleChoiceField[Person]", self.fields["people"])
        people_field.queryset = tournament.known_people()


class LineUpForm(forms.Form):
    """Method that places all entries at once."""

    method = forms.ChoiceField(label=_("Placer tout le monde"), choices=LineUpMethod.choices)
    apart = forms.BooleanField(
        label=_("séparer les joueurs d’un même club ou d’un même foyer"), required=False, initial=True
    )


@dataclass(frozen=True, slots=True)
class PlaceCell:
    """A place of the grid, with the value and the errors of its field."""

    name: str
    """Name of the form's field."""
    table: int
    seat: int
    entry_pk: int | None
    entry: Entry | None
    """The entry of that id, where the form knows it."""
    errors: list[str]


class PlacesForm(forms.Form):
    """A form with one field for each place, `place-<table>-<seat>`, with the id of an entry or blank.

    `seen` holds the arrangement of the page, signed. If another organiser has changed it meanwhile, the form
    merges both, place by place, as `MergedForm`:

    - A place that was changed on the page alone takes the value of the page.
    - A place that was left as it was takes the stored value.
    - A place that was changed on both sides, differently, keeps the value of the page and gets an error.
      The same form, sent again, stores that value.

    `places` must be the stored arrangement when the form is shown, and when it is sent.
    """

    seen = forms.CharField(widget=forms.HiddenInput)
    is_outdated = False
    """True if the page showed an arrangement that is no longer stored."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        sections: Iterable[Section],
        places: Mapping[Place, int],
        entries: Iterable[Entry] = (),
    ) -> None:
        super().__init__(data, initial={"seen": sign_places(places)})
        self._stored = dict(places)
        self._entries = {entry.pk: entry for entry in entries}
        self._groups = [(section, *_groups_of(section)) for section in sections]
        for place in self._places():
            self.fields[place_field_name(*place)] = forms.IntegerField(required=False, min_value=1)
            self.initial[place_field_name(*place)] = places.get(place)

    def full_clean(self) -> None:
        """Merge the data with the stored places, then clean it."""
        conflicts = self._merge() if self.is_bound else []
        super().full_clean()
        for place in conflicts:
            entry = self._entries.get(self._stored.get(place, 0))
            stored = entry or _("personne")
            self.add_error(place_field_name(*place), conflict_message(str(stored)))

    def _merge(self) -> list[Place]:
        """Replace the places that the page left as they were. Return the places in conflict."""
        try:
            seen = _read_places(self.data.get("seen", ""))
        except signing.BadSignature:
            return []
        self.is_outdated = seen != self._stored
        if not self.is_outdated:
            return []
        data, conflicts = {name: self.data.get(name) for name in self.data}, []
        for place in self._places():
            name, stored_pk = place_field_name(*place), self._stored.get(place)
            sent, shown, stored = (
                str(value or "") for value in (data.get(name, seen.get(place)), seen.get(place), stored_pk)
            )
            if sent == shown:
                data[name] = stored
            elif stored not in (shown, sent):
                conflicts.append(place)
        data["seen"] = sign_places(self._stored)
        self.data = data
        return conflicts

    def clean_seen(self) -> dict[Place, int]:
        try:
            return _read_places(self.cleaned_data["seen"])
        except signing.BadSignature as error:
            raise forms.ValidationError(_("Cette page a été abîmée : rechargez-la.")) from error

    @property
    def wanted(self) -> dict[Place, int]:
        """Entry ids by place. The form must be valid."""
        return {
            place: pk
            for place in self._places()
            if (pk := self.cleaned_data[place_field_name(*place)]) is not None
        }

    def groups(self) -> Iterable[tuple[Section, list[tuple[int, list[PlaceCell]]], list[PlaceCell]]]:
        """Return (section, tables, waiting places) for each section, seats in the order of the sheets."""
        for section, tables, relays in self._groups:
            table_rows = [(table, [self._cell(*place) for place in seats]) for table, seats in tables]
            yield section, table_rows, [self._cell(*place) for place in relays]

    def _places(self) -> Iterable[Place]:
        for _section, tables, relays in self._groups:
            for _table, seats in tables:
                yield from seats
            yield from relays

    def _cell(self, table: int, seat: int) -> PlaceCell:
        name = place_field_name(table, seat)
        value = str(self[name].value() or "")
        pk = int(value) if is_row_number(value) else None
        entry = self._entries.get(pk) if pk else None
        return PlaceCell(name, table, seat, pk, entry, [str(error) for error in self[name].errors])


def _groups_of(section: Section) -> tuple[list[tuple[int, list[Place]]], list[Place]]:
    """Return the starting places of a section: by table in sheet order, and those without a table."""
    places = section_places(section)
    # the relay seat has a number above all seats of a table
    order = list_seats_in_sheet_order(
        1 + max((seat for _table, seat in places if seat != RELAY_SEAT), default=-1)
    )
    tables = [
        (table, [(table, seat) for seat in order if (table, seat) in places])
        for table in section.table_numbers
    ]
    return [row for row in tables if row[1]], [place for place in places if place[1] == RELAY_SEAT]


def place_field_name(table: int, seat: int) -> str:
    """Return the name of the form field of a place."""
    return f"place-{table}-{seat}"


def _read_places(signed: str) -> dict[Place, int]:
    """Return an arrangement that `sign_places` signed; `BadSignature` for another text."""
    return {(table, seat): pk for table, seat, pk in signing.loads(signed, salt="places")}


def sign_places(places: Mapping[Place, int]) -> str:
    """Return an arrangement as signed text for a hidden field."""
    return signing.dumps(sorted((*place, pk) for place, pk in places.items()), salt="places", compress=True)
