"""Free tables for a reader: seats, turns, deadlines, versions, lists."""

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
"""Time for the other players to answer a claim, before it is refused."""
NO_CLOCK = 30_000
"""Seconds per action of a table without a clock, from which no robot takes a seat."""
LISTED = timedelta(minutes=3)
"""Time after a player's last request for which the table stays in the list."""


@dataclass(frozen=True, slots=True)
class Gathering:
    """The state of a free table for one reader."""

    table: FreeTable
    seats: tuple[TableSeat, ...]
    """Seats of the players, in order of arrival."""
    me: TableSeat | None
    deal: FreeDeal | None
    """Present deal, finished or not; None before the first."""
    sitting: Sitting | None
    claim: TableClaim | None
    """Claim that awaits answers."""

    @property
    def is_playing(self) -> bool:
        """True if a deal is under way."""
        return self.sitting is not None and not self.sitting.state.is_over

    @property
    def robots_alone(self) -> bool:
        """True if no person plays at present."""
        return all(player.robot_since is not None for player in self.seats)

    @property
    def host(self) -> TableSeat | None:
        """Player who may start the first deal: the one present for longest."""
        return self.seats[0] if self.seats else None

    @property
    def is_match_over(self) -> bool:
        """True if all deals of the match are played."""
        if self.deal is None or self.is_playing:
            return False
        return self.deals_of_match >= self.table.deal_count

    @property
    def deals_of_match(self) -> int:
        """Number of deals of the present match so far, including the one under way. One query."""
        return self.table.deals.filter(match=self.table.match).count()

    def at(self, seat: int | None) -> TableSeat | None:
        """Return the player at a seat; None if it is empty."""
        return next((player for player in self.seats if player.seat == seat), None)

    def players(self) -> list[TableSeat]:
        """Return the players of the present deal: those who sat down before it began."""
        return list_deal_players(self.seats, self.deal)

    def deadline(self) -> datetime | None:
        """Return when a robot takes over from the player to act.

        None for a robot, during a claim, and at a table without a clock.
        """
        player = self.acting()
        if player is None or self.claim is not None or self.table.action_seconds >= NO_CLOCK:
            return None
        reserve_left = max(0.0, self.table.reserve_seconds - player.reserve_used)
        return self.turn_began(player) + timedelta(seconds=self.table.action_seconds + reserve_left)

    def acting(self) -> TableSeat | None:
        """Return the player to act; None if it is a robot."""
        if self.sitting is None or self.sitting.robots_wait:
            return None
        turn = self.sitting.state.to_act
        return next((player for player in self.players() if player.seat == turn), None)

    def turn_began(self, acting: TableSeat) -> datetime:
        """Return the start of the time of the player to act."""
        assert self.sitting is not None
        # the latest of: last action, this player's return, restart of all clocks
        return max(self.sitting.last_at, acting.back_at, self.table.resumed_at)

    def robots_come(self) -> datetime | None:
        """Return when robots take the empty seats of a waiting table; None if the host decides."""
        if self.deal is not None or self.table.robots_after is None:
            return None
        return self.table.created_at + timedelta(seconds=self.table.robots_after)

    def next_change(self) -> datetime | None:
        """Return the time of the next change without an action."""
        if self.claim is not None:
            return self.claim.made_at + CLAIM_OPEN
        return self.deadline() or self.robots_come()


def find_seat(table: FreeTable, device: str, owner: User | None) -> TableSeat | None:
    """Return a player's seat: by account on every browser, otherwise by browser. One query."""
    condition = Q(owner=owner) if owner is not None else Q(pk__in=())
    if device:
        condition |= Q(device=device, owner=None)
    return table.seats.filter(condition).first()


def load_gathering(table: FreeTable, me: TableSeat | None = None) -> Gathering:
    """Return the present state of a table for a player, or for a spectator. Five queries."""
    seats = tuple(table.seats.all())
    own_seat = next((seat_row for seat_row in seats if me is not None and seat_row.pk == me.pk), None)
    deal = table.deals.select_related("table").order_by("-number").first()
    if deal is None:
        return Gathering(table, seats, own_seat, None, None, None)
    players = list_deal_players(seats, deal)
    people = frozenset(player.seat for player in players if player.robot_since is None)
    robots = frozenset(range(find_variant(table.game).player_count)) - people
    seat = own_seat.seat if own_seat in players else None
    sitting = load_sitting(deal.table, Chairs(seat, robots))
    claim = deal.claims.filter(number=sitting.number, is_refused=False).first()
    return Gathering(table, seats, own_seat, deal, sitting, claim if not sitting.state.is_over else None)


def free_table_terms(table: FreeTable) -> GameTerms:
    """Return the terms of a table's match. With a set of deals no ladder sets the number of cards."""
    rules = parse_rules(find_variant(table.game).options, table.rule_set)
    has_ladder = climbs_ladder(table.game, rules) and table.deal_set_id is None
    return GameTerms(table.game, rules, follows_ladder=has_ladder)


def has_return_matches(table: FreeTable) -> bool:
    """Return whether another match may follow: not where the deals were made elsewhere. At most one query."""
    return table.deal_set_id is None and not hasattr(table, "evening_table")


def topic_of(table: FreeTable) -> str:
    """Return the live topic to which the pages of a table subscribe (docs/live.md)."""
    return f"free:{table.pk}"


def load_free_table(secret: str, now: datetime, *beside: str) -> FreeTable | None:
    """Return the table of an address, annotated for `free_table_version`. One query.

    Args:
        beside: relations to load with the table, as for `select_related`.
    """
    last_rows = TableAction.objects.filter(table__free_deal__free_table=OuterRef("pk")).order_by("-pk")
    tables = FreeTable.objects.annotate(
        last_row=Subquery(last_rows.values("pk")[:1]),
        # one bit per seat with a player present
        present=Sum(Power(2, F("seats__seat")), filter=Q(seats__seen_at__gte=now - AWAY)),
    )
    if beside:
        tables = tables.select_related(*beside)
    return tables.filter(secret=secret).first()


def free_table_version(table: FreeTable) -> str:
    """Return the version of a table's page, which changes with everything shown on it.

    `load_free_table` reads it before all other queries of the page. A concurrent change therefore triggers
    one reload too many rather than one too few.
    """
    return f"{table.version}.{table.last_row or 0}.{int(table.present or 0)}"  # type: ignore[attr-defined]


def load_deal_points(table: FreeTable, match: int) -> list[tuple[Fraction, ...]]:
    """Return points[deal][seat] of the finished deals of a match, with payments between deals. One query."""
    finished_deals = table.deals.filter(match=match, table__ended_at__isnull=False).select_related("table")
    return [_points_of(deal) for deal in finished_deals]


def listed_tables(now: datetime) -> QuerySet[FreeTable]:
    """Return the listed tables with a player present, those that wait first.

    Each is annotated with `people`, the number of players, and `played`, the number of deals begun.
    """
    tables = FreeTable.objects.filter(is_listed=True, ended_at=None).annotate(
        people=Count("seats", distinct=True),
        last_seen=Max("seats__seen_at"),
        played=Count("deals", distinct=True),
    )
    tables = tables.select_related("evening_table__session__tournament")
    return tables.filter(last_seen__gt=now - LISTED).order_by("played", "-created_at")


def own_free_tables(device: str, owner: User | None) -> QuerySet[FreeTable]:
    """Return the tables at which a player sits, latest first."""
    condition = Q(seats__owner=owner) if owner is not None else Q(pk__in=())
    if device:
        condition |= Q(seats__device=device, seats__owner=None)
    return FreeTable.objects.select_related("evening_table__session__tournament").filter(condition).distinct()


def list_games_under_way(device: str, owner: User | None) -> QuerySet[FreeTable]:
    """Return the tables where a player has an unfinished match, alone or with others, latest first.

    Those of rounds are left out.

    Each is annotated with `played`, the number of deals begun in its match. One query.
    """
    in_match = Q(deals__match=F("match"))
    tables = own_free_tables(device, owner).filter(ended_at=None, deal_set=None)
    tables = tables.annotate(
        played=Count("deals", filter=in_match, distinct=True),
        finished=Count("deals", filter=in_match & Q(deals__table__ended_at__isnull=False), distinct=True),
    )
    return tables.filter(finished__lt=F("deal_count")).order_by("-pk")


def rated_by(table: FreeTable, seats: Sequence[TableSeat]) -> bool:
    """Return whether a match that begins now with these players moves ratings.

    Each seat needs an account on a browser of its own.
    """
    accounts = [seat for seat in seats if seat.owner_id is not None]
    browsers = {seat.device for seat in accounts}
    return len(accounts) == len(browsers) == find_variant(table.game).player_count


def _points_of(deal: FreeDeal) -> tuple[Fraction, ...]:
    scores = map(Fraction, deal.table.score.split(" "))
    if not deal.payments:
        return tuple(scores)
    return tuple(map(add, scores, map(int, deal.payments.split(" "))))


def list_deal_players(seats: Sequence[TableSeat], deal: FreeDeal | None) -> list[TableSeat]:
    return [seat for seat in seats if deal is not None and seat.plays_from <= deal.number]
