"""Arrival and departure of a person, for all events of a day at once."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from tournaments.entries.services.entries import mark_arrival
from tournaments.enums import EntryPresence, TournamentState
from tournaments.events.services.events import lock_tournament
from tournaments.models import Entry, EntryMember, Person, Tournament
from tournaments.trace.services.trace import record_event


@dataclass(frozen=True, slots=True)
class DayMark:
    """Result of a mark."""

    marked: tuple[Entry, ...]
    """Entries for which the person has arrived, or has left."""
    under_way: tuple[Tournament, ...]
    """Events under way, from which only the director takes a player."""


@transaction.atomic
def mark_person_of_day(
    *, person: Person, tournaments: Collection[Tournament], is_here: bool, marked_by: User | None
) -> DayMark:
    """Mark a person as arrived in some events, or as gone from those that have not begun.

    A team arrives with its last member, and no longer counts as arrived once a member is gone.
    """
    marked, under_way = [], []
    # in one order, so that two receptions do not wait for each other
    for tournament in sorted(tournaments, key=lambda event: event.pk):
        locked_tournament = lock_tournament(tournament)
        entry = _entry_of(person, locked_tournament)
        if entry is None:
            continue
        if not is_here and locked_tournament.state in (TournamentState.PLAYING, TournamentState.FINISHED):
            under_way.append(locked_tournament)
            continue
        member = entry.members.filter(person=person).first()
        if member is None:
            mark_arrival(entry=entry, is_here=is_here, marked_by=marked_by)
        else:
            _mark_member(entry, member, is_here=is_here, marked_by=marked_by)
        marked.append(entry)
    return DayMark(tuple(marked), tuple(under_way))


def _entry_of(person: Person, tournament: Tournament) -> Entry | None:
    entries = tournament.entries.select_related("person").exclude(presence=EntryPresence.WITHDRAWN)
    return (
        entries.filter(members__person=person).first() or entries.filter(person=person, members=None).first()
    )


def _mark_member(entry: Entry, member: EntryMember, *, is_here: bool, marked_by: User | None) -> None:
    """Mark a member of a team in a locked event, and the team with the last one."""
    members = EntryMember.objects.filter(entry=entry)
    is_confirmed = entry.arrived_at is not None and not entry.is_announced
    if is_confirmed:
        # a member who joined a team after its arrival has no time of their own
        members.filter(arrived_at=None).update(arrived_at=entry.arrived_at)
    members.filter(pk=member.pk).update(arrived_at=(member.arrived_at or timezone.now()) if is_here else None)
    is_complete = not members.filter(arrived_at=None).exists()
    # the arrival that one member announced waits for all others, unless one of them is gone
    if is_complete or is_confirmed or (entry.is_announced and not is_here):
        mark_arrival(entry=entry, is_here=is_complete, marked_by=marked_by, with_members=False)
    if is_complete:
        return
    record_event(
        club=entry.tournament.club,
        tournament=entry.tournament,
        actor=marked_by,
        action="entry.member_arrived" if is_here else "entry.member_left",
        subject=str(member.person),
        person=member.person,
    )
