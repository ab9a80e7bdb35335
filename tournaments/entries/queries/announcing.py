"""Arrivals that players announce themselves: whether it is time, and the entry of the reader."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from enum import Enum, auto

from django.utils import timezone

from accounts.models import User
from tournaments.entries.queries.registrations import own_players
from tournaments.enums import TournamentState
from tournaments.models import Entry, EntryOpening, Registration, Tournament

BEFORE_START = timedelta(hours=1)
"""Time before the start from which players may announce their arrival."""
AFTER_START = timedelta(hours=12)
"""Time after the start until which they may."""


class AnnouncingPhase(Enum):
    """State of an event for players who want to announce their arrival."""

    OFF = auto()
    """The organiser has not allowed it."""
    EARLY = auto()
    OPEN = auto()
    CLOSED = auto()
    """The event is cancelled, finished or past."""


@dataclass(frozen=True, slots=True)
class AnnouncedArrival:
    """A reader's own entry, and whether they may announce its arrival."""

    entry: Entry
    phase: AnnouncingPhase
    opens_at: datetime

    @property
    def is_open(self) -> bool:
        """True if the arrival may be announced now and is not marked yet."""
        return self.phase is AnnouncingPhase.OPEN and self.entry.arrived_at is None

    @property
    def is_early(self) -> bool:
        """True if the arrival may be announced later."""
        return self.phase is AnnouncingPhase.EARLY and self.entry.arrived_at is None


def takes_arrivals(tournament: Tournament) -> bool:
    """Return whether players may announce their arrival at an event. One query."""
    return EntryOpening.objects.filter(tournament=tournament, takes_arrivals=True).exists()


def announcing_opens_at(tournament: Tournament) -> datetime:
    """Return the time from which arrivals may be announced: midnight for an event without an hour."""
    start = timezone.make_aware(datetime.combine(tournament.starts_on, tournament.starts_at or time.min))
    return start - BEFORE_START if tournament.starts_at else start


def announcing_phase(tournament: Tournament, moment: datetime) -> AnnouncingPhase:
    """Return the state of an event for arrivals that players announce. One query, none when it is closed."""
    opens_at = announcing_opens_at(tournament)
    lasting = BEFORE_START + AFTER_START if tournament.starts_at else timedelta(days=1)
    is_over = tournament.cancelled_at is not None or tournament.state == TournamentState.FINISHED
    if is_over or moment >= opens_at + lasting:
        return AnnouncingPhase.CLOSED
    if not takes_arrivals(tournament):
        return AnnouncingPhase.OFF
    return AnnouncingPhase.EARLY if moment < opens_at else AnnouncingPhase.OPEN


def own_arrival(entry: Entry | None, tournament: Tournament, moment: datetime) -> AnnouncedArrival | None:
    """Return the reader's entry with its arrival; None without one, or if the event takes none.

    One query, none without an entry.
    """
    if entry is None:
        return None
    phase = announcing_phase(tournament, moment)
    is_shown = phase in (AnnouncingPhase.EARLY, AnnouncingPhase.OPEN)
    return AnnouncedArrival(entry, phase, announcing_opens_at(tournament)) if is_shown else None


def entry_of_sender(registration: Registration) -> Entry | None:
    """Return the entry of the player who sent a registration, not those of partners. One query."""
    entries = Entry.objects.filter(registered_players__in=own_players(registration)[:1])
    return entries.select_related("person").first()


def entry_of_account(tournament: Tournament, user: User) -> Entry | None:
    """Return the entry whose player, or a member of whose team, has this account. One query.

    A player whom the reader only claims to be does not count.
    """
    people = user.people.values("pk")
    entries = tournament.entries.filter(person__in=people) | tournament.entries.filter(
        members__person__in=people
    )
    return entries.select_related("person").order_by("pk").distinct().first()
