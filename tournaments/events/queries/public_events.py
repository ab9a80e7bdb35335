"""The events that anybody may look at, of one club or of all: by how far they are, and those under way."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from tournaments.base.queries.rounds import RoundNow, SessionNow, read_sessions
from tournaments.base.queries.sessions import (
    DatedSession,
    current_session_key,
    planned_session,
    planned_sessions,
)
from tournaments.enums import TournamentState, Visibility
from tournaments.models import Club, Session, StandingsSnapshot, TableAccess, Tournament


@dataclass(frozen=True, slots=True)
class PublicEvents:
    """Events with their club; nothing is asked of the database until one of the lists is read."""

    open_to_players: QuerySet[Tournament]
    """Being prepared, and players enter themselves, or cancelled meanwhile; the next first."""
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


@dataclass(frozen=True, slots=True)
class RunningEvent:
    """An event with how far its current session has come."""

    tournament: Tournament
    round: RoundNow
    results_counted: int
    """As its ranking says, which may be a moment behind."""
    results_expected: int
    """0 before the session has a ranking."""
    has_table_codes: bool
    """Its tables have codes to scan, with which phones write their results."""
    session_number: int
    planned: DatedSession | None
    """Plan of the present session, where it is a later one."""
    is_complete: bool
    """Every result is in and no other session is planned: only the organiser's last word is missing."""


def list_running(tournaments: Iterable[Tournament], now: datetime) -> list[RunningEvent]:
    """Return events with their current sessions, in their order. Three queries, none without an event."""
    listed = list(tournaments)
    current = Session.objects.filter(tournament__in=listed, pk=current_session_key(OuterRef("tournament")))
    sessions = {row.session.tournament_id: row for row in read_sessions(current)}
    newest = StandingsSnapshot.objects.filter(
        session__in=current, version=F("session__standings__version")
    ).values_list("session__tournament", "results_counted", "results_expected")
    results = {tournament: (counted, expected) for tournament, counted, expected in newest}
    codes = TableAccess.objects.filter(table__section__session__in=current, revoked_at=None)
    coded = set(codes.values_list("table__section__session__tournament", flat=True).distinct())
    return [
        _running(event, sessions[event.pk], now, results.get(event.pk, (0, 0)), event.pk in coded)
        for event in listed
    ]


def _running(
    event: Tournament, session: SessionNow, now: datetime, results: tuple[int, int], has_table_codes: bool
) -> RunningEvent:
    number = session.session.number
    counted, expected = results
    return RunningEvent(
        tournament=event,
        round=session.round_now(now),
        results_counted=counted,
        results_expected=expected,
        has_table_codes=has_table_codes,
        session_number=number,
        planned=planned_session(event, number),
        is_complete=session.is_over and number > len(planned_sessions(event)),
    )
