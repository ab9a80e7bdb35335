"""Playing at a free table: a card, a return to one's seat, a phrase; seats whose time has run out.

The deal itself is the log of its `PlayedTable`, whose rules are in `play.tables.services.played_tables`. Each
change locks the row of the free table; robots think outside of the transaction. Only a request of a page
moves a table: while all players are away nothing happens and no clock runs.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from common.errors import AppError
from play.free.enums import Phrase
from play.free.models import SaidPhrase, TableSeat
from play.free.queries.free_tables import AWAY, CLAIM_OPEN, Gathering, look
from play.free.services.changes import give_seat_back, lock_table, note_presence, save_change
from play.free.services.claims import refuse_claim
from play.free.services.dealing import deal_next
from play.free.services.robots import let_robots_answer
from play.tables.services.played_tables import add_actions

MOST_PHRASES = 12
"""Of a table, kept and shown."""


def play(*, me: TableSeat, number: int, texts: Sequence[str], now: datetime) -> Gathering:
    """What somebody does at his own seat, then what the robots answer. Who acts has come back.

    Args, raises: as `played_tables.add_actions`; `not_playing`, where he has no hand in this deal.
    """
    with transaction.atomic():
        table = lock_table(me.table)
        give_seat_back(table, me, now)
        seated = look(table, me)
        if table.ended_at is not None:
            raise AppError("table_ended", _("Cette table est fermée."))
        if seated.sitting is None or seated.sitting.seat is None or seated.me is None:
            raise AppError("not_playing", _("Vous jouerez à la prochaine donne."))
        if after := add_actions(seated.sitting, number=number, texts=texts, now=now):
            spent = (now - seated.turn_began(seated.me)).total_seconds() - table.action_seconds
            seated.me.reserve_used += max(0.0, spent)
            table.seats.filter(pk=me.pk).update(reserve_used=seated.me.reserve_used)
            seated = replace(seated, sitting=after, claim=None)
        save_change(table)
    return let_robots_answer(seated, now)


def go_on(*, me: TableSeat, now: datetime, is_asked: bool = False) -> Gathering:
    """Somebody is there: what time has brought happens, and robots play.

    A seat whose time has run out goes to a robot; an old claim is refused; robots take the empty seats of a
    table that has waited long enough.

    Args:
        is_asked: whether the person asks for his seat back. Who was away gets it by being there again.
    """
    with transaction.atomic():
        table = lock_table(me.table)
        mine = table.seats.filter(pk=me.pk).first()
        if mine is None or table.ended_at is not None:
            return look(table, me)
        was_away = mine.robot_since is not None and mine.seen_at < mine.robot_since - AWAY
        if is_asked or was_away:
            give_seat_back(table, mine, now)
        else:
            note_presence(table, mine, now)
        seated = look(table, me)
        come = seated.robots_come()
        if come is not None and come <= now:
            deal_next(table, now)
            save_change(table)
            seated = look(table, me)
        elif bring_due(seated, now):
            seated = look(table, me)
    return let_robots_answer(seated, now)


def say(*, me: TableSeat, phrase: Phrase, now: datetime) -> None:
    """One of the fixed phrases, to everybody at the table."""
    with transaction.atomic():
        table = lock_table(me.table)
        SaidPhrase.objects.create(table=table, seat=me.seat, phrase=phrase, said_at=now)
        kept = table.phrases.order_by("-pk").values_list("pk", flat=True)[:MOST_PHRASES]
        table.phrases.exclude(pk__in=list(kept)).delete()
        save_change(table)


def bring_due(seated: Gathering, now: datetime) -> bool:
    """Refuse an old claim, or give the seat of whose time has run out to a robot; whether it was done."""
    if seated.claim is not None:
        if seated.claim.made_at + CLAIM_OPEN > now:
            return False
        refuse_claim(seated, seated.claim, now)
        return True
    deadline, acting = seated.deadline(), seated.acting()
    if deadline is None or deadline > now or acting is None:
        return False
    reserve = seated.table.reserve_seconds
    seated.table.seats.filter(pk=acting.pk).update(robot_since=now, reserve_used=reserve)
    save_change(seated.table)
    return True
