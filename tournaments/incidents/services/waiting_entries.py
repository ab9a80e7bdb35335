"""Query for the players who are there and wait for a seat."""

from dataclasses import replace

from tournaments.base.queries.teams import entries_with_people
from tournaments.enums import IncidentKind
from tournaments.models import Entry, Session
from tournaments.seating.queries.seat_arrays import SeatArrays, load_seat_arrays

WAITS = "waits"
"""Solution of an arrival that takes no seat yet, in `facts["way"]`."""


def list_waiting(session: Session) -> list[Entry]:
    """Return the entries that joined without a seat and still have none, the first one first. Two queries."""
    incidents = session.incidents.in_force().filter(kind=IncidentKind.ARRIVING)
    keys = [
        step["entry"]
        # in the order of arrival; incidents come the latest first
        for incident in reversed(incidents)
        if incident.facts.get("way") == WAITS
        for step in incident.steps
        if step["step"] == "entry"
    ]
    if not keys:
        return []
    entries = entries_with_people(session.tournament).exclude(seatings__round__section__session=session)
    waiting_entries = entries.in_bulk(keys)
    return [waiting_entries[key] for key in keys if key in waiting_entries]


def load_arrays_with_waiting(session: Session, comes: object = None) -> SeatArrays | None:
    """Return the seats of a session, with the players who wait as the last units. Seven queries.

    Args:
        comes: an entry that is about to be seated, and does not count as waiting.
    """
    arrays = load_seat_arrays(session)
    if arrays is None:
        return None
    waiting_entries = [entry for entry in list_waiting(session) if entry != comes]
    return replace(arrays, entries=(*arrays.entries, *waiting_entries))
