"""People expected at the events of one day: each once, with all of their entries."""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from tournaments.base.access import Right, Visitor, has_right
from tournaments.base.queries.teams import people_of
from tournaments.entries.queries.arrivals import answers_search
from tournaments.enums import EntryPresence, TournamentState
from tournaments.models import Entry, Person, Tournament


@dataclass(frozen=True, slots=True)
class DayEntry:
    """One entry of a person, alone or in a team."""

    entry: Entry
    """The entry, with its tournament."""
    arrived_at: datetime | None
    """Time of the person's arrival for this entry."""
    is_announced: bool
    """True if the player has announced the arrival, and the reception has not confirmed it."""

    @property
    def is_confirmed(self) -> bool:
        """True if the reception has marked the person as arrived."""
        return self.arrived_at is not None and not self.is_announced


@dataclass(frozen=True, slots=True)
class DayGuest:
    """One person with their entries of the day, by the hour of the events."""

    person: Person
    entries: tuple[DayEntry, ...]

    @property
    def is_here(self) -> bool:
        """True if the person has arrived for all of their events."""
        return all(day_entry.is_confirmed for day_entry in self.entries)

    @property
    def is_marked(self) -> bool:
        """True if an arrival is marked or announced for one event at least."""
        return any(day_entry.arrived_at for day_entry in self.entries)

    @property
    def arrived_at(self) -> datetime | None:
        """Time of the first arrival."""
        return min((entry.arrived_at for entry in self.entries if entry.arrived_at), default=None)


@dataclass(frozen=True, slots=True)
class DayList:
    """The people who match a search, and the numbers of all of them."""

    guests: tuple[DayGuest, ...]
    expected: int
    arrived: int
    mark: str
    """Version of the list. It changes with each visible change."""

    @property
    def missing(self) -> int:
        return self.expected - self.arrived


def events_of_day(user: Visitor, tournament: Tournament) -> list[Tournament]:
    """Return the event and the others of its day that the user receives, by hour.

    One query, and those of the rights in each other event.
    """
    others = (
        Tournament.objects.select_related("club")
        .filter(
            club=tournament.club_id,
            starts_on=tournament.starts_on,
            is_practice=tournament.is_practice,
            cancelled_at=None,
            writer="",
        )
        .exclude(state=TournamentState.FINISHED)
        .exclude(pk=tournament.pk)
    )
    events = [tournament, *(event for event in others if has_right(user, event, Right.WELCOME))]
    # events without an hour come last
    return sorted(events, key=lambda event: (event.starts_at is None, event.starts_at, event.pk))


def load_day(tournaments: Collection[Tournament], search: str = "", *, only_missing: bool = False) -> DayList:
    """Return the people of some events, by name. Three queries at most.

    Args:
        search: as `load_arrivals`.
        only_missing: leave out the people who have arrived for all of their events.
    """
    rows = Entry.objects.filter(tournament__in=tournaments).exclude(presence=EntryPresence.WITHDRAWN)
    entries = rows.select_related("person").prefetch_related("members__person")
    events = {tournament.pk: tournament for tournament in tournaments}
    day_entries: dict[Person, list[DayEntry]] = {}
    for entry in entries:
        # no query for the event of each entry
        entry.tournament = events[entry.tournament_id]
        own_times = {member.person_id: member.arrived_at for member in entry.members.all()}
        for person in people_of(entry):
            own_time = own_times.get(person.pk)
            # a team has arrived with all members, also where none has a time of their own
            row = DayEntry(entry, own_time or entry.arrived_at, entry.is_announced and not own_time)
            day_entries.setdefault(person, []).append(row)
    order = {pk: place for place, pk in enumerate(events)}
    guests = [
        DayGuest(person, tuple(sorted(rows_of_person, key=lambda row: order[row.entry.tournament_id])))
        for person, rows_of_person in sorted(
            day_entries.items(), key=lambda item: (item[0].sort_key, item[0].pk)
        )
    ]
    listed_guests = tuple(
        guest
        for guest in guests
        if answers_search(search, [guest.person], [row.entry.name for row in guest.entries])
        and not (only_missing and guest.is_here)
    )
    arrived_count = sum(guest.is_here for guest in guests)
    states = [
        (
            guest.person.pk,
            str(guest.person),
            [
                (row.entry.tournament.name, str(row.entry), row.arrived_at, row.is_confirmed)
                for row in guest.entries
            ],
        )
        for guest in listed_guests
    ]
    text = repr((states, len(guests), arrived_count, search, only_missing))
    mark = hashlib.sha256(text.encode()).hexdigest()[:16]
    return DayList(listed_guests, len(guests), arrived_count, mark)
