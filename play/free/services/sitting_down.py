"""Opening a free table, sitting down and leaving."""

import secrets
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.pseudonyms import fold_pseudonym
from common.errors import AppError
from games.core.bots.choosing import RobotLevel
from games.core.errors import GameError
from games.core.facts.over_deals import GameTerms, climbs_ladder
from games.core.rules import FFT, parse_rules
from games.core.variants.registry import find_variant
from play.free.models import FreeTable, TableSeat
from play.free.queries.free_tables import find_seat
from play.free.services.changes import lock_table, save_change
from play.free.services.dealing import deal_next


@transaction.atomic
def open_table(
    *,
    game: str,
    level: RobotLevel,
    is_listed: bool,
    deal_count: int,
    action_seconds: int,
    reserve_seconds: int,
    robots_after: int | None,
    name: str,
    device: str,
    owner: User | None,
    now: datetime,
    rules: str = FFT,
    rules_name: str = "",
    is_rated: bool = False,
) -> TableSeat:
    """Open a table. The player who opens it gets its first seat.

    Args:
        deal_count: deals of a match; Contrat's has those of its ladder, unless the cards each are agreed.
        rules: text of the rule-set, one that the game takes.
        rules_name: name of these rules in a club.
        is_rated: whether matches that accounts alone begin move ratings.

    Raises:
        AppError: `no_such_table`, for a game or rules that do not exist; `needs_account`, for a rated table
            without one.
    """
    if is_rated and owner is None:
        message = _("Il faut un compte pour ouvrir une table avec cote.")
        raise AppError("needs_account", message, fields={"is_rated": message})
    try:
        variant = find_variant(game)
        rule_set = parse_rules(variant.options, rules)
        variant.check_rules(rule_set)
    except GameError as error:
        raise AppError("no_such_table", _("Ce jeu ou ces règles n’existent pas.")) from error
    table = FreeTable.objects.create(
        secret=secrets.token_urlsafe(16),
        game=game,
        rule_set=rules,
        rules_name=rules_name,
        is_rated=is_rated,
        level=level,
        is_listed=is_listed,
        deal_count=(climbs_ladder(game, rule_set) and GameTerms(game).deal_count) or deal_count,
        action_seconds=action_seconds,
        reserve_seconds=reserve_seconds,
        robots_after=robots_after,
        created_at=now,
        resumed_at=now,
    )
    return take_seat(table, 0, 1, name, device, owner, now)


@transaction.atomic
def sit_down(
    *,
    table: FreeTable,
    name: str,
    device: str,
    owner: User | None,
    now: datetime,
    seat: int | None = None,
) -> TableSeat:
    """Take a given seat, or the first empty one. A player who already has a seat keeps it.

    A player who arrives during a deal plays from the next one on. The last empty seat of a waiting table
    starts the first deal.

    Raises:
        AppError: `table_ended`, `table_full`, `seat_taken`, `name_taken` at the field `name`.
    """
    # the checks below hold until the end of the transaction
    table = lock_table(table)
    if own_seat := find_seat(table, device, owner):
        return own_seat
    if table.ended_at is not None:
        raise AppError("table_ended", _("Cette table est fermée."))
    seats = {occupant.seat: occupant for occupant in table.seats.all()}
    count = find_variant(table.game).player_count
    empty_seats = [place for place in range(count) if place not in seats]
    if not empty_seats:
        raise AppError("table_full", _("La table est complète : vous pouvez regarder."))
    if seat is not None and seat not in empty_seats:
        raise AppError("seat_taken", _("Cette place est prise : choisissez-en une autre."))
    if fold_pseudonym(name) in {fold_pseudonym(occupant.name) for occupant in seats.values()}:
        message = _("Quelqu’un porte déjà ce nom à cette table : ajoutez une initiale ou un chiffre.")
        raise AppError("name_taken", message, fields={"name": message})
    last_number = table.deals.aggregate(last=Max("number"))["last"] or 0
    new_seat = take_seat(
        table, empty_seats[0] if seat is None else seat, last_number + 1, name, device, owner, now
    )
    # the seat just taken was the last empty one
    if last_number == 0 and len(empty_seats) == 1:
        deal_next(table, now)
    save_change(table)
    return new_seat


def claim_seats(*, device: str, owner: User) -> None:
    """Assign the seats of a browser to an account, except at tables where the account already has one."""
    if device:
        seats = TableSeat.objects.filter(device=device, owner=None)
        seats.exclude(table__seats__owner=owner).update(owner=owner)


@transaction.atomic
def leave_free_table(*, me: TableSeat, now: datetime) -> None:
    """Give up a player's seat. A robot finishes the deal; the seat is free from the next one on.

    A table without players is ended.
    """
    table = lock_table(me.table)
    table.seats.filter(pk=me.pk).delete()
    # tables of a round go on with robots until the round ends
    if table.deal_set_id is None and not table.seats.exists() and table.ended_at is None:
        table.ended_at = now
    save_change(table)


def take_seat(
    table: FreeTable, seat: int, plays_from: int, name: str, device: str, owner: User | None, now: datetime
) -> TableSeat:
    return TableSeat.objects.create(
        table=table,
        seat=seat,
        name=name,
        device=device,
        owner=owner,
        plays_from=plays_from,
        joined_at=now,
        seen_at=now,
        back_at=now,
    )
