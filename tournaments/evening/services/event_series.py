"""Series of events: make several evenings from the same choices, and undo it."""

import datetime
import uuid
from collections.abc import Callable, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.enums import TournamentState
from tournaments.evening.services.announcement import delete_empty_event, what_it_holds
from tournaments.evening.services.event_choices import EventChoices, make_event
from tournaments.models import Club, Tournament
from tournaments.trace.services.trace import record_event


@transaction.atomic
def make_series(
    *,
    club: Club,
    days: Sequence[datetime.date],
    name_of: Callable[[datetime.date], str],
    choices: EventChoices,
    starts_at: datetime.time | None,
    created_by: User | None,
) -> uuid.UUID:
    """Make an event from these choices on each day. Return the key of the series.

    Raises:
        AppError: as `make_event`; then no event is made.
    """
    key = uuid.uuid4()
    for day in days:
        event = make_event(
            club=club,
            name=name_of(day),
            starts_on=day,
            starts_at=starts_at,
            choices=choices,
            created_by=created_by,
        )
        Tournament.objects.filter(pk=event.pk).update(series=key)
    record_event(club=club, actor=created_by, action="club.series_made", subject=str(len(days)))
    return key


def why_it_stays(tournament: Tournament) -> str:
    """Return why undoing a series keeps an event; "" if it is untouched. At most five queries."""
    if tournament.state != TournamentState.DRAFT:
        return _("Les places sont fixées, ou le tournoi est joué.")
    if tournament.opened_at is not None:
        return _("Les préinscriptions sont ouvertes.")
    if tournament.sessions.filter(number__gt=1).exists():
        return _("Une séance est déjà jouée.")
    return what_it_holds(tournament)


@transaction.atomic
def undo_series(*, club: Club, key: uuid.UUID, undone_by: User | None) -> int:
    """Delete the untouched events of a series. Return their number."""
    events = list(Tournament.objects.select_for_update(of=("self",)).filter(club=club, series=key))
    untouched_events = [event for event in events if not why_it_stays(event)]
    for event in untouched_events:
        delete_empty_event(tournament=event, deleted_by=undone_by)
    return len(untouched_events)
