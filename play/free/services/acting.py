"""Playing at a free table: actions, return to a seat, phrases, seats whose time has run out.

The deal itself is the log of its `PlayedTable`, with its rules in `play.tables.services.played_tables`. Each
change locks the row of the free table; robots think outside of the transaction.

Only a request of a page advances a table. While all players are away nothing happens and no clock runs.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from common.errors import AppError
from play.free.enums import Phrase
from play.free.models import SaidPhrase, TableSeat
from play.free.queries.free_tables import AWAY, CLAIM_OPEN, Gathering, load_gathering
from play.free.services.changes import give_seat_back, lock_table, note_seat_presence, save_change
from play.free.services.claims import refuse_claim
from play.free.services.dealing import deal_next
from play.free.services.robots import let_robots_answer
from play.tables.services.played_tables import add_actions, refuse_late_actions

MOST_PHRASES = 12
"""Number of latest phrases stored and shown per table."""


def act_at_seat(
    *,
    me: TableSeat,
    number: int,
    texts: Sequence[str],
    now: datetime,
    deal_number: int | None = None,
    was_kept: bool = False,
) -> Gathering:
    """Play a player's action at their own seat, then let the robots play. A player who acts has returned.

    Args:
        deal_number: deal on the player's page; None for the present one. With a later deal nothing is done.
        was_kept: whether a device without network kept the actions until now.

    Raises:
        AppError: as `played_tables.add_actions`; as `played_tables.refuse_late_actions`, for actions that
            were kept; `not_playing`, for a player without a hand in this deal.
    """
    with transaction.atomic():
        table = lock_table(me.table)
        # before `look`, which reads the seats held by robots
        give_seat_back(table, me, now)
        gathering = load_gathering(table, me)
        if table.ended_at is not None:
            raise AppError("table_ended", _("Cette table est fermée."))
        if gathering.sitting is None or gathering.sitting.seat is None or gathering.me is None:
            raise AppError("not_playing", _("Vous jouerez à la prochaine donne."))
        deal = gathering.deal
        if deal is not None and deal_number not in (None, deal.number):
            deal = table.deals.select_related("table").filter(number=deal_number).first()
        is_late = deal != gathering.deal or gathering.sitting.number != number
        if was_kept and is_late and deal is not None:
            refuse_late_actions(deal.table, seat=gathering.me.seat, number=number, texts=texts)
        if not is_late and (
            new_sitting := add_actions(gathering.sitting, number=number, texts=texts, now=now)
        ):
            spent = (now - gathering.turn_began(gathering.me)).total_seconds() - table.action_seconds
            # only time beyond that of one action is charged
            gathering.me.reserve_used += max(0.0, spent)
            table.seats.filter(pk=me.pk).update(reserve_used=gathering.me.reserve_used)
            gathering = replace(gathering, sitting=new_sitting, claim=None)
        save_change(table)
    return let_robots_answer(gathering, now)


def continue_table(*, me: TableSeat, now: datetime, is_asked: bool = False) -> Gathering:
    """Record a player's presence, apply what is due, and let robots play.

    A seat whose time has run out goes to a robot. An old claim is refused. Robots take the empty seats of a
    table that has waited long enough.

    Args:
        is_asked: whether the player requests their seat. A player who was away gets it back by returning.
    """
    with transaction.atomic():
        table = lock_table(me.table)
        own_seat = table.seats.filter(pk=me.pk).first()
        if own_seat is None or table.ended_at is not None:
            return load_gathering(table, me)
        # away before the robot came, so the player did not just think too long
        was_away = own_seat.robot_since is not None and own_seat.seen_at < own_seat.robot_since - AWAY
        if is_asked or was_away:
            give_seat_back(table, own_seat, now)
        else:
            note_seat_presence(table, own_seat, now)
        gathering = load_gathering(table, me)
        robots_at = gathering.robots_come()
        if robots_at is not None and robots_at <= now:
            deal_next(table, now)
            save_change(table)
            gathering = load_gathering(table, me)
        elif settle_overdue(gathering, now):
            gathering = load_gathering(table, me)
    return let_robots_answer(gathering, now)


def send_phrase(*, me: TableSeat, phrase: Phrase, now: datetime) -> None:
    """Store a fixed phrase of a player and notify the table."""
    with transaction.atomic():
        table = lock_table(me.table)
        SaidPhrase.objects.create(table=table, seat=me.seat, phrase=phrase, said_at=now)
        latest_keys = table.phrases.order_by("-pk").values_list("pk", flat=True)[:MOST_PHRASES]
        table.phrases.exclude(pk__in=list(latest_keys)).delete()
        save_change(table)


def settle_overdue(gathering: Gathering, now: datetime) -> bool:
    """Refuse an expired claim, or give an overdue seat to a robot. Return whether one was done."""
    if gathering.claim is not None:
        if gathering.claim.made_at + CLAIM_OPEN > now:
            return False
        refuse_claim(gathering, gathering.claim, now)
        return True
    deadline, player = gathering.deadline(), gathering.acting()
    if deadline is None or deadline > now or player is None:
        return False
    reserve = gathering.table.reserve_seconds
    gathering.table.seats.filter(pk=player.pk).update(robot_since=now, reserve_used=reserve)
    save_change(gathering.table)
    return True
