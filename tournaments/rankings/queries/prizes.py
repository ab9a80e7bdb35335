"""Prizes of a tournament by its current ranking; sums in cents."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from tournaments.core.errors import TournamentError
from tournaments.core.formats.registry import find_format
from tournaments.core.ranking.classification import RankedUnit
from tournaments.core.ranking.places import places_within
from tournaments.core.ranking.prizes import (
    Allotment,
    Cumulation,
    Offer,
    Prize,
    PrizeInKind,
    PrizeList,
    Sharing,
    allot_prizes,
    prize_fund,
)
from tournaments.entries.queries.fees import load_fees
from tournaments.enums import PrizeRanking, PrizeShowing
from tournaments.models import Entry, PrizePlan, PrizeRule, Tournament
from tournaments.rankings.queries.classifications import (
    GroupKind,
    PlacedEntry,
    RankedField,
    load_field,
    rank_group,
    rank_shared_teams,
)
from tournaments.rankings.queries.points_tables import handicap_places


@dataclass(frozen=True, slots=True)
class PrizeCandidate:
    """A candidate for a prize: an entry, or partners who are added up."""

    name: str
    """Name of partners; "" for an entry."""
    rows: tuple[PlacedEntry, ...]
    place: int | None
    alternated_place: int | None

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(row.entry for row in self.rows)

    @property
    def full_name(self) -> str:
        """Name for the organisers."""
        return self.name or str(self.rows[0].entry)

    @property
    def public_name(self) -> str:
        """Name as the player allows the public to see it."""
        return self.name or self.rows[0].entry.public_name


@dataclass(frozen=True, slots=True)
class Winner:
    """A candidate with a prize of one list."""

    recipient: PrizeCandidate
    prize: Prize


@dataclass(frozen=True, slots=True)
class ListedPrizes:
    """A list: its prizes and their winners."""

    rule: PrizeRule
    cents: tuple[int, ...]
    """Money offered, by place."""
    gifts: tuple[PrizeInKind | None, ...]
    """Prizes in kind offered, by place."""
    winners: tuple[Winner, ...]
    problem: TournamentError | None
    """Reason why the list offers no money."""

    @property
    def offered(self) -> list[tuple[int, PrizeInKind | None]]:
        """Return money and gift of each place that has a prize."""
        return [(cents or 0, gift) for cents, gift in zip_longest(self.cents, self.gifts)]


@dataclass(frozen=True, slots=True)
class Receipt:
    """All prizes of one recipient."""

    recipient: PrizeCandidate
    prizes: tuple[Prize, ...]
    total: int


@dataclass(frozen=True, slots=True)
class PrizeSheet:
    """All prizes, with the money that they come from."""

    plan: PrizePlan
    fees_owed: int
    fund: int
    lists: tuple[ListedPrizes, ...]
    receipts: tuple[Receipt, ...]
    """Receipts by sum, the largest first, then by place."""
    left_over: int
    """Money without a winner."""
    gifts_left: tuple[PrizeInKind, ...]
    """Prizes in kind without a winner."""

    @property
    def offered(self) -> int:
        return sum(sum(row.cents) for row in self.lists)

    @property
    def missing(self) -> int:
        """Return the amount by which the offers exceed the fund."""
        return max(0, self.offered - self.fund)

    @property
    def spare(self) -> int:
        """Return the part of the fund that is not offered."""
        return max(0, self.fund - self.offered)


def load_prizes(tournament: Tournament) -> PrizeSheet | None:
    """Return the prizes by the current ranking; None without a plan. At most twelve queries."""
    plan = PrizePlan.objects.filter(tournament=tournament).prefetch_related("rules").first()
    if plan is None:
        return None
    field = load_field(tournament)
    recipients = list_candidates(field)
    fees_owed = load_fees(tournament, plan).owed
    fund = plan.extra_cents
    if plan.redistribution is not None:
        fund = prize_fund(fees_owed, plan.redistribution, plan.extra_cents)
    offers = [_offer(rule, field, recipients, fund) for rule in plan.rules.all()]
    allotment = allot_prizes(
        [offer.prizes for offer in offers],
        sharing=Sharing(plan.sharing),
        cumulation=Cumulation(plan.cumulation),
    )
    return PrizeSheet(
        plan=plan,
        fees_owed=fees_owed,
        fund=fund,
        lists=tuple(_list_prizes(offer, allotment, recipients) for offer in offers),
        receipts=_receipts(allotment, recipients),
        left_over=allotment.left_over,
        gifts_left=allotment.gifts_left,
    )


def list_candidates(field: RankedField) -> tuple[PrizeCandidate, ...]:
    """Return all candidates that are ranked on their own, in the order of the overall ranking."""
    if find_format(field.tournament.format).has_partners:
        return tuple(
            PrizeCandidate(team.name, team.members, team.place, None) for team in rank_shared_teams(field)
        )
    return tuple(PrizeCandidate("", (row,), row.place, row.alternated_place) for row in field.rows)


def shows_prizes(tournament: Tournament) -> bool:
    """Return whether the public page of prizes has content. One query."""
    shown_plans = PrizePlan.objects.filter(tournament=tournament).exclude(showing=PrizeShowing.NOTHING)
    return shown_plans.exists()


@dataclass(frozen=True, slots=True)
class _Offer:
    rule: PrizeRule
    prizes: PrizeList
    problem: TournamentError | None


def _offer(rule: PrizeRule, field: RankedField, recipients: Sequence[PrizeCandidate], fund: int) -> _Offer:
    ranking = _ranking(rule, field, recipients)
    offer, gifts = read_offer(rule)
    try:
        cents = offer.cents(fund, sum(row.place is not None for row in ranking))
    except TournamentError as error:
        return _Offer(rule, PrizeList(rule.name, (), ranking, gifts), error)
    return _Offer(rule, PrizeList(rule.name, cents, ranking, gifts), None)


def read_offer(rule: PrizeRule) -> tuple[Offer, tuple[PrizeInKind | None, ...]]:
    """Return the money and the prizes in kind of a list. No query.

    Raises:
        TypeError, KeyError: the stored values are of another form, from a program that is no Étui.
    """
    gifts = [(gift["name"], gift["cents"]) for gift in rule.gifts]
    names, values = [name for name, _value in gifts], [value for _name, value in gifts if value is not None]
    if not all(isinstance(name, str) for name in names):
        raise TypeError("gifts")
    if not all(type(cents) is int for cents in (*rule.amounts, *values)):
        raise TypeError("amounts")
    offer = Offer(tuple(rule.amounts), rule.fund_share or 0, rule.prize_count, rule.step_cents)
    return offer, tuple(PrizeInKind(name, value) if name else None for name, value in gifts)


def _ranking(rule: PrizeRule, field: RankedField, recipients: Sequence[PrizeCandidate]) -> list[RankedUnit]:
    """Return the ranking of a list by place; units are indices of `recipients`."""
    if rule.ranking == PrizeRanking.ALTERNATED:
        return _by_place(range(len(recipients)), lambda unit: recipients[unit].alternated_place)
    if rule.ranking == PrizeRanking.OVERALL:
        return _by_place(range(len(recipients)), lambda unit: recipients[unit].place)
    if rule.ranking == PrizeRanking.HANDICAP:
        places = handicap_places(field.tournament, tuple(row for unit in recipients for row in unit.rows[:1]))
        return _by_place(range(len(recipients)), places.__getitem__)
    group = rank_group(field, GroupKind(rule.ranking), rule.group)
    group_ids = {row.entry.pk for row in group.rows}
    members = [
        unit
        for unit, recipient in enumerate(recipients)
        # partners are in a group only if all of them are
        if all(entry.pk in group_ids for entry in recipient.entries)
    ]
    places = places_within([recipients[unit].place for unit in members])
    return _by_place(members, dict(zip(members, places, strict=True)).__getitem__)


def _by_place(units: Iterable[int], place_of: Callable[[int], int | None]) -> list[RankedUnit]:
    rows = [RankedUnit(unit, place_of(unit), None) for unit in units]
    return sorted(rows, key=lambda row: (row.place is None, row.place or 0))


def _list_prizes(offer: _Offer, allotment: Allotment, recipients: Sequence[PrizeCandidate]) -> ListedPrizes:
    winners = [
        Winner(recipients[prize.unit], prize)
        for prize in allotment.prizes
        if prize.list_name == offer.rule.name
    ]
    return ListedPrizes(offer.rule, offer.prizes.amounts, offer.prizes.gifts, tuple(winners), offer.problem)


def _receipts(allotment: Allotment, recipients: Sequence[PrizeCandidate]) -> tuple[Receipt, ...]:
    units = dict.fromkeys(prize.unit for prize in allotment.prizes)
    receipts = [
        Receipt(
            recipients[unit],
            tuple(prize for prize in allotment.prizes if prize.unit == unit),
            allotment.total_of(unit),
        )
        for unit in units
    ]
    return tuple(sorted(receipts, key=lambda row: (-row.total, row.recipient.place or 0)))
