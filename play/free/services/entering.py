"""Entering without choosing a table: ordinary deals at four, or a whole game alone, with robots beside."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.db.models import F, Q

from accounts.models import User
from common.errors import AppError
from games.core.bots.choosing import RobotLevel
from games.core.dealing.dealt_game import FEDERATION_GAME
from games.core.rules import FFT
from games.core.variants.registry import find_variant
from play.free.models import FreeTable, TableSeat
from play.free.queries.free_tables import NO_CLOCK, find_seat, listed_tables, own_free_tables
from play.free.services.dealing import begin_deal
from play.free.services.sitting_down import open_table, sit_down
from play.scene.words.steps import place_name

DEALS = 16
"""Deals of a match at a table that is opened here."""
ACTION_SECONDS, RESERVE_SECONDS = 30, 120
MOST_TRIED = 20
"""Number of tables that are tried before one is opened."""


@transaction.atomic
def enter_any_table(
    *, name: str, device: str, owner: User | None, refuse: Callable[[FreeTable], None], now: datetime
) -> TableSeat:
    """Seat a player at a table in play with an empty seat, else at a new one whose first deal begins at once.

    A player who sits at such a table already keeps that seat. Robots play in the empty seats; a player who
    arrives during a deal plays from the next one on.

    Args:
        refuse: raises `AppError` for a table at which the player may not sit.
    """
    tables = listed_tables(now).filter(
        game=FEDERATION_GAME, rule_set=FFT, club_table=None, deal_set=None, is_rated=False
    )
    tables = tables.exclude(deals=None)
    own_table = own_free_tables(device, owner).filter(pk__in=tables.values("pk")).first()
    if own_table is not None and (own_seat := find_seat(own_table, device, owner)) is not None:
        return own_seat
    tables = tables.filter(Q(people__lt=find_variant(FEDERATION_GAME).player_count))
    # the fullest table first, so that people meet
    for table in tables.order_by(F("people").desc(), F("played"), "-created_at")[:MOST_TRIED]:
        try:
            refuse(table)
            return sit_down(table=table, name=name, device=device, owner=owner, now=now)
        except AppError:
            # taken in between, a name that sits there, or a blocked player: the next table
            continue
    seat = open_table(
        game=FEDERATION_GAME,
        level=RobotLevel.CLUB,
        is_listed=True,
        deal_count=DEALS,
        action_seconds=ACTION_SECONDS,
        reserve_seconds=RESERVE_SECONDS,
        robots_after=None,
        name=name,
        device=device,
        owner=owner,
        now=now,
    )
    begin_deal(me=seat, seen=0, now=now)
    return seat


@transaction.atomic
def open_game_alone(
    *, game: str, level: RobotLevel, name: str, device: str, owner: User | None, now: datetime
) -> TableSeat:
    """Open a table without a clock for one person and robots, and begin its first deal.

    Its deals follow each other as at every free table: at Contrat up the ladder and down, with the third
    Excuse of the game.

    Args:
        name: name of the player; "" for the name of the place.
    """
    seat = open_table(
        game=game,
        level=level,
        is_listed=False,
        deal_count=1,
        action_seconds=NO_CLOCK,
        reserve_seconds=0,
        robots_after=None,
        name=name or place_name(0, find_variant(game).player_count),
        device=device,
        owner=owner,
        now=now,
    )
    begin_deal(me=seat, seen=0, now=now)
    return seat
