"""Substitutions of a session, and the people who play for each entry."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Max, QuerySet

from tournaments.base.queries.teams import entries_with_people, people_of
from tournaments.models import Entry, Person, Session, Substitution


@dataclass(frozen=True, slots=True)
class PresentEntry:
    """An entry with its present players."""

    entry: Entry
    people: tuple[Person, ...]
    """Players after all substitutions, in the order of the members. Substitutes come last, in order of
    arrival.
    """
    round_count: int
    """Number of the entry's last round in the session; 0 for an entry that sits it out."""
    substitutions: tuple[Substitution, ...]
    """Substitutions of the entry, by round."""


def list_substitutions(session: Session) -> QuerySet[Substitution]:
    """Return the substitutions of a session with their people, by round. One query."""
    return session.substitutions.select_related("entry", "leaves", "person")


def list_present(session: Session) -> list[PresentEntry]:
    """Return all entries of the session's tournament with their players, by name. Four queries."""
    substitutions_by_entry: dict[int, list[Substitution]] = {}
    for substitution in list_substitutions(session):
        substitutions_by_entry.setdefault(substitution.entry_id, []).append(substitution)
    seated_entries = Entry.objects.filter(seatings__round__section__session=session)
    rounds = dict(seated_entries.values_list("pk").annotate(last=Max("seatings__round__number")).order_by())
    return [
        PresentEntry(
            entry,
            people_after(people_of(entry), substitutions_by_entry.get(entry.pk, ())),
            rounds.get(entry.pk, 0),
            tuple(substitutions_by_entry.get(entry.pk, ())),
        )
        for entry in entries_with_people(session.tournament)
    ]


def people_after(people: Iterable[Person], substitutions: Iterable[Substitution]) -> tuple[Person, ...]:
    """Return the players of an entry after these substitutions, applied in their order."""
    players = {person.pk: person for person in people}
    for substitution in substitutions:
        players.pop(substitution.leaves_id, None)
        players[substitution.person_id] = substitution.person
    return tuple(players.values())


def gone_entries(session: Session) -> set[int]:
    """Return the ids of entries that left in this session and did not come back. One query.

    An entry counts as gone even if another player has its place now.
    """
    is_gone: dict[int, bool] = {}
    for incident in session.incidents.in_force():  # the latest first
        for fact in ("left", "back"):
            if fact in incident.facts:
                # the latest incident of an entry decides; earlier ones do not change it
                is_gone.setdefault(incident.facts[fact], fact == "left")
    return {pk for pk, has_left in is_gone.items() if has_left}
