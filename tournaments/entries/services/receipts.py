"""Issue and cancel numbered receipts.

Sources:
    CGI, annexe II, art. 242 nonies A: a unique number from an unbroken sequence in time, the date, the names
    of both sides, what was paid for. Maison des associations de Vendée, "Quelles mentions doivent apparaître
    sur les factures émises par notre association ?": the registration number, and the article by which an
    association pays no VAT. The club writes these two itself (`ClubPage.receipt_head`).
"""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.entries.queries.receipts import ReceiptGap, load_receipt_book
from tournaments.events.services.events import lock_tournament
from tournaments.models import Entry, PaymentReceipt, Tournament
from tournaments.trace.services.trace import record_event


@transaction.atomic
def issue_fee_receipts(
    *, tournament: Tournament, entry_id: int | None = None, issued_by: User | None
) -> list[PaymentReceipt]:
    """Issue a receipt for each payment, or for that of one entry, as far as it has none. Return them.

    Raises:
        AppError: every payment has its receipt (`nothing_to_receipt`).
    """
    locked_tournament = lock_tournament(tournament, may_be_archived=True)
    gaps = [
        gap
        for gap in load_receipt_book(locked_tournament).waiting
        if entry_id is None or gap.line.entry.pk == entry_id
    ]
    if not gaps:
        raise AppError("nothing_to_receipt", _("Toutes les sommes notées ont déjà leur reçu."))
    return [_issue(locked_tournament, _fee_receipt(gap), issued_by) for gap in gaps]


@transaction.atomic
def issue_other_receipt(
    *, tournament: Tournament, payer: str, subject: str, cents: int, means: str, issued_by: User | None
) -> PaymentReceipt:
    """Issue a receipt for another sum than the entry fee, such as the dues of a year.

    A payer with the name of an entry becomes that entry's; others need no entry.
    """
    locked_tournament = lock_tournament(tournament, may_be_archived=True)
    entries = locked_tournament.entries.select_related("person")
    receipt = PaymentReceipt(
        entry=next((entry for entry in entries if payer_name(entry) == payer), None),
        is_fee=False,
        payer=payer,
        subject=subject,
        cents=cents,
        means=means,
    )
    return _issue(locked_tournament, receipt, issued_by)


@transaction.atomic
def cancel_receipt(*, receipt: PaymentReceipt, reason: str, cancelled_by: User | None) -> PaymentReceipt:
    """Cancel a receipt. It keeps its number, and its payment may get another receipt.

    Raises:
        AppError: it was cancelled before (`cancelled_already`).
    """
    tournament = lock_tournament(receipt.tournament, may_be_archived=True, may_be_cancelled=True)
    locked_receipt = PaymentReceipt.objects.get(pk=receipt.pk)
    if locked_receipt.cancelled_at is not None:
        raise AppError("cancelled_already", _("Ce reçu est déjà annulé."))
    cancel_locked_receipts(tournament, [locked_receipt], reason, cancelled_by)
    return locked_receipt


def cancel_locked_receipts(
    tournament: Tournament, receipts: Iterable[PaymentReceipt], reason: str, cancelled_by: User | None
) -> None:
    """Cancel valid receipts of a tournament whose row is locked."""
    for receipt in receipts:
        receipt.cancelled_at, receipt.reason = timezone.now(), reason
        receipt.save(update_fields=["cancelled_at", "reason"])
        record_event(
            club=tournament.club,
            tournament=tournament,
            actor=cancelled_by,
            action="receipts.cancelled",
            subject=receipt.payer,
            before=_receipt_trace(receipt),
            after={"reason": reason},
        )


def payer_name(entry: Entry) -> str:
    """Return the name of an entry on a receipt."""
    return entry.team_name or entry.person.full_name


def _fee_receipt(gap: ReceiptGap) -> PaymentReceipt:
    entry, rate = gap.line.entry, gap.line.rate
    return PaymentReceipt(
        entry=entry,
        payer=payer_name(entry),
        subject=rate.name if rate else "",
        cents=gap.missing,
        means=gap.line.means,
    )


def _issue(tournament: Tournament, receipt: PaymentReceipt, issued_by: User | None) -> PaymentReceipt:
    """Store a receipt under the next number of its tournament, whose row is locked."""
    last_number = PaymentReceipt.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"]
    receipt.tournament, receipt.number = tournament, (last_number or 0) + 1
    receipt.issued_by = issued_by
    receipt.save()
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=issued_by,
        action="receipts.issued",
        subject=receipt.payer,
        after=_receipt_trace(receipt),
    )
    return receipt


def _receipt_trace(receipt: PaymentReceipt) -> dict[str, object]:
    return {"number": receipt.number, "cents": receipt.cents}
