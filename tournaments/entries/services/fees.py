"""Changes of entry fees: rates and payments."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.entries.queries.fees import owed_by
from tournaments.entries.services.entries import mark_arrival
from tournaments.entries.services.receipts import cancel_locked_receipts
from tournaments.entries.services.withdrawals import RETURNED, find_left_payments
from tournaments.events.services.events import lock_tournament
from tournaments.models import AuditEvent, Entry, EntryFee, FeeRate, PaymentReceipt, PrizePlan, Tournament
from tournaments.trace.services.trace import record_event

SPARE_NAME_BYTES = 16
"""Random bytes of the name that a rate has while the names of others are written."""


@dataclass(frozen=True, slots=True)
class RateLine:
    """A rate of the form."""

    pk: int | None
    """Id of the changed rate; None for a new one."""
    name: str
    """Name of the rate; "" deletes it."""
    cents: int


@transaction.atomic
def set_fee_rates(
    *, tournament: Tournament, rates: Sequence[RateLine], is_per_member: bool, set_by: User | None
) -> list[FeeRate]:
    """Store the rates of a tournament. Rates left out do not change.

    Raises:
        AppError: two rates would have one name (`rate_twice`), or a deleted rate is in use (`rate_in_use`).
    """
    locked_tournament = lock_tournament(tournament)
    previous_rates = _rates_trace(locked_tournament)
    existing_rates = {rate.pk: rate for rate in FeeRate.objects.filter(tournament=locked_tournament)}
    line_ids = {line.pk for line in rates if line.pk is not None}
    names = [line.name for line in rates if line.name]
    names += [rate.name for rate in existing_rates.values() if rate.pk not in line_ids]
    if len(set(names)) < len(names):
        raise AppError("rate_twice", _("Deux tarifs portent le même nom."))
    # a name is unique after each row that is written: two rates that exchange theirs have others meanwhile
    for pk in line_ids & existing_rates.keys():
        FeeRate.objects.filter(pk=pk).update(name=secrets.token_hex(SPARE_NAME_BYTES))
    for line in rates:
        _write(locked_tournament, existing_rates.get(line.pk) if line.pk else None, line)
    PrizePlan.objects.update_or_create(
        tournament=locked_tournament, defaults={"fee_per_member": is_per_member}
    )
    record_event(
        club=locked_tournament.club,
        tournament=locked_tournament,
        actor=set_by,
        action="fees.rates",
        subject=locked_tournament.name,
        before=previous_rates,
        after=_rates_trace(locked_tournament) | {"per_member": is_per_member},
    )
    return list(FeeRate.objects.filter(tournament=locked_tournament))


@transaction.atomic
def record_payment(
    *,
    entry: Entry,
    rate: FeeRate,
    paid_cents: int | None,
    recorded_by: User | None,
    means: str | None = None,
) -> EntryFee:
    """Store the rate of an entry and the total amount paid, in a cancelled event too.

    Args:
        paid_cents: None for the full amount.
        means: value of `PaymentMeans`, "" for none; None to keep the one that is stored.

    Raises:
        AppError: the rate belongs to another tournament (`rate_elsewhere`).
    """
    # a cancelled event gives money back, and may receive a transfer that was on its way
    tournament = lock_tournament(entry.tournament, may_be_cancelled=True)
    if rate.tournament_id != tournament.pk:
        raise AppError("rate_elsewhere", _("Ce tournoi n’a pas ce tarif : choisissez-en un autre."))
    if paid_cents is None:
        plan = PrizePlan.objects.filter(tournament=tournament, fee_per_member=True)
        paid_cents = owed_by(entry, rate, is_per_member=plan.exists())
    previous_fee = EntryFee.objects.select_related("rate").filter(entry=entry).first()
    values: dict[str, Any] = {"rate": rate, "paid_cents": paid_cents}
    if means is not None:
        values["means"] = means
    previous_trace = _fee_trace(previous_fee) if previous_fee else None
    fee, _made = EntryFee.objects.update_or_create(entry=entry, defaults=values)
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=recorded_by,
        action="fees.paid",
        subject=str(entry),
        before=previous_trace,
        after=_fee_trace(fee),
    )
    return fee


@transaction.atomic
def return_payment(*, tournament: Tournament, event: AuditEvent, returned_by: User | None) -> None:
    """Record that a player who is no longer entered has got their payment back. Cancel its receipts.

    Raises:
        AppError: nothing is to be returned for this withdrawal (`nothing_to_return`).
    """
    locked_tournament = lock_tournament(tournament, may_be_cancelled=True)
    payment = find_left_payments(locked_tournament).get(event.pk)
    if payment is None:
        raise AppError("nothing_to_return", _("Il n’y a rien à rendre : c’est déjà fait."))
    record_event(
        club=locked_tournament.club,
        tournament=locked_tournament,
        actor=returned_by,
        action=RETURNED,
        subject=payment.name,
        before={"paid_cents": payment.cents},
        after={"withdrawal": event.pk},
    )
    fee_receipts = PaymentReceipt.objects.filter(
        pk__in=(event.before or {}).get("receipts", ()), is_fee=True, cancelled_at=None
    )
    cancel_locked_receipts(locked_tournament, fee_receipts, _("paiement rendu"), returned_by)


@transaction.atomic
def arrive_paid(*, entry: Entry, recorded_by: User | None, means: str | None = None) -> None:
    """Mark an entry as arrived and fully paid. Arguments and errors as `settle_fee`."""
    settle_fee(entry=entry, is_paid=True, means=means, recorded_by=recorded_by)
    mark_arrival(entry=entry, is_here=True, marked_by=recorded_by)


@transaction.atomic
def settle_fee(
    *, entry: Entry, is_paid: bool, recorded_by: User | None, means: str | None = None
) -> EntryFee:
    """Record the full amount of an entry as paid, or nothing.

    Args:
        means: as `record_payment`.

    Raises:
        AppError: the tournament has no rate (`no_rate`).
    """
    fee = EntryFee.objects.select_related("rate").filter(entry=entry).first()
    rate = fee.rate if fee else FeeRate.objects.filter(tournament=entry.tournament).first()
    if rate is None:
        raise AppError("no_rate", _("Ce tournoi n’a pas encore de tarif."))
    # None is the full amount
    amount = None if is_paid else 0
    return record_payment(entry=entry, rate=rate, paid_cents=amount, means=means, recorded_by=recorded_by)


def _write(tournament: Tournament, rate: FeeRate | None, line: RateLine) -> None:
    if rate is None:
        if line.name:
            FeeRate.objects.create(tournament=tournament, name=line.name, cents=line.cents)
    elif line.name:
        rate.name, rate.cents = line.name, line.cents
        rate.save(update_fields=["name", "cents"])
    elif rate.entry_fees.exists():
        message = _("Des inscrits ont le tarif « %(name)s » : donnez-leur d’abord un autre tarif.") % {
            "name": rate.name
        }
        raise AppError("rate_in_use", message)
    else:
        rate.delete()


def _fee_trace(fee: EntryFee) -> dict[str, object]:
    trace = {"rate": fee.rate.name, "paid_cents": fee.paid_cents}
    return trace | {"means": fee.means} if fee.means else trace


def _rates_trace(tournament: Tournament) -> dict[str, object]:
    return {"rates": {rate.name: rate.cents for rate in FeeRate.objects.filter(tournament=tournament)}}
