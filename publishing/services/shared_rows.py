"""Identifiers of the rows of an event that changes its writer."""

import json

from publishing.models import SharedEvent, SharedRow
from publishing.queries.kinds import BY_NAME
from publishing.queries.states import load_state, name_people, row_digest


def note_rows(event: SharedEvent) -> None:
    """Store identifier and digest of every row as it is now, so that another installation's state finds it.

    Earlier digests are replaced: the rows have changed here since.
    """
    name_people(event)
    rows = []
    for name, part in load_state(event).parts.items():
        kind = name.partition("/")[0]
        values = dict(json.loads(part.text))
        rows += [
            SharedRow(
                event=event,
                part=name,
                kind=kind,
                wire=wire,
                row=number,
                digest=row_digest(BY_NAME[kind], values[wire]),
            )
            for wire, number in part.numbers.items()
        ]
    event.rows.all().delete()
    SharedRow.objects.bulk_create(rows)
