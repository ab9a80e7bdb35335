"""Queries for public events, of one club or of all: by state, and with the progress of those under way."""

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
    """Lazy lists of events with their club. Each list is queried when it is read."""

    open_to_players: QuerySet[Tournament]
    """Events in preparation that players enter themselves, the next first. Cancelled ones are among them."""
    running: QuerySet[Tournament]
    coming: QuerySet[Tournament]
    """Events with fixed seats and no result yet, the next first."""
    upcoming: QuerySet[Tournament]
    """The events of `open_to_players` and `coming`, the next first."""
    finished: QuerySet[Tournament]
    """Finished events, the latest first."""


def public_events(club: Club | None = None) -> PublicEvents:
    """Return the events of the front page, without practice events.

    Args:
        club: the club of the events; None for all clubs.
    """
    events = Tournament.objects.filter(is_practice=False).select_related("club")
    if club is not None:
        events = events.filter(club=club)
    # an event with a second session is under way, although its state is DRAFT between the two
    later_sessions = Session.objects.filter(tournament=OuterRef("pk"), number__gt=1)
    is_open = Q(
        ~Exists(later_sessions), state=TournamentState.DRAFT, archived_at=None, opened_at__isnull=False
    )
    is_coming = Q(visibility=Visibility.PUBLIC, state=TournamentState.SEATED)
    public = events.filter(visibility=Visibility.PUBLIC)
    is_running = Q(state=TournamentState.PLAYING) | Q(state=TournamentState.DRAFT, sessions__number__gt=1)
    return PublicEvents(
        open_to_players=events.filter(is_open).order_by("starts_on", "pk"),
        # the join with the sessions repeats an event
        running=public.filter(is_running).distinct(),
        coming=events.filter(is_coming).order_by("starts_on", "pk"),
        upcoming=events.filter(is_open | is_coming).order_by("starts_on", "pk"),
        finished=public.filter(state=TournamentState.FINISHED),
    )


def list_calendar(club: Club, today: date) -> list[Tournament]:
    """Return the events of a club's calendar: those to come or under way, the next first. Two queries."""
    events = public_events(club)
    unfinished_events = (*events.upcoming, *events.running)
    current_events = {event.pk: event for event in unfinished_events if event.starts_on >= today}
    return sorted(current_events.values(), key=lambda event: (event.starts_on, event.pk))


@dataclass(frozen=True, slots=True)
class RunningEvent:
    """An event with the progress of its current session."""

    tournament: Tournament
    round: RoundNow
    results_counted: int
    """Number of results in the ranking, which may be a moment behind."""
    results_expected: int
    """Number of results of the full session; 0 before it has a ranking."""
    has_table_codes: bool
    """True if the tables have codes to scan, with which phones enter results."""
    session_number: int
    planned: DatedSession | None
    """Plan of the current session; None for the first one, or without a plan."""
    is_complete: bool
    """True if every result is in and no other session is planned.

    The organiser can then finish the event.
    """


def list_running(tournaments: Iterable[Tournament], moment: datetime) -> list[RunningEvent]:
    """Return events with their current sessions, in the given order. Three queries; none without an event."""
    events = list(tournaments)
    current = Session.objects.filter(tournament__in=events, pk=current_session_key(OuterRef("tournament")))
    sessions = {row.session.tournament_id: row for row in read_sessions(current)}
    newest = StandingsSnapshot.objects.filter(
        session__in=current, version=F("session__standings__version")
    ).values_list("session__tournament", "results_counted", "results_expected")
    result_counts = {
        tournament: (result_count, play_count) for tournament, result_count, play_count in newest
    }
    codes = TableAccess.objects.filter(table__section__session__in=current, revoked_at=None)
    coded_events = set(codes.values_list("table__section__session__tournament", flat=True).distinct())
    return [
        _running(
            event, sessions[event.pk], moment, result_counts.get(event.pk, (0, 0)), event.pk in coded_events
        )
        for event in events
    ]


def _running(
    event: Tournament, session: SessionNow, moment: datetime, results: tuple[int, int], has_table_codes: bool
) -> RunningEvent:
    number = session.session.number
    result_count, play_count = results
    return RunningEvent(
        tournament=event,
        round=session.round_now(moment),
        results_counted=result_count,
        results_expected=play_count,
        has_table_codes=has_table_codes,
        session_number=number,
        planned=planned_session(event, number),
        is_complete=session.is_over and number > len(planned_sessions(event)),
    )
