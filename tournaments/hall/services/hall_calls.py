"""Calls for the referee: made and taken back at a table, taken and closed by an organiser."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from common.live.notifying import notify_pages
from tournaments.events.services.events import refuse_archived
from tournaments.models import HallCall, Round, TableAccess, Tournament
from tournaments.models.hall import TEXT_LENGTH
from tournaments.results.services.table_phones import Device
from tournaments.trace.services.trace import record_event
from tournaments.work.topics import table_topic


@transaction.atomic
def call_referee(*, access: TableAccess, this_round: Round, device: Device, reason: str = "") -> HallCall:
    """Call the referee to a table. While its call is open, a second one only changes the reason.

    Args:
        this_round: the round that the phone shows.
        reason: in the players' words, cut at `TEXT_LENGTH`; "" changes nothing.
    """
    # two phones of a table may call at once: the lock keeps a table from having two open calls
    TableAccess.objects.select_for_update().get(pk=access.pk)
    call_reason = reason.strip()[:TEXT_LENGTH]
    call = HallCall.objects.filter(table=access.table, closed_at=None).first()
    if call is not None:
        if call_reason and call_reason != call.reason:
            call.reason = call_reason
            call.save(update_fields=["reason"])
            _record(call, None, "hall.call_reason", {"reason": call_reason})
        return call
    call = HallCall.objects.create(
        table=access.table, round=this_round, device=device.key, reason=call_reason
    )
    _record(call, None, "hall.called", {"reason": call_reason, "device": device.name})
    return call


@transaction.atomic
def take_back_call(*, access: TableAccess) -> HallCall:
    """Close the open call of a table at the players' request.

    Raises:
        AppError: `call_closed`, if the table has no open call.
    """
    call = HallCall.objects.select_for_update().filter(table=access.table, closed_at=None).first()
    if call is None:
        raise _closed()
    call.closed_at = timezone.now()
    call.save(update_fields=["closed_at"])
    _record(call, None, "hall.call_taken_back", {})
    return call


@transaction.atomic
def take_call(*, call: HallCall, taken_by: User) -> HallCall:
    """Note that a user goes to the table; its phones show it. Taking one's own call again changes nothing.

    Raises:
        AppError: the call is closed (`call_closed`), another user took it (`call_taken`, with the name), or
            the event is `archived`.
    """
    call = _lock_open(call)
    if call.taken_by is not None and call.taken_by != taken_by:
        raise AppError("call_taken", _("%(name)s y va déjà.") % {"name": call.taken_by})
    if call.taken_by is None:
        call.taken_by, call.taken_at = taken_by, timezone.now()
        call.save(update_fields=["taken_by", "taken_at"])
        _record(call, taken_by, "hall.call_taken", {})
    return call


@transaction.atomic
def close_call(*, call: HallCall, closed_by: User) -> HallCall:
    """Close a call that is dealt with.

    Raises:
        AppError: the call is already closed (`call_closed`), or the event is `archived`.
    """
    call = _lock_open(call)
    call.closed_by, call.closed_at = closed_by, timezone.now()
    call.save(update_fields=["closed_by", "closed_at"])
    _record(call, closed_by, "hall.call_closed", {})
    return call


def _lock_open(call: HallCall) -> HallCall:
    calls = HallCall.objects.select_for_update(of=("self",)).select_related("table", "round", "taken_by")
    locked_call = calls.get(pk=call.pk)
    if locked_call.closed_at is not None:
        raise _closed()
    refuse_archived(_tournament_of(locked_call))
    return locked_call


def _closed() -> AppError:
    return AppError("call_closed", _("Cet appel est déjà clos."))


def _tournament_of(call: HallCall) -> Tournament:
    return Tournament.objects.select_related("club").get(sessions__sections__tables=call.table_id)


def _record(call: HallCall, actor: User | None, action: str, new_state: dict[str, object]) -> None:
    tournament = _tournament_of(call)
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=f"{call.table.number}/{call.round.number}",
        after=new_state,
    )
    # `record_event` wakes the desk; the phones of the table listen to their own topic
    notify_pages(table_topic(call.table_id))
