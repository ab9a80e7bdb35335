"""Actions on the clock of a session: set, start, pause, resume, extend, set for the next round."""

from collections.abc import Callable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from common.text.moments import NOTHING
from tournaments.base.queries.rounds import load_round
from tournaments.base.words.wording import app_error
from tournaments.core.formats.proposals import Pace
from tournaments.core.formats.registry import find_format
from tournaments.core.hall.clock import (
    Clock,
    ClockError,
    clock_of_next_round,
    extend_clock,
    make_waiting_clock,
    pause,
    resume,
    start_clock,
)
from tournaments.enums import PLAYED_STATES
from tournaments.models import RoundClock, Session, Tournament
from tournaments.trace.services.trace import record_event

SKEW = timedelta(seconds=10)
"""Largest tolerated difference between the clocks of two machines of one site."""
CLOCK_FIELDS = ("round_number", "length", "added", "started_at", "paused_at", "paused_for")
"""Fields of `RoundClock` that are stored from a `Clock`."""


def proposed_minutes(session: Session) -> int:
    """Return the length of a round at the adviser's pace: boards × minutes per deal. One query."""
    boards = max(session.sections.values_list("boards_per_set", flat=True))
    return Pace().round_minutes(find_format(session.tournament.format), boards)


@transaction.atomic
def turn_clock(*, session: Session, round_number: int, minutes: int, turned_by: User | None) -> RoundClock:
    """Set the clock for a round, not started. This replaces the previous setting.

    Raises:
        AppError: the round does not exist (`no_such_round`), the length is out of bounds (`clock_length`), or
            the event is not being played (`not_playing`).
    """
    _refuse_unless_played(session.tournament)
    if not 1 <= round_number <= load_round(session, timezone.now()).round_count:
        reason = _("Cette séance n’a pas cette position.")
        raise AppError("no_such_round", reason, fields={"round_number": reason})
    clock = _app_errors(lambda: make_waiting_clock(round_number, timedelta(minutes=minutes)))
    # before the first setting there is no clock to lock
    Session.objects.select_for_update(of=("self",), no_key=True).get(pk=session.pk)
    row = RoundClock.objects.select_for_update().filter(session=session).first()
    previous_state = _trace(row) if row else None
    if row is None:
        row = RoundClock(session=session)
    return _store(row, clock, "hall.clock_set", turned_by, previous_state)


def start_round(*, session: Session, started_by: User | None) -> RoundClock:
    """Start the clock of the round; see `tournaments.core.hall.clock.start_clock` for refusals."""
    return _change(
        session, lambda clock: start_clock(clock, timezone.now()), "hall.clock_started", started_by
    )


def pause_round(*, session: Session, paused_by: User | None) -> RoundClock:
    """Pause the clock."""
    return _change(session, lambda clock: pause(clock, timezone.now()), "hall.clock_paused", paused_by)


def resume_round(*, session: Session, resumed_by: User | None) -> RoundClock:
    """Resume the clock after a pause."""
    return _change(session, lambda clock: resume(clock, timezone.now()), "hall.clock_resumed", resumed_by)


def extend_round(*, session: Session, minutes: int, extended_by: User | None) -> RoundClock:
    """Add minutes to the round; a negative number shortens it."""
    by = timedelta(minutes=minutes)
    return _change(session, lambda clock: extend_clock(clock, by), "hall.clock_extended", extended_by)


@transaction.atomic
def call_next_round(*, session: Session, called_by: User | None) -> RoundClock:
    """Set the clock for the next round, not started, so that players change tables."""
    last = load_round(session, timezone.now()).round_count
    return _change(session, lambda clock: clock_of_next_round(clock, last), "hall.round_called", called_by)


def begin_rounds_ahead_again() -> int:
    """Restart now all rounds that began in the future, because the machine's clock was set back. One query.

    Otherwise their clocks would stand still until that time. The director may shorten such a round.

    Returns:
        Number of rounds that were restarted.
    """
    moment = timezone.now()
    # with a margin: two machines of a site may differ a little, which is no error
    future_rounds = RoundClock.objects.filter(started_at__gt=moment + SKEW, paused_at=None)
    # earlier pauses belong to the old start
    return future_rounds.update(started_at=moment, paused_for=NOTHING)


@transaction.atomic
def _change(
    session: Session, change: Callable[[Clock], Clock], action: str, actor: User | None
) -> RoundClock:
    """Apply an action to the locked clock and write its trace."""
    _refuse_unless_played(session.tournament)
    row = RoundClock.objects.select_for_update().filter(session=session).first()
    if row is None:
        raise AppError("clock_missing", _("Réglez d’abord l’horloge : la position et sa durée."))
    previous_state = _trace(row)
    return _store(row, _app_errors(lambda: change(row.clock)), action, actor, previous_state)


def _app_errors(make: Callable[[], Clock]) -> Clock:
    """Return the clock that `make` returns, with a ClockError as an AppError."""
    try:
        return make()
    except ClockError as error:
        raise app_error(error) from error


def _store(
    row: RoundClock, clock: Clock, action: str, actor: User | None, previous_state: dict[str, object] | None
) -> RoundClock:
    for name in CLOCK_FIELDS:
        setattr(row, name, getattr(clock, name))
    row.save()
    tournament = row.session.tournament
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=f"{row.session.number}/{row.round_number}",
        before=previous_state,
        after=_trace(row),
    )
    return row


def _trace(row: RoundClock) -> dict[str, object]:
    minute = timedelta(minutes=1)
    return {
        "round": row.round_number,
        "minutes": int((row.length + row.added) / minute),
        "started_at": row.started_at.isoformat() if row.started_at else None,
        "paused_at": row.paused_at.isoformat() if row.paused_at else None,
    }


def _refuse_unless_played(tournament: Tournament) -> None:
    if tournament.state not in PLAYED_STATES:
        raise AppError("not_playing", _("L’horloge ne marche que pendant le tournoi."))
