"""Receipts of an event beside its payments: which are still to issue, and which exceed a payment."""

from collections import defaultdict
from dataclasses import dataclass

from tournaments.entries.queries.fees import FeeLine, load_fees
from tournaments.models import PaymentReceipt, Tournament


@dataclass(frozen=True, slots=True)
class ReceiptGap:
    """Difference between the payment of an entry and its valid receipts."""

    line: FeeLine
    receipted: int
    """Cents of the valid receipts for the entry fee."""

    @property
    def missing(self) -> int:
        """Cents paid without a receipt; negative if receipts exceed the payment."""
        return self.line.paid - self.receipted


@dataclass(frozen=True, slots=True)
class ReceiptBook:
    """Receipts of an event, and the payments that they do not match."""

    receipts: tuple[PaymentReceipt, ...]
    """All receipts by number, cancelled ones included."""
    waiting: tuple[ReceiptGap, ...]
    """Payments without a receipt for all of their sum, by name."""
    exceeding: tuple[ReceiptGap, ...]
    """Payments below their receipts, after a correction of the sum; by name."""

    @property
    def valid(self) -> list[PaymentReceipt]:
        """Receipts that were not cancelled."""
        return [receipt for receipt in self.receipts if receipt.cancelled_at is None]

    @property
    def total(self) -> int:
        """Cents of the valid receipts."""
        return sum(receipt.cents for receipt in self.valid)

    @property
    def to_issue(self) -> int:
        """Cents without a receipt."""
        return sum(gap.missing for gap in self.waiting)


def load_receipt_book(tournament: Tournament) -> ReceiptBook:
    """Return the receipts of a tournament beside its payments. Six queries."""
    receipts = tuple(PaymentReceipt.objects.filter(tournament=tournament))
    receipted: defaultdict[int | None, int] = defaultdict(int)
    for receipt in receipts:
        if receipt.is_fee and receipt.cancelled_at is None:
            receipted[receipt.entry_id] += receipt.cents
    gaps = [ReceiptGap(line, receipted[line.entry.pk]) for line in load_fees(tournament).lines]
    return ReceiptBook(
        receipts,
        tuple(gap for gap in gaps if gap.missing > 0),
        tuple(gap for gap in gaps if gap.missing < 0),
    )
