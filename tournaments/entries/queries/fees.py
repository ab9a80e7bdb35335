"""Entry fees: what everybody owes and has paid, and the treasurer's totals."""

from dataclasses import dataclass

from tournaments.base.queries.teams import entries_with_people
from tournaments.models import Entry, EntryFee, FeeRate, PrizePlan, Tournament


@dataclass(frozen=True, slots=True)
class FeeLine:
    """One entry's fee; sums in cents."""

    entry: Entry
    """With its people."""
    rate: FeeRate | None
    """None while the tournament has no rate."""
    owed: int
    paid: int

    @property
    def left(self) -> int:
        """What is still to pay; below zero when too much was paid."""
        return self.owed - self.paid


@dataclass(frozen=True, slots=True)
class FeeAccount:
    """All fees of a tournament; sums in cents."""

    rates: tuple[FeeRate, ...]
    """The usual one first."""
    lines: tuple[FeeLine, ...]
    """By name."""
    is_per_member: bool
    """Teams owe their rate for each member."""

    @property
    def owed(self) -> int:
        return sum(line.owed for line in self.lines)

    @property
    def paid(self) -> int:
        return sum(line.paid for line in self.lines)

    @property
    def left(self) -> int:
        """What is still to pay; overpayments count against it."""
        return self.owed - self.paid


def load_fees(tournament: Tournament, plan: PrizePlan | None = None) -> FeeAccount:
    """Everybody entered, those who left included: their fee is not given back by itself. Five queries.

    Args:
        plan: that of the tournament, where it is loaded: one query less.
    """
    rates = {rate.pk: rate for rate in FeeRate.objects.filter(tournament=tournament)}
    usual = next(iter(rates.values()), None)
    plan = plan or PrizePlan.objects.filter(tournament=tournament).first()
    fees = {fee.entry_id: fee for fee in EntryFee.objects.filter(entry__tournament=tournament)}
    is_per_member = plan is not None and plan.fee_per_member
    return FeeAccount(
        tuple(rates.values()),
        tuple(
            _line(entry, fees.get(entry.pk), rates, usual, is_per_member=is_per_member)
            for entry in entries_with_people(tournament)
        ),
        is_per_member,
    )


def owed_by(entry: Entry, rate: FeeRate, *, is_per_member: bool) -> int:
    """Cents that a rate asks of an entry. No query where members are prefetched."""
    return rate.cents * (len(entry.members.all()) or 1 if is_per_member else 1)


def _line(
    entry: Entry,
    fee: EntryFee | None,
    rates: dict[int, FeeRate],
    usual: FeeRate | None,
    *,
    is_per_member: bool,
) -> FeeLine:
    rate = usual if fee is None else rates[fee.rate_id]
    owed = owed_by(entry, rate, is_per_member=is_per_member) if rate else 0
    return FeeLine(entry, rate, owed, fee.paid_cents if fee else 0)
