"""What shows of a session now: the organiser's choice, read with how far the play has come."""

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
    """What the organiser chose. No query."""
    return read_showing(tournament.showing)


def shown_of(session: Session, viewer: Viewer) -> frozenset[Part]:
    """The parts of a session, loaded with its tournament, that somebody sees now.

    No query while nothing depends on how far the play has come; else one.
    """
    showing = showing_of(session.tournament)
    return shown_parts(showing, load_play_state(session, showing), viewer)


def waiting_for(session: Session, part: Part, viewer: Viewer) -> Moment | None:
    """What a hidden part of a session waits for, None when somebody sees it. Queries as `shown_of`."""
    showing = showing_of(session.tournament)
    return waits_for(showing, part, load_play_state(session, showing), viewer)


def waiting_for_all(tournaments: Sequence[Tournament]) -> Moment | None:
    """What the rankings of several tournaments wait for before the public sees them all; None for nothing.

    One query, none where no choice depends on how far the play has come.
    """
    states = _current_states([row for row in tournaments if showing_of(row).needs_state])
    for tournament in tournaments:
        state = states.get(tournament.pk, PlayState())
        waits = waits_for(showing_of(tournament), Part.RANKING, state, Viewer.EVERYBODY)
        if waits is not None:
            return waits
    return None


def load_play_state(session: Session, showing: Showing) -> PlayState:
    """How far a session has come, as far as the choice asks for it. One query, or none."""
    if not showing.needs_state:
        return PlayState()
    (found,) = read_sessions(Session.objects.filter(pk=session.pk))
    return play_state(found, session.tournament, timezone.now())


def play_state(found: SessionNow, tournament: Tournament, now: datetime) -> PlayState:
    """How far a session of the tournament has come, as the choice of what shows reads it. No query."""
    this_round = found.round_now(now)
    is_event_over = tournament.state == TournamentState.FINISHED
    return PlayState(
        round_number=this_round.number,
        round_count=this_round.round_count,
        is_session_over=found.is_over,
        is_session_closed=is_event_over or not found.is_last,
        is_event_over=is_event_over,
    )


def _current_states(tournaments: Sequence[Tournament]) -> dict[int, PlayState]:
    """How far the current session of each tournament has come, by its id. One query, none for none."""
    by_id = {tournament.pk: tournament for tournament in tournaments}
    later = Session.objects.filter(tournament=OuterRef("tournament"), number__gt=OuterRef("number"))
    current = Session.objects.filter(~Exists(later), tournament__in=by_id)
    return {
        found.session.tournament_id: play_state(found, by_id[found.session.tournament_id], timezone.now())
        for found in (read_sessions(current) if by_id else ())
    }
