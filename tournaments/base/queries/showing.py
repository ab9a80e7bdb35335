"""Parts of a session that are visible now: the organiser's choice, combined with the progress of play."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef
from django.utils import timezone

from tournaments.base.queries.rounds import SessionNow, read_sessions
from tournaments.core.showing import (
    Moment,
    Part,
    PlayState,
    Showing,
    Viewer,
    read_showing,
    shown_parts,
    waits_for,
)
from tournaments.enums import TournamentState
from tournaments.models import Session, Tournament


def showing_of(tournament: Tournament) -> Showing:
    """Return the organiser's choice of visible parts. No query."""
    return read_showing(tournament.showing)


def shown_of(session: Session, viewer: Viewer) -> frozenset[Part]:
    """Return the parts of a session, loaded with its tournament, that a viewer may see now.

    No query if no choice depends on the progress of play; else one.
    """
    showing = showing_of(session.tournament)
    return shown_parts(showing, load_play_state(session, showing), viewer)


def waiting_for(session: Session, part: Part, viewer: Viewer) -> Moment | None:
    """Return the moment from which a hidden part of a session is visible, None for a visible part.

    Queries as `shown_of`.
    """
    showing = showing_of(session.tournament)
    return waits_for(showing, part, load_play_state(session, showing), viewer)


def waiting_for_all(tournaments: Sequence[Tournament]) -> Moment | None:
    """Return the moment for which the rankings of several tournaments wait before the public sees them all.

    None if they are visible. One query, none if no choice depends on the progress of play.
    """
    states = _current_states([row for row in tournaments if showing_of(row).needs_state])
    for tournament in tournaments:
        state = states.get(tournament.pk, PlayState())
        awaited_moment = waits_for(showing_of(tournament), Part.RANKING, state, Viewer.EVERYBODY)
        if awaited_moment is not None:
            return awaited_moment
    return None


def load_play_state(session: Session, showing: Showing) -> PlayState:
    """Return the progress of a session, as far as the choice of visible parts depends on it.

    One query or none.
    """
    if not showing.needs_state:
        return PlayState()
    (session_now,) = read_sessions(Session.objects.filter(pk=session.pk))
    return play_state(session_now, session.tournament, timezone.now())


def play_state(session_now: SessionNow, tournament: Tournament, moment: datetime) -> PlayState:
    """Return the progress of a session in the form that the choice of visible parts reads. No query."""
    this_round = session_now.round_now(moment)
    is_event_over = tournament.state == TournamentState.FINISHED
    return PlayState(
        round_number=this_round.number,
        round_count=this_round.planned_count,
        is_session_over=session_now.is_over,
        # the opening of the next session closes this one
        is_session_closed=is_event_over or not session_now.is_last,
        is_event_over=is_event_over,
    )


def _current_states(tournaments: Sequence[Tournament]) -> dict[int, PlayState]:
    """Return the progress of the current session of each tournament, by its id.

    One query, none without tournaments.
    """
    by_id = {tournament.pk: tournament for tournament in tournaments}
    later_sessions = Session.objects.filter(tournament=OuterRef("tournament"), number__gt=OuterRef("number"))
    current_sessions = Session.objects.filter(~Exists(later_sessions), tournament__in=by_id)
    return {
        session_now.session.tournament_id: play_state(
            session_now, by_id[session_now.session.tournament_id], timezone.now()
        )
        for session_now in (read_sessions(current_sessions) if by_id else ())
    }
