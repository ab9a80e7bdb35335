"""Calls for the referee: made at a table, taken back there, taken and ended by somebody of the desk."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from common.live.telling import tell
from tournaments.events.services.events import refuse_archived
from tournaments.models import HallCall, Round, TableAccess, Tournament
from tournaments.models.hall import TEXT_LENGTH
from tournaments.results.services.table_phones import Device
from tournaments.trace.services.trace import record_event
from tournaments.work.topics import table_topic


@transaction.atomic
def call_referee(*, access: TableAccess, this_round: Round, device: Device, reason: str = "") -> HallCall:
    """A table wants the referee; while its call is open a second one only adds its reason.

    Args:
        this_round: that the phone shows.
        reason: in the players' words, cut at `TEXT_LENGTH`; "" adds nothing.
    """
    TableAccess.objects.select_for_update().get(pk=access.pk)
    told = reason.strip()[:TEXT_LENGTH]
    call = HallCall.objects.filter(table=access.table, closed_at=None).first()
    if call is not None:
        if told and told != call.reason:
            call.reason = told
            call.save(update_fields=["reason"])
            _record(call, None, "hall.call_reason", {"reason": told})
        return call
    call = HallCall.objects.create(table=access.table, round=this_round, device=device.key, reason=told)
    _record(call, None, "hall.called", {"reason": told, "device": device.name})
    return call


@transaction.atomic
def take_back_call(*, access: TableAccess) -> HallCall:
    """The table does not want the referee any more.

    Raises:
        AppError: `call_closed`, it has no open call.
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
    """Somebody goes to the table, and its phones say so.

    Raises:
        AppError: `call_closed`, somebody else goes already (`call_taken`, who), or the event is `archived`.
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
    """The call is dealt with.

    Raises:
        AppError: `call_closed`, it was already, or the event is `archived`.
    """
    call = _lock_open(call)
    call.closed_by, call.closed_at = closed_by, timezone.now()
    call.save(update_fields=["closed_by", "closed_at"])
    _record(call, closed_by, "hall.call_closed", {})
    return call


def _lock_open(call: HallCall) -> HallCall:
    locked = HallCall.objects.select_for_update(of=("self",)).select_related("table", "round", "taken_by")
    found = locked.get(pk=call.pk)
    if found.closed_at is not None:
        raise _closed()
    refuse_archived(_tournament_of(found))
    return found


def _closed() -> AppError:
    return AppError("call_closed", _("Cet appel est déjà clos."))


def _tournament_of(call: HallCall) -> Tournament:
    return Tournament.objects.select_related("club").get(sessions__sections__tables=call.table_id)


def _record(call: HallCall, actor: User | None, action: str, after: dict[str, object]) -> None:
    tournament = _tournament_of(call)
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=f"{call.table.number}/{call.round.number}",
        after=after,
    )
    tell(table_topic(call.table_id))
