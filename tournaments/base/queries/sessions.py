"""The sessions of a tournament: the current one and those before it."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, OuterRef, QuerySet

from tournaments.base.prepared import PreparedModels
from tournaments.core.formats.event_options import PlannedSession, read_event_options
from tournaments.core.formats.registry import find_format
from tournaments.models import Play, ResultSlip, Seating, Session, Tournament


def current_session(tournament: Tournament) -> Session:
    """Return the last session, prepared, played or finished, with its deals and its club. One query."""
    return _CURRENT.all(tournament.pk)[0]


def current_session_key(tournament: Tournament | OuterRef) -> QuerySet[Session, Any]:
    """Return the key of the current session as a subquery, to compare with a column. No query of its own."""
    return Session.objects.filter(tournament=tournament).order_by("-number").values("pk")[:1]


def find_session(tournament: Tournament, number: int) -> Session | None:
    """Return the session of this number, None if there is none. One query."""
    sessions = tournament.sessions.select_related("deal_set", "tournament__club")
    return sessions.filter(number=number).first()


@dataclass(frozen=True, slots=True)
class DatedSession:
    """A session planned after the first, with its day."""

    number: int
    plan: PlannedSession
    day: datetime.date


def planned_sessions(tournament: Tournament) -> list[DatedSession]:
    """Return the sessions planned after the first, opened or not, by number. No query."""
    options = read_event_options(tournament.options, find_format(tournament.format).plan)
    return dated_sessions(options.later_sessions, tournament.starts_on)


def planned_session(tournament: Tournament, number: int) -> DatedSession | None:
    """Return the plan of the session of this number; None for the first, or without a plan. No query."""
    return next((row for row in planned_sessions(tournament) if row.number == number), None)


def dated_sessions(plans: Iterable[PlannedSession], first_day: datetime.date) -> list[DatedSession]:
    """Return planned sessions with their numbers, from 2, and their days."""
    return [
        DatedSession(number, plan, first_day + datetime.timedelta(days=plan.days_after))
        for number, plan in enumerate(plans, start=2)
    ]


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session with its number of players and of results."""

    session: Session
    player_count: int
    """Number of players or teams: those seated once the seats are fixed, before that the number of places."""
    results_counted: int
    results_expected: int


def list_sessions(tournament: Tournament) -> list[SessionRow]:
    """Return every session of a tournament, by number. Five queries."""
    sessions = list(tournament.sessions.prefetch_related("sections__movement"))
    unit_counts = dict(
        Seating.objects.filter(round__section__session__in=sessions)
        .values_list("round__section__session")
        .annotate(units=Count("entry", distinct=True))
    )
    play_counts = dict(
        Play.objects.filter(round__section__session__in=sessions)
        .values_list("round__section__session")
        .annotate(plays=Count("pk"))
    )
    result_counts = dict(
        ResultSlip.objects.current()
        .filter(play__round__section__session__in=sessions)
        .values_list("play__round__section__session")
        .annotate(results=Count("pk"))
    )
    return [
        SessionRow(
            session=session,
            player_count=unit_counts.get(session.pk)
            or sum(section.player_count for section in session.sections.all()),
            results_counted=result_counts.get(session.pk, 0),
            results_expected=play_counts.get(session.pk, 0),
        )
        for session in sessions
    ]


_CURRENT = PreparedModels(
    lambda tournament: Session.objects.filter(tournament=tournament).order_by("-number")[:1],
    int,
    related=("deal_set", "tournament__club"),
)
