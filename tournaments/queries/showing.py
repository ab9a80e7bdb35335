"""What shows of a session now: the organiser's choice, read with how far the play has come."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef
from django.utils import timezone

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
from tournaments.models import Play, ResultSlip, Session, Tournament
from tournaments.queries.rounds import load_round
from tournaments.queries.sessions import current_session


def showing_of(tournament: Tournament) -> Showing:
    """What the organiser chose. No query."""
    return read_showing(tournament.showing)


def shown_of(session: Session, viewer: Viewer) -> frozenset[Part]:
    """The parts of a session, loaded with its tournament, that somebody sees now.

    No query while nothing depends on how far the play has come; else five.
    """
    showing = showing_of(session.tournament)
    return shown_parts(showing, load_play_state(session, showing), viewer)


def waiting_for(session: Session, part: Part, viewer: Viewer) -> Moment | None:
    """What a hidden part of a session waits for, None when somebody sees it. Queries as `shown_of`."""
    showing = showing_of(session.tournament)
    return waits_for(showing, part, load_play_state(session, showing), viewer)


def waiting_for_all(tournaments: Iterable[Tournament]) -> Moment | None:
    """What the rankings of several tournaments wait for before the public sees them all; None for nothing.

    No query, six for each tournament whose choice depends on how far the play has come.
    """
    for tournament in tournaments:
        showing = showing_of(tournament)
        state = load_play_state(current_session(tournament), showing) if showing.needs_state else PlayState()
        if (moment := waits_for(showing, Part.RANKING, state, Viewer.EVERYBODY)) is not None:
            return moment
    return None


def load_play_state(session: Session, showing: Showing) -> PlayState:
    """How far a session has come, as far as the choice asks for it. Five queries, or none."""
    if not showing.needs_state:
        return PlayState()
    tournament = session.tournament
    is_over = tournament.state == TournamentState.FINISHED
    has_result = Exists(ResultSlip.objects.current().filter(play=OuterRef("pk")))
    due = Play.objects.filter(round__section__session=session)
    this_round = load_round(session, timezone.now())
    return PlayState(
        round_number=this_round.number,
        round_count=this_round.round_count,
        is_session_over=due.exists() and not due.exclude(has_result).exists(),
        is_session_closed=is_over or tournament.sessions.filter(number__gt=session.number).exists(),
        is_event_over=is_over,
    )
