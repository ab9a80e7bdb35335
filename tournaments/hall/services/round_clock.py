"""The clock of a session: set, started, stopped, given more time, set for the next round."""

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
    extend,
    pause,
    resume,
    set_clock,
    start,
)
from tournaments.models import RoundClock, Session, Tournament
from tournaments.results.services.table_access import PLAYED
from tournaments.trace.services.trace import record_event

SKEW = timedelta(seconds=10)
"""Between the clocks of two processes of one site, on two machines."""
CLOCK_FIELDS = ("round_number", "length", "added", "started_at", "paused_at", "paused_for")


def proposed_minutes(session: Session) -> int:
    """How long a round takes at the pace that the adviser assumes: boards × minutes. One query."""
    boards = max(session.sections.values_list("boards_per_set", flat=True))
    return Pace().round_minutes(find_format(session.tournament.format), boards)


@transaction.atomic
def turn_clock(*, session: Session, round_number: int, minutes: int, turned_by: User | None) -> RoundClock:
    """Set the clock for a round, not started, whatever it showed before.

    Raises:
        AppError: there is no such round (`no_such_round`), the length is out of bounds (`clock_length`), or
            nothing is played (`not_playing`).
    """
    _refuse_unless_played(session.tournament)
    if not 1 <= round_number <= load_round(session, timezone.now()).round_count:
        told = _("Cette séance n’a pas cette position.")
        raise AppError("no_such_round", told, fields={"round_number": told})
    clock = _told(lambda: set_clock(round_number, timedelta(minutes=minutes)))
    row = RoundClock.objects.select_for_update().filter(session=session).first()
    before = _trace(row) if row else None
    if row is None:
        row = RoundClock(session=session)
    return _store(row, clock, "hall.clock_set", turned_by, before)


def start_round(*, session: Session, started_by: User | None) -> RoundClock:
    """The round begins now; see `tournaments.core.hall.clock.start` for what is refused."""
    return _change(session, lambda clock: start(clock, timezone.now()), "hall.clock_started", started_by)


def pause_round(*, session: Session, paused_by: User | None) -> RoundClock:
    """The clock stands still."""
    return _change(session, lambda clock: pause(clock, timezone.now()), "hall.clock_paused", paused_by)


def resume_round(*, session: Session, resumed_by: User | None) -> RoundClock:
    """The clock goes on."""
    return _change(session, lambda clock: resume(clock, timezone.now()), "hall.clock_resumed", resumed_by)


def extend_round(*, session: Session, minutes: int, extended_by: User | None) -> RoundClock:
    """The round lasts so many minutes more, or less for a negative number."""
    by = timedelta(minutes=minutes)
    return _change(session, lambda clock: extend(clock, by), "hall.clock_extended", extended_by)


@transaction.atomic
def call_next_round(*, session: Session, called_by: User | None) -> RoundClock:
    """Set the clock for the following round: people change tables."""
    last = load_round(session, timezone.now()).round_count
    return _change(session, lambda clock: clock_of_next_round(clock, last), "hall.round_called", called_by)


def begin_rounds_ahead_again() -> int:
    """Rounds that began at a time still to come begin now: the clock was set back since. One query.

    Their clocks would stand still until then; the director shortens the round where he wants to.

    Returns:
        How many.
    """
    now = timezone.now()
    ahead = RoundClock.objects.filter(started_at__gt=now + SKEW, paused_at=None)
    return ahead.update(started_at=now, paused_for=NOTHING)


@transaction.atomic
def _change(
    session: Session, change: Callable[[Clock], Clock], action: str, actor: User | None
) -> RoundClock:
    """Apply one change of the core to the locked clock and keep its trace."""
    _refuse_unless_played(session.tournament)
    row = RoundClock.objects.select_for_update().filter(session=session).first()
    if row is None:
        raise AppError("clock_missing", _("Réglez d’abord l’horloge : la position et sa durée."))
    before = _trace(row)
    return _store(row, _told(lambda: change(row.clock)), action, actor, before)


def _told(make: Callable[[], Clock]) -> Clock:
    try:
        return make()
    except ClockError as error:
        raise app_error(error) from error


def _store(
    row: RoundClock, clock: Clock, action: str, actor: User | None, before: dict[str, object] | None
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
        before=before,
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
    if tournament.state not in PLAYED:
        raise AppError("not_playing", _("L’horloge ne marche que pendant le tournoi."))
