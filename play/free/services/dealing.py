"""Dealing at a free table, at random or from a set; choosing the accounts that a match rates."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from common.errors import AppError
from games.core.bots.choosing import RobotLevel
from games.core.rules import format_rules
from games.core.variants.registry import find_variant
from games.models import Deal
from play.alone.services.beginning import Player, begin_board
from play.free.models import EveningTable, FreeDeal, FreeTable, RatedMatch, RatedSeat, TableSeat
from play.free.queries.evening_tables import find_evening_table, find_next_deal
from play.free.queries.first_dealer import draw_first_dealer
from play.free.queries.free_tables import (
    AWAY,
    free_table_terms,
    has_return_matches,
    load_gathering,
    rated_by,
)
from play.free.services.changes import lock_table, save_change
from play.tables.enums import TableOrigin
from play.tables.models import PlayedTable
from play.tables.services.dealt_tables import begin_dealt_table
from play.tables.services.played_tables import begin_table, deal_any


@transaction.atomic
def begin_deal(*, me: TableSeat, seen: int, now: datetime) -> None:
    """Deal the next deal of a table.

    With the first deal robots take the empty seats. After the last deal of a match a return match begins.

    Args:
        seen: number of the last deal on the player's page, 0 before the first. With a later deal nothing is
            done.

    Raises:
        AppError: `not_host`, for a player other than the host before the first deal; `deal_under_way`;
            `all_played`, at a table of a set or of an evening; as `deal_next`.
    """
    table = lock_table(me.table)
    gathering = load_gathering(table, me)
    # a double tap, or a player who has lost the seat
    if gathering.me is None or (gathering.deal.number if gathering.deal else 0) != seen:
        return
    if gathering.is_playing and table.ended_at is None:
        raise AppError("deal_under_way", _("La donne n’est pas finie."))
    is_closed = table.deal_set_id is not None and table.ended_at is not None
    if is_closed or (gathering.is_match_over and not has_return_matches(table)):
        raise AppError("all_played", _("Toutes les donnes de cette table sont jouées."))
    if gathering.deal is None and gathering.host != gathering.me:
        raise AppError("not_host", _("La personne arrivée la première à la table lance la partie."))
    # an idle table opens again
    table.ended_at, table.resumed_at = None, now
    table.seats.filter(pk=me.pk).update(seen_at=now)
    if not gathering.is_playing:
        if gathering.is_match_over:
            table.match += 1
        deal_next(table, now)
    save_change(table)


def deal_next(table: FreeTable, now: datetime) -> None:
    """Deal the next deal. Reset all reserves, and give present players their seats back.

    Raises:
        AppError: `no_board_left`, where the étuis of an evening are open to all no more.
    """
    last_deal = table.deals.select_related("table").order_by("-number").first()
    number = last_deal.number + 1 if last_deal else 1
    if table.deal_set_id is not None:
        played_table = _begin_set_deal(table, number)
    elif (evening := find_evening_table(table)) is not None:
        played_table = _begin_board(evening)
    else:
        played_table = _begin_random_deal(table, last_deal)
    # only the first deal of a match decides whether it is rated
    if table.is_rated and not table.deals.filter(match=table.match).exists():
        _rate_match(table)
    FreeDeal.objects.create(free_table=table, number=number, match=table.match, table=played_table)
    table.seats.update(reserve_used=0, back_at=now)
    table.seats.filter(seen_at__gte=now - AWAY).update(robot_since=None)


def _begin_set_deal(table: FreeTable, number: int) -> PlayedTable:
    """Begin a table for the next deal of the set."""
    set_number = table.first_deal + number - 1
    assert table.robot_seed is not None  # comes with the set
    return begin_dealt_table(
        deal=Deal.objects.select_related("deal_set").get(deal_set=table.deal_set_id, number=set_number),
        origin=TableOrigin.FREE,
        bid=table.bid,
        seat=None,
        level=RobotLevel(table.level),
        robot_seed=table.robot_seed,
    )


def _begin_board(evening: EveningTable) -> PlayedTable:
    """Begin a table for the next étui of an evening."""
    deal = find_next_deal(evening)
    if deal is None:
        raise AppError("no_board_left", _("Les autres étuis de cette soirée ne sont plus ouverts à tous."))
    return begin_board(
        origin=TableOrigin.FREE,
        session=evening.session,
        deal=deal,
        seat=None,
        level=RobotLevel(evening.table.level),
        player=Player(),
    ).table


def _begin_random_deal(table: FreeTable, last: FreeDeal | None) -> PlayedTable:
    """Begin a table with random cards. A draw of cards gives the first dealer, then the deal moves on.

    On a ladder the number of cards follows from the number of the deal in its match.
    """
    count = find_variant(table.game).player_count
    number = table.deals.filter(match=table.match).count() + 1
    rules = format_rules(free_table_terms(table).rules_of(number))
    dealer = draw_first_dealer(table).dealer if last is None else (last.table.dealer + 1) % count
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
    """Store the accounts that a new match rates, if it moves ratings."""
    seats = list(table.seats.select_related("owner"))
    if rated_by(table, seats):
        match_row = RatedMatch.objects.create(table=table, match=table.match)
        RatedSeat.objects.bulk_create(
            RatedSeat(rated=match_row, seat=seat.seat, owner=seat.owner) for seat in seats if seat.owner
        )
