"""The private part of an event: closed deals, and the contact details of its players.

It travels sealed from a laptop, and in clear only between the site and the laptop that writes the event.
"""

from collections.abc import Mapping
from typing import Any

from publishing.models import SharedEvent, SharedPerson
from publishing.queries.kinds import PRIVATE_PERSON_FIELDS
from publishing.queries.row_values import column_of, value_from_json
from publishing.queries.states import Wires, canonical, deal_rows, person_values
from publishing.services.applying import Receiver
from tournaments.deals.door import Machine
from tournaments.models import Person, Tournament


def private_part(event: SharedEvent, wires: Wires) -> dict[str, Any]:
    """Return the private part, for another laptop or the site. A few queries.

    Args:
        wires: the identifiers of the event's rows and people, as `load_state` returns them.
    """
    tournament = Tournament.objects.get(pk=event.tournament_id)
    people = [
        [str(wires.people[person.pk]), person_values(person, PRIVATE_PERSON_FIELDS)]
        for person in Person.everybody.filter(pk__in=wires.people)
    ]
    return {
        "people": sorted(people, key=lambda row: str(row[0])),
        "deals": deal_rows(wires, tournament, machine=Machine.TRAVELLING),
    }


def private_bytes(event: SharedEvent, wires: Wires) -> bytes:
    """Return the private part as bytes to seal. The same part gives the same bytes."""
    return canonical(private_part(event, wires)).encode()


def write_private_part(event: SharedEvent, part: Mapping[str, Any]) -> None:
    """Write the private part of an event whose other parts are here, inside a transaction.

    People of this register keep their own details.
    """
    club = event.tournament.club
    Receiver(event, club, None).write_deals(part["deals"])
    shared_people = SharedPerson.objects.filter(club=club, came_from_elsewhere=True).select_related("person")
    by_wire = {str(shared.wire): shared.person for shared in shared_people}
    for wire, values in part["people"]:
        person = by_wire.get(str(wire))
        if person is None or person.erased_at is not None:
            continue
        for name in PRIVATE_PERSON_FIELDS:
            setattr(person, name, value_from_json(column_of(Person, name), values[name]))
        person.full_clean(validate_unique=False, validate_constraints=False)
        person.save(update_fields=PRIVATE_PERSON_FIELDS)
