"""Free tables as a reader finds them: seats, turns, deadlines, moments, lists."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from operator import add

from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Power

from accounts.models import User
from games.core.facts.over_deals import GameTerms, climbs_ladder
from games.core.rules import parse_rules
from games.core.variants.registry import find_variant
from play.free.models import FreeDeal, FreeTable, TableClaim, TableSeat
from play.tables.models import TableAction
from play.tables.services.played_tables import Chairs, Sitting, load_sitting

AWAY = timedelta(seconds=20)
"""Time without a poll after which a player counts as away. Pages poll every ten seconds at least."""
CLAIM_OPEN = timedelta(seconds=30)
"""In which the others answer a claim; then it is refused."""
LISTED = timedelta(minutes=3)
"""For how long after somebody was seen there a table stands in the list."""


@dataclass(frozen=True, slots=True)
class Gathering:
    """A free table as somebody finds it."""

    table: FreeTable
    seats: tuple[TableSeat, ...]
    """Who sits there, in the order in which they came."""
    me: TableSeat | None
    deal: FreeDeal | None
    """The present deal, finished or not; None before the first."""
    sitting: Sitting | None
    claim: TableClaim | None
    """The one that waits for answers."""

    @property
    def is_playing(self) -> bool:
        """Whether a deal is under way."""
        return self.sitting is not None and not self.sitting.state.is_over

    @property
    def robots_alone(self) -> bool:
        """Whether no person plays now."""
        return all(each.robot_since is not None for each in self.seats)

    @property
    def host(self) -> TableSeat | None:
        """Who says when the first deal begins: who has been there for longest."""
        return self.seats[0] if self.seats else None

    @property
    def is_match_over(self) -> bool:
        """Whether the deals of the match are all played."""
        if self.deal is None or self.is_playing:
            return False
        return self.deals_of_match >= self.table.deal_count

    @property
    def deals_of_match(self) -> int:
        """Deals of the present match so far, the one under way included. One query."""
        return self.table.deals.filter(match=self.table.match).count()

    def at(self, seat: int | None) -> TableSeat | None:
        """Who sits at a seat."""
        return next((each for each in self.seats if each.seat == seat), None)

    def players(self) -> list[TableSeat]:
        """Who plays the present deal: who had sat down before it began."""
        return players_of(self.seats, self.deal)

    def deadline(self) -> datetime | None:
        """When a robot takes the seat of who is to act; None where a robot is, or a claim waits."""
        acting = self.acting()
        if acting is None or self.claim is not None:
            return None
        left = max(0.0, self.table.reserve_seconds - acting.reserve_used)
        return self.turn_began(acting) + timedelta(seconds=self.table.action_seconds + left)

    def acting(self) -> TableSeat | None:
        """Who is to act; None where a robot is."""
        if self.sitting is None or self.sitting.robots_wait:
            return None
        turn = self.sitting.state.to_act
        return next((each for each in self.players() if each.seat == turn), None)

    def turn_began(self, acting: TableSeat) -> datetime:
        """Since when the time of who is to act runs."""
        assert self.sitting is not None
        return max(self.sitting.last_at, acting.back_at, self.table.resumed_at)

    def robots_come(self) -> datetime | None:
        """When robots take the empty seats of a table that waits; None where its host says so."""
        if self.deal is not None or self.table.robots_after is None:
            return None
        return self.table.created_at + timedelta(seconds=self.table.robots_after)

    def next_change(self) -> datetime | None:
        """When something changes without anybody doing it."""
        if self.claim is not None:
            return self.claim.made_at + CLAIM_OPEN
        return self.deadline() or self.robots_come()


def find_seat(table: FreeTable, device: str, owner: User | None) -> TableSeat | None:
    """Where somebody sits: an account on every browser, else the browser. One query."""
    mine = Q(owner=owner) if owner is not None else Q(pk__in=())
    if device:
        mine |= Q(device=device, owner=None)
    return table.seats.filter(mine).first()


def look(table: FreeTable, me: TableSeat | None = None) -> Gathering:
    """The table as it is now, for who sits there or only looks on. Five queries."""
    seats = tuple(table.seats.all())
    mine = next((each for each in seats if me is not None and each.pk == me.pk), None)
    deal = table.deals.select_related("table").order_by("-number").first()
    if deal is None:
        return Gathering(table, seats, mine, None, None, None)
    players = players_of(seats, deal)
    people = frozenset(each.seat for each in players if each.robot_since is None)
    robots = frozenset(range(find_variant(table.game).player_count)) - people
    seat = mine.seat if mine in players else None
    sitting = load_sitting(deal.table, Chairs(seat, robots))
    claim = deal.claims.filter(number=sitting.number, is_refused=False).first()
    return Gathering(table, seats, mine, deal, sitting, claim if not sitting.state.is_over else None)


def terms_of(table: FreeTable) -> GameTerms:
    """What is played at a table; deals made beforehand have their number of cards."""
    rules = parse_rules(find_variant(table.game).options, table.rule_set)
    has_ladder = climbs_ladder(table.game, rules) and table.deal_set_id is None
    return GameTerms(table.game, rules, follows_ladder=has_ladder)


def topic_of(table: FreeTable) -> str:
    """What pages of a table listen to (docs/live.md)."""
    return f"free:{table.pk}"


def find_table(secret: str, now: datetime, *beside: str) -> FreeTable | None:
    """The table of an address, with its moment: what `moment_of` answers. One query.

    Args:
        beside: what else of the table is loaded by it, as of `select_related`.
    """
    last = TableAction.objects.filter(table__free_deal__free_table=OuterRef("pk")).order_by("-pk")
    tables = FreeTable.objects.annotate(
        last_row=Subquery(last.values("pk")[:1]),
        present=Sum(Power(2, F("seats__seat")), filter=Q(seats__seen_at__gte=now - AWAY)),
    )
    if beside:
        tables = tables.select_related(*beside)
    return tables.filter(secret=secret).first()


def moment_of(table: FreeTable) -> str:
    """What changes whenever anything at the table does: pages ask again then.

    It is of the moment at which `find_table` found the table, before all else is read: a page that is made of
    what changed meanwhile asks once too often, never once too little.
    """
    return f"{table.version}.{table.last_row or 0}.{int(table.present or 0)}"  # type: ignore[attr-defined]


def points_of(table: FreeTable, match: int) -> list[tuple[Fraction, ...]]:
    """points[deal][seat] of the finished deals of a match, with what goes from deal to deal. One query."""
    ended = table.deals.filter(match=match, table__ended_at__isnull=False).select_related("table")
    return [_points_of(deal) for deal in ended]


def listed_tables(now: datetime) -> QuerySet[FreeTable]:
    """Open tables that anybody may find while somebody is there; those that wait first.

    Each is annotated with `people`, how many sit there, and `played`, how many deals were begun.
    """
    found = FreeTable.objects.filter(is_listed=True, ended_at=None).annotate(
        people=Count("seats", distinct=True),
        last_seen=Max("seats__seen_at"),
        played=Count("deals", distinct=True),
    )
    return found.filter(last_seen__gt=now - LISTED).order_by("played", "-created_at")


def own_free_tables(device: str, owner: User | None) -> QuerySet[FreeTable]:
    """Where somebody sits, the latest first."""
    mine = Q(seats__owner=owner) if owner is not None else Q(pk__in=())
    if device:
        mine |= Q(seats__device=device, seats__owner=None)
    return FreeTable.objects.filter(mine).distinct()


def rated_by(table: FreeTable, seats: Sequence[TableSeat]) -> bool:
    """Whether a match that begins now with these people moves ratings.

    An account sits at every seat, each on a browser of its own.
    """
    accounts = [each for each in seats if each.owner_id is not None]
    browsers = {each.device for each in accounts}
    return len(accounts) == len(browsers) == find_variant(table.game).player_count


def _points_of(deal: FreeDeal) -> tuple[Fraction, ...]:
    scores = map(Fraction, deal.table.score.split(" "))
    if not deal.payments:
        return tuple(scores)
    return tuple(map(add, scores, map(int, deal.payments.split(" "))))


def players_of(seats: Sequence[TableSeat], deal: FreeDeal | None) -> list[TableSeat]:
    return [each for each in seats if deal is not None and each.plays_from <= deal.number]
