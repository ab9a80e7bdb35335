"""The events that anybody may look at, by how far they are: of one club, or of all."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.enums import TournamentState, Visibility
from tournaments.models import Club, Session, Tournament


@dataclass(frozen=True, slots=True)
class PublicEvents:
    """Events with their club; nothing is asked of the database until one of the lists is read."""

    open_to_players: QuerySet[Tournament]
    """Being prepared, and players enter themselves; the next first."""
    running: QuerySet[Tournament]
    coming: QuerySet[Tournament]
    """The seats are fixed, no result yet; the next first."""
    upcoming: QuerySet[Tournament]
    """Both of these; the next first."""
    finished: QuerySet[Tournament]
    """The latest first."""


def public_events(club: Club | None = None) -> PublicEvents:
    """What the front page shows, practice apart: of a club, or of all clubs."""
    events = Tournament.objects.filter(is_practice=False).select_related("club")
    if club is not None:
        events = events.filter(club=club)
    later = Session.objects.filter(tournament=OuterRef("pk"), number__gt=1)
    is_open = Q(~Exists(later), state=TournamentState.DRAFT, archived_at=None, opened_at__isnull=False)
    is_coming = Q(visibility=Visibility.PUBLIC, state=TournamentState.SEATED)
    public = events.filter(visibility=Visibility.PUBLIC)
    is_running = Q(state=TournamentState.PLAYING) | Q(state=TournamentState.DRAFT, sessions__number__gt=1)
    return PublicEvents(
        open_to_players=events.filter(is_open).order_by("starts_on", "pk"),
        running=public.filter(is_running).distinct(),
        coming=events.filter(is_coming).order_by("starts_on", "pk"),
        upcoming=events.filter(is_open | is_coming).order_by("starts_on", "pk"),
        finished=public.filter(state=TournamentState.FINISHED),
    )


def list_calendar(club: Club, today: date) -> list[Tournament]:
    """What a calendar of the club holds: the events to come or under way, the next first. Two queries."""
    events = public_events(club)
    known = (*events.upcoming, *events.running)
    due = {event.pk: event for event in known if event.starts_on >= today}
    return sorted(due.values(), key=lambda event: (event.starts_on, event.pk))
