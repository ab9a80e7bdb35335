"""Phones at a table: whose owner sits where, and which one writes."""

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
from common.live.telling import tell
from common.requests.limits import MINUTE, By, Limit, limit_kind
from tournaments.base.prepared import PreparedModels
from tournaments.base.unavailable import not_needed
from tournaments.base.words.dates import date_format
from tournaments.models import ResultFlag, Round, SlipConfirmation, TableAccess, TablePhone
from tournaments.results.queries.table_page import seated_entries
from tournaments.results.queries.table_rounds import reached_round, table_rounds
from tournaments.trace.services.trace import record_event
from tournaments.work.topics import table_topic

TABLE_PHONE = limit_kind(
    "table-phone", Limit(By.ADDRESS, 1_500, 10 * MINUTE), Limit(By.THING, 30, 10 * MINUTE)
)
"""Seats named at a table in a round. A hall of 300 tables may do it behind one address."""

SEEN_SECONDS = 45
"""How old a phone's last sign of life gets before it is written again."""
MOST_PHONES = 12
"""At a table in a round: three for each seat, for batteries that die and players who change."""
MOST_KEPT = 48
"""The same, with those that wrote or confirmed and left."""
LAPSES_AFTER = timedelta(minutes=2)
"""A phone that did nothing gives way to others so long after its last sign of life."""
LEFT_AFTER = timedelta(minutes=10)
"""One that wrote or confirmed takes no place any more."""


@dataclass(frozen=True, slots=True)
class Device:
    """A phone as the site knows it again."""

    key: uuid.UUID
    """Kept by the phone; it opens nothing."""
    name: str
    """Its browser and system, for people."""


def phone_limit(access: TableAccess, this_round: Round) -> str:
    """What sayings of seats are counted at: a table in a round."""
    return f"{access.pk} {this_round.pk}"


def phone_name(access: TableAccess, browser: str) -> str:
    """How people call a phone: a captain's by his name, any other by its browser."""
    return access.captain.user.name[:80] if access.captain else browser


@transaction.atomic
def claim_seat(*, access: TableAccess, this_round: Round, seat: int, device: Device) -> TablePhone:
    """Note that the owner of a phone sits at a seat of the table in a round; the first phone gets the pen.

    Saying it tells who confirms, and keeps the results of a round from those who play it elsewhere: a
    phone sits at one table a round.

    Raises:
        AppError: the seat is empty (`seat_empty`), the table has gone on to another round (`round_over`),
            the phone wrote or confirmed at another table in this round (`phone_elsewhere`), the organiser
            ended it (`phone_ended`), or too many phones are there (`too_many_phones`).
    """
    TableAccess.objects.select_for_update().get(pk=access.pk)
    entries = seated_entries(access.table, this_round)
    if not 0 <= seat < len(entries) or entries[seat] is None:
        raise AppError("seat_empty", _("Personne n’est assis à cette place pour cette position."))
    _refuse_ended(access, device.key)
    phones = TablePhone.objects.filter(round=this_round)
    mine = phones.filter(device=device.key).select_related("table").first()
    if mine is not None and mine.table_id == access.table_id:
        mine.seat = seat
        mine.save(update_fields=["seat"])
        return mine
    if this_round.number < reached_round(table_rounds(access.table)).number:
        raise AppError("round_over", _("Cette position est terminée à cette table."))
    if mine is not None:
        _leave(mine)
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
    """From now on this phone writes the results of its table and round, no other does."""
    TableAccess.objects.select_for_update().get(pk=access.pk)
    holders = TablePhone.objects.filter(round=phone.round_id, table=phone.table_id, holds_pen=True)
    before = holders.first()
    if before == phone:
        return phone
    holders.update(holds_pen=False)
    phone.holds_pen, phone.pen_since = True, timezone.now()
    phone.save(update_fields=["holds_pen", "pen_since"])
    _record(phone, access, "phone.took_pen", before=before)
    return phone


def require_pen(phone: TablePhone) -> None:
    """Refuse a phone while another one of its table writes.

    Raises:
        Conflict: `pen_taken`, with who writes and since when.
    """
    phones = _PHONES.all(phone.table_id, phone.round_id)
    holder = next((each for each in phones if each.holds_pen), None)
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
    """The phone as it sits at the table in a round.

    Raises:
        AppError: `seat_unknown`, its owner has not said where he sits; `phone_ended`.
    """
    phones = _PHONES.all(access.table_id, this_round.pk)
    phone = next((each for each in phones if each.device == device), None)
    if phone is None:
        raise AppError("seat_unknown", _("Dites d’abord où vous êtes assis."))
    if phone.ended_at is not None:
        raise _ended()
    return phone


_PHONES = PreparedModels(
    lambda table, number: TablePhone.objects.filter(table=table, round=number).order_by("pk"), int, int
)


@transaction.atomic
def end_phone(*, phone: TablePhone, ended_by: User) -> TablePhone:
    """A phone does nothing more at its table, in no round of the session; what it wrote stays."""
    access = TableAccess.objects.select_for_update(of=("self",)).get(table=phone.table_id)
    rows = TablePhone.objects.filter(table=phone.table_id, device=phone.device, ended_at=None)
    rows.update(ended_at=timezone.now(), holds_pen=False)
    phone.refresh_from_db()
    access.table = phone.table
    _record(phone, access, "phone.ended", actor=ended_by)
    return phone


def note_seen(phone: int) -> None:
    """Keep when a phone, by its key, last showed its table, to the minute."""
    if cache.add(f"phone-seen-{phone}", True, SEEN_SECONDS):
        with not_needed("phone seen"):
            TablePhone.objects.filter(pk=phone).update(seen_at=timezone.now())


def _refuse_ended(access: TableAccess, device: uuid.UUID) -> None:
    ended = TablePhone.objects.filter(table=access.table_id, device=device).exclude(ended_at=None)
    if ended.exists():
        raise _ended()


def _ended() -> AppError:
    return AppError("phone_ended", _("L’organisateur a retiré ce téléphone de la table : voyez avec lui."))


def _make_room(access: TableAccess, phones: QuerySet[TablePhone]) -> None:
    """Let phones that did nothing and are gone give way to one more; whoever has the link makes no endless
    list of them."""
    now, did = timezone.now(), _did_something()
    left = Q(seen_at__lt=now - LEFT_AFTER) & did
    staying = phones.filter(ended_at=None).exclude(left).count()
    idle = phones.filter(ended_at=None, holds_pen=False, seen_at__lt=now - LAPSES_AFTER).exclude(did)
    surplus = max(staying - MOST_PHONES, phones.count() - MOST_KEPT) + 1
    if surplus <= 0:
        return
    gone = list(idle.order_by("seen_at", "pk").values_list("pk", flat=True)[:surplus])
    if len(gone) < surplus:
        raise AppError(
            "too_many_phones",
            _("Trop de téléphones se sont inscrits à cette table. L’organisateur peut en retirer."),
        )
    TablePhone.objects.filter(pk__in=gone).delete()


def _did_something() -> Q:
    """For phones: a result, a confirmation or a dispute is theirs."""
    written = SlipConfirmation.objects.filter(Q(written_on=OuterRef("pk")) | Q(phone=OuterRef("pk")))
    return Q(Exists(written)) | Q(Exists(ResultFlag.objects.filter(phone=OuterRef("pk"))))


def _leave(phone: TablePhone) -> None:
    """Take a phone from a table where it did nothing: its owner opened the wrong one."""
    if TablePhone.objects.filter(_did_something(), pk=phone.pk).exists():
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
    before: TablePhone | None = None,
    actor: User | None = None,
) -> None:
    tournament = access.table.section.session.tournament
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=f"{access.table.number}/{phone.round.number}",
        before=_trace(before) if before else None,
        after=_trace(phone),
    )
    tell(table_topic(access.table_id))


def _trace(phone: TablePhone) -> dict[str, object]:
    return {"device": str(phone.device), "name": phone.name, "seat": phone.seat}
