"""Entry fees: amounts owed and paid by each entry, and the totals."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.base.queries.teams import entries_with_people
from tournaments.core.formats.registry import find_format
from tournaments.enums import PaymentMeans
from tournaments.models import Entry, EntryFee, FeeRate, PrizePlan, Tournament


@dataclass(frozen=True, slots=True)
class FeeLine:
    """Fee of one entry, in cents."""

    entry: Entry
    """The entry with its people."""
    rate: FeeRate | None
    """The rate of the entry; None as long as the tournament has no rate."""
    owed: int
    paid: int
    means: str
    """Value of `PaymentMeans`, "" if it was not noted."""

    @property
    def left(self) -> int:
        """Amount still to pay; negative after an overpayment."""
        return self.owed - self.paid

    @property
    def means_name(self) -> str:
        """Name of the means, "" if it was not noted."""
        return str(PaymentMeans(self.means).label) if self.means else ""


@dataclass(frozen=True, slots=True)
class FeeAccount:
    """All fees of a tournament, in cents."""

    rates: tuple[FeeRate, ...]
    """Rates of the tournament, the default rate first."""
    lines: tuple[FeeLine, ...]
    """Fees of the entries, by name."""
    is_per_member: bool
    """True if teams owe their rate for each member."""

    @property
    def owed(self) -> int:
        return sum(line.owed for line in self.lines)

    @property
    def paid(self) -> int:
        return sum(line.paid for line in self.lines)

    @property
    def paid_by_means(self) -> list[tuple[str, int]]:
        """Name and sum of each means that was noted, then the sum without one; [] if none was noted."""
        sums = [
            (str(label), sum(line.paid for line in self.lines if line.means == means))
            for means, label in (*PaymentMeans.choices, ("", _("moyen non noté")))
        ]
        is_noted = any(line.means and line.paid for line in self.lines)
        return [(label, cents) for label, cents in sums if cents] if is_noted else []

    @property
    def left(self) -> int:
        """Total amount still to pay, less overpayments."""
        return self.owed - self.paid


def load_fees(tournament: Tournament, plan: PrizePlan | None = None) -> FeeAccount:
    """Return the fees of all entries. Five queries, four in an event without teams.

    Entries that have left are included, since their fees are not refunded automatically.

    Args:
        plan: the tournament's prize plan, if loaded; it saves one query.
    """
    rates = {rate.pk: rate for rate in FeeRate.objects.filter(tournament=tournament)}
    default_rate = next(iter(rates.values()), None)
    # without teams each entry is one member
    if plan is None and find_format(tournament.format).has_teams:
        plan = PrizePlan.objects.filter(tournament=tournament).first()
    fees = {fee.entry_id: fee for fee in EntryFee.objects.filter(entry__tournament=tournament)}
    is_per_member = plan is not None and plan.fee_per_member
    return FeeAccount(
        tuple(rates.values()),
        tuple(
            _line(entry, fees.get(entry.pk), rates, default_rate, is_per_member=is_per_member)
            for entry in entries_with_people(tournament)
        ),
        is_per_member,
    )


def owed_by(entry: Entry, rate: FeeRate, *, is_per_member: bool) -> int:
    """Return the amount in cents that an entry owes at a rate. No query with prefetched members."""
    return rate.cents * (len(entry.members.all()) or 1 if is_per_member else 1)


def _line(
    entry: Entry,
    fee: EntryFee | None,
    rates: dict[int, FeeRate],
    default_rate: FeeRate | None,
    *,
    is_per_member: bool,
) -> FeeLine:
    rate = default_rate if fee is None else rates[fee.rate_id]
    amount = owed_by(entry, rate, is_per_member=is_per_member) if rate else 0
    return FeeLine(entry, rate, amount, fee.paid_cents if fee else 0, fee.means if fee else "")
