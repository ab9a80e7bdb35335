"""Refresh of a session's ranking on request: one refresh at a time, numbered snapshots."""

from django.db.models import F

from common.live.notifying import notify_pages
from tournaments.enums import HookKind, TournamentState
from tournaments.models import Session, Standings, StandingsSnapshot, Tournament
from tournaments.rankings.queries.session_plays import load_session
from tournaments.rankings.queries.standings import rank_loaded
from tournaments.trace.services.hook_requests import request_messages
from tournaments.work.kinds import STANDINGS, request_competition_rankings, request_records
from tournaments.work.topics import standings_topic


def refresh_standings(*, session: Session) -> StandingsSnapshot | None:
    """Compute the ranking and store it as a new version; None without a request."""

    def rank(version: int) -> StandingsSnapshot:
        loaded = load_session(session)
        return StandingsSnapshot(
            session=session,
            version=version,
            method=session.tournament.format,
            rows=rank_loaded(loaded),
            results_counted=loaded.results_counted,
            results_expected=loaded.results_expected,
        )

    return STANDINGS.keep_next(session.pk, rank, then=_pass_on)


def _pass_on(snapshot: StandingsSnapshot) -> None:
    """Store the time of the ranking, notify its readers, and request the rankings that depend on it."""
    session = snapshot.session
    if session.tournament.first_finished_at is not None:
        _note_correction(snapshot)
    notify_pages(standings_topic(session.tournament_id))
    Standings.objects.filter(session=session).update(updated_at=snapshot.created_at)
    request_messages(tournament=session.tournament, kind=HookKind.RANKING)
    request_competition_rankings(tournament=session.tournament)
    if session.tournament.state == TournamentState.FINISHED:
        request_records(tournament=session.tournament)


def _note_correction(snapshot: StandingsSnapshot) -> None:
    """Store the time of a changed ranking on an event that has been finished. Papers of it are outdated."""
    complete_snapshots = StandingsSnapshot.objects.filter(
        session=snapshot.session_id, results_counted=F("results_expected")
    )
    # a ranking with missing results says so itself
    last_rows = complete_snapshots.order_by("-version").values_list("version", "rows")[:2]
    if len(last_rows) == 2 and last_rows[0][0] == snapshot.version and last_rows[0][1] != last_rows[1][1]:
        Tournament.objects.filter(sessions=snapshot.session_id, writer="").update(
            corrected_at=snapshot.created_at
        )
