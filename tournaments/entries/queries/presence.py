"""Who plays in whose place: substitutions of a session, and the people at its tables in the end."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Max, QuerySet

from tournaments.base.queries.teams import entries_with_people, people_of
from tournaments.models import Entry, Person, Session, Substitution


@dataclass(frozen=True, slots=True)
class PresentEntry:
    """An entry with the people who play for it now."""

    entry: Entry
    people: tuple[Person, ...]
    """After all substitutions; in the order of the members, who came last behind."""
    round_count: int
    """Rounds that the entry plays in the session, the last one's number; 0 for one that sits it out."""
    substitutions: tuple[Substitution, ...]
    """By round."""


def list_substitutions(session: Session) -> QuerySet[Substitution]:
    """Those of a session with their people, by round. One query."""
    return session.substitutions.select_related("entry", "leaves", "person")


def list_present(session: Session) -> list[PresentEntry]:
    """Every entry of the session's tournament with its people, by name. Four queries."""
    by_entry: dict[int, list[Substitution]] = {}
    for row in list_substitutions(session):
        by_entry.setdefault(row.entry_id, []).append(row)
    seated = Entry.objects.filter(seatings__round__section__session=session)
    rounds = dict(seated.values_list("pk").annotate(last=Max("seatings__round__number")).order_by())
    return [
        PresentEntry(
            entry,
            people_after(people_of(entry), by_entry.get(entry.pk, ())),
            rounds.get(entry.pk, 0),
            tuple(by_entry.get(entry.pk, ())),
        )
        for entry in entries_with_people(session.tournament)
    ]


def people_after(people: Iterable[Person], substitutions: Iterable[Substitution]) -> tuple[Person, ...]:
    """Who plays once these substitutions of an entry have been made, in their order."""
    playing = {person.pk: person for person in people}
    for row in substitutions:
        playing.pop(row.leaves_id, None)
        playing[row.person_id] = row.person
    return tuple(playing.values())
