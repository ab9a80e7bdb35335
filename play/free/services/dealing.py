"""The next deal of a free table, at random or from a set; the accounts for whom a match counts."""

import secrets
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from common.errors import AppError
from games.core.bots.choosing import RobotLevel
from games.core.rules import format_rules
from games.core.variants.registry import find_variant
from games.models import Deal
from play.free.models import FreeDeal, FreeTable, RatedMatch, RatedSeat, TableSeat
from play.free.queries.free_tables import AWAY, look, rated_by, terms_of
from play.free.services.changes import lock_table, save_change
from play.tables.enums import TableOrigin
from play.tables.models import PlayedTable
from play.tables.services.dealt_tables import begin_dealt_table
from play.tables.services.played_tables import begin_table, deal_any


@transaction.atomic
def begin_deal(*, me: TableSeat, seen: int, now: datetime) -> None:
    """Deal: the first time robots take the empty seats; after the last deal of a match, a return match.

    Args:
        seen: number of the last deal that the person had seen, 0 before the first; where there is a later one
            nothing is done.

    Raises:
        AppError: `not_host`, where somebody else begins the first deal; `deal_under_way`.
    """
    table = lock_table(me.table)
    seated = look(table, me)
    if seated.me is None or (seated.deal.number if seated.deal else 0) != seen:
        return
    if seated.is_playing and table.ended_at is None:
        raise AppError("deal_under_way", _("La donne n’est pas finie."))
    if table.deal_set_id is not None and (table.ended_at is not None or seated.is_match_over):
        raise AppError("all_played", _("Toutes les donnes de cette table sont jouées."))
    if seated.deal is None and seated.host != seated.me:
        raise AppError("not_host", _("La personne arrivée la première à la table lance la partie."))
    table.ended_at, table.resumed_at = None, now
    table.seats.filter(pk=me.pk).update(seen_at=now)
    if not seated.is_playing:
        if seated.is_match_over:
            table.match += 1
        deal_next(table, now)
    save_change(table)


def deal_next(table: FreeTable, now: datetime) -> None:
    """Deal the next deal; everybody has his whole reserve again, and his seat if he is there."""
    last = table.deals.select_related("table").order_by("-number").first()
    number = last.number + 1 if last else 1
    begun = _next_of_set(table, number) if table.deal_set_id is not None else _deal(table, last)
    if table.is_rated and not table.deals.filter(match=table.match).exists():
        _rate_match(table)
    FreeDeal.objects.create(free_table=table, number=number, match=table.match, table=begun)
    table.seats.update(reserve_used=0, back_at=now)
    table.seats.filter(seen_at__gte=now - AWAY).update(robot_since=None)


def _next_of_set(table: FreeTable, number: int) -> PlayedTable:
    """A table at the deal of the set that comes next."""
    wanted = table.first_deal + number - 1
    assert table.robot_seed is not None  # comes with the set
    return begin_dealt_table(
        deal=Deal.objects.select_related("deal_set").get(deal_set=table.deal_set_id, number=wanted),
        origin=TableOrigin.FREE,
        bid=table.bid,
        seat=None,
        level=RobotLevel(table.level),
        robot_seed=table.robot_seed,
    )


def _deal(table: FreeTable, last: FreeDeal | None) -> PlayedTable:
    """Cards dealt at random, by the one after who dealt last; on a ladder as many as it has come to."""
    count = find_variant(table.game).player_count
    number = table.deals.filter(match=table.match).count() + 1
    rules = format_rules(terms_of(table).rules_of(number))
    dealer = secrets.randbelow(count) if last is None else (last.table.dealer + 1) % count
    return begin_table(
        origin=TableOrigin.FREE,
        game=table.game,
        rules=rules,
        layout=deal_any(table.game, dealer=dealer, rules=rules),
        dealer=dealer,
        seat=None,
        level=RobotLevel(table.level),
    ).table


def _rate_match(table: FreeTable) -> None:
    """Note for whom a match that begins counts, where it moves ratings."""
    seats = list(table.seats.select_related("owner"))
    if rated_by(table, seats):
        rated = RatedMatch.objects.create(table=table, match=table.match)
        RatedSeat.objects.bulk_create(
            RatedSeat(rated=rated, seat=each.seat, owner=each.owner) for each in seats if each.owner
        )
