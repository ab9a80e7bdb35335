"""Identifiers of the rows of an event that changes its writer."""

import json

from publishing.models import SharedEvent, SharedRow
from publishing.queries.states import canonical, digest_of, load_parts, name_people


def note_rows(event: SharedEvent) -> None:
    """Store the identifier of every row without one, so that the state of another installation finds it."""
    name_people(event)
    known = set(event.rows.values_list("kind", "wire"))
    rows = []
    for name, part in load_parts(event).items():
        kind = name.partition("/")[0]
        values = dict(json.loads(part.text))
        rows += [
            SharedRow(
                event=event,
                part=name,
                kind=kind,
                wire=wire,
                row=number,
                digest=digest_of(canonical(values[wire]))[:32],
            )
            for wire, number in part.numbers.items()
            if (kind, wire) not in known
        ]
    SharedRow.objects.bulk_create(rows)
