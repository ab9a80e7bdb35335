"""Keeping the standings up to date: durable requests, one refresh at a time, numbered snapshots."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from common.moments import NOTHING, left_of
from common.queueing import after_commit
from tournaments.enums import TournamentState
from tournaments.models import Session, Standings, StandingsRequest, StandingsSnapshot
from tournaments.rankings.queries.session_plays import load_session
from tournaments.rankings.queries.standings import rank_loaded
from tournaments.seasons.services.competitions import request_rankings_of
from tournaments.seasons.services.ratings import request_records

REFRESH_GAP = timedelta(seconds=1)
"""At least this long between two refreshes of a session, so that a burst makes few of them."""


def request_refresh(*, session: Session) -> None:
    """Mark the session as changed, inside the transaction of the change; the ranking follows.

    Only the oldest of several waiting requests nudges the worker: a refresh that ends looks for
    requests it has not seen, and the sweep finds what a lost nudge left. It is asked after the commit: an
    older request that waits then is forgotten by a refresh that will see this one.
    """
    request = StandingsRequest.objects.create(session=session)
    older = StandingsRequest.objects.filter(session=session, pk__lt=request.pk)
    after_commit("tournaments.refresh_standings", unless=older.exists, session_id=session.pk)


def refresh_delay(*, session: Session) -> timedelta | None:
    """How long a refresh should still wait; None when nothing asks for one. Two queries."""
    if not StandingsRequest.objects.filter(session=session).exists():
        return None
    updated_at = Standings.objects.values_list("updated_at", flat=True).get(session=session)
    if updated_at is None:
        return NOTHING
    return left_of(REFRESH_GAP, updated_at, timezone.now())


def refresh_standings(*, session: Session) -> StandingsSnapshot | None:
    """Compute the ranking and keep it as a new version; None when nobody asked for one.

    Nothing is locked while results are loaded and ranked: SQLite has one lock for all who write, and
    entering a result never waits for a ranking. The requests are read before the results, so that each one
    deleted here has been taken into account; a version stored meanwhile by another refresh makes this one
    begin again.
    """
    while True:
        version = Standings.objects.values_list("version", flat=True).get(session=session)
        seen = list(StandingsRequest.objects.filter(session=session).values_list("pk", flat=True))
        if not seen:
            return None
        loaded = load_session(session)
        snapshot = StandingsSnapshot(
            session=session,
            version=version + 1,
            method=session.tournament.format,
            rows=rank_loaded(loaded),
            results_counted=loaded.results_counted,
            results_expected=loaded.results_expected,
        )
        if _store(snapshot, seen):
            return snapshot


@transaction.atomic
def _store(snapshot: StandingsSnapshot, seen: list[int]) -> bool:
    """Keep the next version and forget the requests that it takes into account; not on another version."""
    session = snapshot.session
    standings = Standings.objects.select_for_update().get(session=session)
    if standings.version != snapshot.version - 1:
        return False
    standings.version, standings.updated_at = snapshot.version, timezone.now()
    snapshot.created_at = standings.updated_at
    snapshot.save(force_insert=True)
    standings.save(update_fields=["version", "updated_at"])
    StandingsRequest.objects.filter(pk__in=seen).delete()
    request_rankings_of(tournament=session.tournament)
    if session.tournament.state == TournamentState.FINISHED:
        request_records(tournament=session.tournament)
    return True
