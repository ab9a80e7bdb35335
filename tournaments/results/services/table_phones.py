"""Phones at a table: the seats of their owners, and the phone that writes."""

import uuid
from dataclasses import dataclass
from datetime import timedelta

from django.core.cache import cache
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError, Conflict
from common.live.notifying import notify_pages
from common.requests.limits import MINUTE, By, Limit, limit_kind
from tournaments.base.prepared import PreparedModels
from tournaments.base.unavailable import not_needed
from tournaments.base.words.dates import date_format
from tournaments.core.formats.registry import find_format
from tournaments.models import ResultFlag, Round, SlipConfirmation, Table, TableAccess, TablePhone
from tournaments.results.queries.table_page import load_entries_at_table
from tournaments.results.queries.table_rounds import has_gone_on, reached_round, table_rounds
from tournaments.trace.services.trace import record_event
from tournaments.work.topics import table_topic

TABLE_PHONE = limit_kind(
    "table-phone", Limit(By.ADDRESS, 1_500, 10 * MINUTE), Limit(By.THING, 30, 10 * MINUTE)
)
"""Limit of seat claims at a table in a round. A hall of 300 tables may share one address."""

SEEN_SECONDS = 45
"""Age in seconds after which a phone's last sign of life is stored again."""
MOST_PHONES = 12
"""Largest number of phones at a table in a round: three per seat, for empty batteries and substitutes."""
MOST_KEPT = 48
"""Largest number of phones, including those that wrote or confirmed and left."""
LAPSES_AFTER = timedelta(minutes=2)
"""Time since the last sign of life after which an unused phone may be removed in favour of others."""
LEFT_AFTER = timedelta(minutes=10)
"""Time since the last sign of life after which a phone that wrote or confirmed takes no place."""


@dataclass(frozen=True, slots=True)
class Device:
    """A phone that the site recognises."""

    key: uuid.UUID
    """Identifier stored by the phone. It grants no access."""
    name: str
    """Its browser and system, for display."""


def phone_limit(access: TableAccess, this_round: Round) -> str:
    """Return the key by which seat claims are limited: a table in a round."""
    return f"{access.pk} {this_round.pk}"


def phone_name(access: TableAccess, browser: str) -> str:
    """Return the display name of a phone: the captain's name, or the browser of any other phone."""
    return access.captain.user.name[:80] if access.captain else browser


@transaction.atomic
def claim_seat(*, access: TableAccess, this_round: Round, seat: int, device: Device) -> TablePhone:
    """Seat the owner of a phone at a table in a round. The first phone of the table gets the pen.

    The seat decides who may confirm a result. A phone sits at one table per round, so that a player cannot
    see the results of boards that they have not played.

    Raises:
        AppError: with one of these codes:

        - `seat_empty`: there is no player at the seat;
        - `round_over`: the table has gone on to another round, or has all results of boards of this one;
        - `phone_elsewhere`: the phone wrote or confirmed at another table in this round;
        - `phone_ended`: the organiser removed the phone;
        - `too_many_phones`: the table has too many phones.
    """
    # one lock per round: two phones cannot get the pen of a table, nor one phone two tables, at the same time
    Round.objects.select_for_update(no_key=True).get(pk=this_round.pk)
    TableAccess.objects.select_for_update().get(pk=access.pk)
    entries = load_entries_at_table(access.table, this_round)
    if not 0 <= seat < len(entries) or entries[seat] is None:
        raise AppError("seat_empty", _("Personne n’est assis à cette place pour cette position."))
    _refuse_ended(access, device.key)
    phones = TablePhone.objects.filter(round=this_round)
    own_phone = phones.filter(device=device.key).select_related("table").first()
    if own_phone is not None and own_phone.table_id == access.table_id:
        own_phone.seat = seat
        own_phone.save(update_fields=["seat"])
        return own_phone
    # a phone that sits already may stay in an earlier round, a new one may not enter it
    if _is_over(access.table, this_round):
        raise AppError("round_over", _("Cette position est terminée à cette table."))
    if own_phone is not None:
        _leave(own_phone)
    _make_room(access, phones.filter(table=access.table))
    has_pen = not phones.filter(table=access.table, holds_pen=True).exists()
    phone = TablePhone.objects.create(
        round=this_round,
        table=access.table,
        device=device.key,
        name=device.name,
        seat=seat,
        holds_pen=has_pen,
        pen_since=timezone.now() if has_pen else None,
    )
    _record(phone, access, "phone.seated")
    return phone


@transaction.atomic
def take_pen(*, access: TableAccess, phone: TablePhone) -> TablePhone:
    """Give this phone the pen of its table and round. All other phones lose it.

    Raises:
        AppError: the organiser removed the phone (`phone_ended`).
    """
    TableAccess.objects.select_for_update().get(pk=access.pk)
    # read again under the lock: a phone that is removed would keep the pen from all others
    phone.refresh_from_db(fields=["ended_at"])
    if phone.ended_at is not None:
        raise _ended_error()
    holders = TablePhone.objects.filter(round=phone.round_id, table=phone.table_id, holds_pen=True)
    previous_holder = holders.first()
    if previous_holder == phone:
        return phone
    holders.update(holds_pen=False)
    phone.holds_pen, phone.pen_since = True, timezone.now()
    phone.save(update_fields=["holds_pen", "pen_since"])
    _record(phone, access, "phone.took_pen", previous=previous_holder)
    return phone


def require_pen(phone: TablePhone) -> None:
    """Refuse a phone while another phone of its table has the pen.

    Raises:
        Conflict: `pen_taken`, with the name of the other phone and the time since it writes.
    """
    phones = _PHONES.all(phone.table_id, phone.round_id)
    holder = next((candidate for candidate in phones if candidate.holds_pen), None)
    if holder is None or holder.pk == phone.pk:
        return
    since = date_format(localtime(holder.pen_since), "H:i")
    raise Conflict(
        "pen_taken",
        _("Un autre téléphone (%(name)s) note à cette table depuis %(since)s.")
        % {"name": holder.name or _("navigateur inconnu"), "since": since},
        extra={"who": holder.name, "since": since},
    )


def find_phone(*, access: TableAccess, this_round: Round, device: uuid.UUID) -> TablePhone:
    """Return the phone as seated at the table in a round.

    Raises:
        AppError: its owner has not chosen a seat (`seat_unknown`), or it was removed (`phone_ended`).
    """
    phones = _PHONES.all(access.table_id, this_round.pk)
    phone = next((candidate for candidate in phones if candidate.device == device), None)
    if phone is None:
        raise AppError("seat_unknown", _("Dites d’abord où vous êtes assis."))
    if phone.ended_at is not None:
        raise _ended_error()
    return phone


_PHONES = PreparedModels(
    lambda table, number: TablePhone.objects.filter(table=table, round=number).order_by("pk"), int, int
)


@transaction.atomic
def end_phone(*, phone: TablePhone, ended_by: User) -> TablePhone:
    """Remove a phone from its table for all rounds of the session. Its results stay."""
    access = TableAccess.objects.select_for_update(of=("self",)).get(table=phone.table_id)
    rows = TablePhone.objects.filter(table=phone.table_id, device=phone.device, ended_at=None)
    rows.update(ended_at=timezone.now(), holds_pen=False)
    phone.refresh_from_db()
    # loaded with the phone: saves a query in `_record`
    access.table = phone.table
    _record(phone, access, "phone.ended", actor=ended_by)
    return phone


def note_seen(phone: int) -> None:
    """Store the time at which a phone, given by its key, last showed its table."""
    # the cache entry limits the writes to one per phone and SEEN_SECONDS
    if cache.add(f"phone-seen-{phone}", True, SEEN_SECONDS):
        # a page must not fail because this time cannot be written
        with not_needed("phone seen"):
            TablePhone.objects.filter(pk=phone).update(seen_at=timezone.now())


def _is_over(table: Table, this_round: Round) -> bool:
    """Return whether new phones may no longer enter a round."""
    rounds = table_rounds(table)
    if find_format(table.section.session.tournament.format).needs_dealt_boards:
        # the next players of the table must not see results of boards that they still play
        return this_round.number < reached_round(rounds).number
    # a round of totals has all its results at once, and other players confirm them afterwards
    return has_gone_on(rounds, this_round)


def _refuse_ended(access: TableAccess, device: uuid.UUID) -> None:
    ended_phones = TablePhone.objects.filter(table=access.table_id, device=device).exclude(ended_at=None)
    if ended_phones.exists():
        raise _ended_error()


def _ended_error() -> AppError:
    return AppError("phone_ended", _("L’organisateur a retiré ce téléphone de la table : voyez avec lui."))


def _make_room(access: TableAccess, phones: QuerySet[TablePhone]) -> None:
    """Delete unused phones that have left, if the table needs the place.

    A link cannot fill a table with phones.
    """
    moment, was_used = timezone.now(), _was_used()
    has_left = Q(seen_at__lt=moment - LEFT_AFTER) & was_used
    staying = phones.filter(ended_at=None).exclude(has_left).count()
    idle = phones.filter(ended_at=None, holds_pen=False, seen_at__lt=moment - LAPSES_AFTER).exclude(was_used)
    # room for one more phone, under both limits
    surplus = max(staying - MOST_PHONES, phones.count() - MOST_KEPT) + 1
    if surplus <= 0:
        return
    phone_ids = list(idle.order_by("seen_at", "pk").values_list("pk", flat=True)[:surplus])
    if len(phone_ids) < surplus:
        raise AppError(
            "too_many_phones",
            _("Trop de téléphones se sont inscrits à cette table. L’organisateur peut en retirer."),
        )
    TablePhone.objects.filter(pk__in=phone_ids).delete()


def _was_used() -> Q:
    """Return the condition of a phone with a result, a confirmation or a dispute of its own."""
    confirmations = SlipConfirmation.objects.filter(Q(written_on=OuterRef("pk")) | Q(phone=OuterRef("pk")))
    return Q(Exists(confirmations)) | Q(Exists(ResultFlag.objects.filter(phone=OuterRef("pk"))))


def _leave(phone: TablePhone) -> None:
    """Delete a phone that did nothing at its table, because its owner opened the wrong one."""
    if TablePhone.objects.filter(_was_used(), pk=phone.pk).exists():
        raise AppError(
            "phone_elsewhere",
            _("Ce téléphone a déjà servi à la table %(number)d pour cette position.")
            % {"number": phone.table.number},
        )
    phone.delete()


def _record(
    phone: TablePhone,
    access: TableAccess,
    action: str,
    *,
    previous: TablePhone | None = None,
    actor: User | None = None,
) -> None:
    tournament = access.table.section.session.tournament
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=f"{access.table.number}/{phone.round.number}",
        before=_trace(previous) if previous else None,
        after=_trace(phone),
    )
    notify_pages(table_topic(access.table_id))


def _trace(phone: TablePhone) -> dict[str, object]:
    return {"device": str(phone.device), "name": phone.name, "seat": phone.seat}
