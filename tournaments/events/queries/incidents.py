"""What was done about the incidents of a session, and what is still to be played because of them."""

from collections.abc import Sequence

from tournaments.models import Incident, Play, Session


def list_incidents(session: Session) -> list[Incident]:
    """Every guided action of a session, latest first, with who did it and who took it back. One query."""
    return list(session.incidents.select_related("made_by", "undone_by"))


def lines_to_play(incidents: Sequence[Incident]) -> dict[int, int]:
    """Lines put off by an action that have no result yet, by id of the incident. One query.

    An action that put nothing off, or that was taken back, is left out.
    """
    put_off = {
        incident.pk: set(incident.facts.get("put_off", ()))
        for incident in incidents
        if incident.undone_at is None and "put_off" in incident.facts
    }
    wanted = set().union(*put_off.values())
    missing = set(
        Play.objects.filter(pk__in=wanted).exclude(slips__is_current=True).values_list("pk", flat=True)
    )
    return {pk: len(plays & missing) for pk, plays in put_off.items()}
