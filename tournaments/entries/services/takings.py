"""Takings of an event by means of payment, for the treasurer."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.entries.queries.fees import FeeLine, load_fees
from tournaments.entries.services.withdrawals import LeftPayment, find_left_payments
from tournaments.enums import PaymentMeans
from tournaments.models import PaymentReceipt, Tournament


@dataclass(frozen=True, slots=True)
class TakenSum:
    """A sum that one payer has given."""

    payer: str
    subject: str
    """Name of the rate, or of another sum."""
    numbers: tuple[int, ...]
    """Numbers of the valid receipts, by number; () without one."""
    cents: int


@dataclass(frozen=True, slots=True)
class MeansTakings:
    """Sums taken by one means of payment."""

    label: str
    sums: tuple[TakenSum, ...]

    @property
    def total(self) -> int:
        return sum(taken_sum.cents for taken_sum in self.sums)


@dataclass(frozen=True, slots=True)
class Takings:
    """All sums taken at an event."""

    means: tuple[MeansTakings, ...]
    """Means in use, in the order of `PaymentMeans`, then payments without a noted means."""
    returns: tuple[LeftPayment, ...]
    """Payments of withdrawn players, still in the till and to be returned."""
    unpaid: tuple[FeeLine, ...]
    """Entries that still owe something, by name."""
    cancelled: tuple[PaymentReceipt, ...]
    """Cancelled receipts by number."""

    @property
    def total(self) -> int:
        """Cents taken, without what is to be returned."""
        return sum(part.total for part in self.means)

    @property
    def to_return(self) -> int:
        return sum(payment.cents for payment in self.returns)

    @property
    def in_till(self) -> int:
        """Cents that the till must hold."""
        return self.total + self.to_return

    @property
    def still_owed(self) -> int:
        return sum(line.left for line in self.unpaid)


def load_takings(tournament: Tournament) -> Takings:
    """Return the takings of a tournament. Seven queries."""
    lines = load_fees(tournament).lines
    receipts = list(PaymentReceipt.objects.filter(tournament=tournament))
    valid_receipts = [receipt for receipt in receipts if receipt.cancelled_at is None]
    sums = [(line.means, _fee_sum(line, valid_receipts)) for line in lines if line.paid]
    sums += [
        (receipt.means, TakenSum(receipt.payer, receipt.subject, (receipt.number,), receipt.cents))
        for receipt in valid_receipts
        if not receipt.is_fee
    ]
    parts = [
        MeansTakings(str(label), tuple(taken_sum for code, taken_sum in sums if code == means))
        for means, label in (*PaymentMeans.choices, ("", _("moyen non noté")))
    ]
    return Takings(
        means=tuple(part for part in parts if part.sums),
        returns=tuple(find_left_payments(tournament).values()),
        unpaid=tuple(line for line in lines if line.left > 0),
        cancelled=tuple(receipt for receipt in receipts if receipt.cancelled_at is not None),
    )


def _fee_sum(line: FeeLine, receipts: list[PaymentReceipt]) -> TakenSum:
    numbers = (receipt.number for receipt in receipts if receipt.is_fee and receipt.entry_id == line.entry.pk)
    return TakenSum(str(line.entry), line.rate.name if line.rate else "", tuple(numbers), line.paid)
