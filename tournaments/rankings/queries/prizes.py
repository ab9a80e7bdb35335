"""The prizes of a tournament as its present ranking gives them; sums in cents."""

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
    rank_partners,
)


@dataclass(frozen=True, slots=True)
class PrizeCandidate:
    """Who may have a prize: an entry, or partners who are added up."""

    name: str
    """Of partners; "" for an entry."""
    rows: tuple[PlacedEntry, ...]
    place: int | None
    alternated_place: int | None

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(row.entry for row in self.rows)

    @property
    def full_name(self) -> str:
        """For the organisers."""
        return self.name or str(self.rows[0].entry)

    @property
    def public_name(self) -> str:
        """As its owner allows."""
        return self.name or self.rows[0].entry.public_name


@dataclass(frozen=True, slots=True)
class Winner:
    """Somebody with a prize of one list."""

    recipient: PrizeCandidate
    prize: Prize


@dataclass(frozen=True, slots=True)
class ListedPrizes:
    """One list: what it offers, who has it."""

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
        """Money and gift of each place that has a prize."""
        return [(cents or 0, gift) for cents, gift in zip_longest(self.cents, self.gifts)]


@dataclass(frozen=True, slots=True)
class Receipt:
    """Everything that somebody gets."""

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
    """By sum, the largest first, then by place."""
    left_over: int
    """Money without a winner."""
    gifts_left: tuple[PrizeInKind, ...]
    """Prizes in kind without a winner."""

    @property
    def offered(self) -> int:
        return sum(sum(row.cents) for row in self.lists)

    @property
    def missing(self) -> int:
        """What the fund lacks for all that is offered."""
        return max(0, self.offered - self.fund)

    @property
    def spare(self) -> int:
        """What of the fund is not offered."""
        return max(0, self.fund - self.offered)


def load_prizes(tournament: Tournament) -> PrizeSheet | None:
    """The prizes as the ranking stands, None without a plan. Twelve queries at most, whatever the numbers."""
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
    given = allot_prizes(
        [offer.prizes for offer in offers],
        sharing=Sharing(plan.sharing),
        cumulation=Cumulation(plan.cumulation),
    )
    return PrizeSheet(
        plan=plan,
        fees_owed=fees_owed,
        fund=fund,
        lists=tuple(_listed(offer, given, recipients) for offer in offers),
        receipts=_receipts(given, recipients),
        left_over=given.left_over,
        gifts_left=given.gifts_left,
    )


def list_candidates(field: RankedField) -> tuple[PrizeCandidate, ...]:
    """Everybody who is ranked for himself, in the order of the overall ranking."""
    if find_format(field.tournament.format).has_partners:
        return tuple(
            PrizeCandidate(team.name, team.members, team.place, None) for team in rank_partners(field)
        )
    return tuple(PrizeCandidate("", (row,), row.place, row.alternated_place) for row in field.rows)


def shows_prizes(tournament: Tournament) -> bool:
    """Whether the public page of prizes says anything. One query."""
    shown = PrizePlan.objects.filter(tournament=tournament).exclude(showing=PrizeShowing.NOTHING)
    return shown.exists()


@dataclass(frozen=True, slots=True)
class _Offer:
    rule: PrizeRule
    prizes: PrizeList
    problem: TournamentError | None


def _offer(rule: PrizeRule, field: RankedField, recipients: Sequence[PrizeCandidate], fund: int) -> _Offer:
    ranking = _ranking(rule, field, recipients)
    wanted = Offer(tuple(rule.amounts), rule.fund_share or 0, rule.prize_count, rule.step_cents)
    gifts = tuple(PrizeInKind(**gift) if gift["name"] else None for gift in rule.gifts)
    try:
        cents = wanted.cents(fund, sum(row.place is not None for row in ranking))
    except TournamentError as error:
        return _Offer(rule, PrizeList(rule.name, (), ranking, gifts), error)
    return _Offer(rule, PrizeList(rule.name, cents, ranking, gifts), None)


def _ranking(rule: PrizeRule, field: RankedField, recipients: Sequence[PrizeCandidate]) -> list[RankedUnit]:
    """Those concerned by a list, by place; recipients are numbered."""
    if rule.ranking == PrizeRanking.ALTERNATED:
        return _by_place(range(len(recipients)), lambda unit: recipients[unit].alternated_place)
    if rule.ranking == PrizeRanking.OVERALL:
        return _by_place(range(len(recipients)), lambda unit: recipients[unit].place)
    group = rank_group(field, GroupKind(rule.ranking), rule.group)
    inside = {row.entry.pk for row in group.rows}
    members = [
        unit
        for unit, recipient in enumerate(recipients)
        if all(entry.pk in inside for entry in recipient.entries)
    ]
    places = places_within([recipients[unit].place for unit in members])
    return _by_place(members, dict(zip(members, places, strict=True)).__getitem__)


def _by_place(units: Iterable[int], place_of: Callable[[int], int | None]) -> list[RankedUnit]:
    rows = [RankedUnit(unit, place_of(unit), None) for unit in units]
    return sorted(rows, key=lambda row: (row.place is None, row.place or 0))


def _listed(offer: _Offer, given: Allotment, recipients: Sequence[PrizeCandidate]) -> ListedPrizes:
    winners = [
        Winner(recipients[prize.unit], prize) for prize in given.prizes if prize.list_name == offer.rule.name
    ]
    return ListedPrizes(offer.rule, offer.prizes.amounts, offer.prizes.gifts, tuple(winners), offer.problem)


def _receipts(given: Allotment, recipients: Sequence[PrizeCandidate]) -> tuple[Receipt, ...]:
    units = dict.fromkeys(prize.unit for prize in given.prizes)
    receipts = [
        Receipt(
            recipients[unit],
            tuple(prize for prize in given.prizes if prize.unit == unit),
            given.total_of(unit),
        )
        for unit in units
    ]
    return tuple(sorted(receipts, key=lambda row: (-row.total, row.recipient.place or 0)))
