"""Opening a free table that plays the étuis of an evening."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from games.core.bots.choosing import RobotLevel
from play.alone.queries.evenings_again import list_playable_boards
from play.free.models import EveningTable, TableSeat
from play.free.services.sitting_down import open_table
from tournaments.models import Session


@transaction.atomic
def open_evening_table(
    *,
    session: Session,
    first_board: int,
    level: RobotLevel,
    clock: tuple[int, int],
    name: str,
    device: str,
    owner: User | None,
    now: datetime,
) -> TableSeat:
    """Open a table that plays the open étuis of a session, from one of them to the last one.

    The caller has checked that the reader may see hands of the session (`Part.HANDS`).

    Args:
        session: session, loaded with its tournament and its set of deals.
        clock: seconds per action, and seconds of reserve per deal.

    Raises:
        AppError: `board_not_open` at the field `first_board`.
    """
    deals = list_playable_boards(session)
    if first_board not in deals or session.deal_set is None:
        message = _("Cet étui n’est plus ouvert à tous : choisissez-en un autre.")
        raise AppError("board_not_open", message, fields={"first_board": message})
    seat = open_table(
        game=session.tournament.game,
        rules=session.deal_set.rule_set,
        level=level,
        is_listed=False,
        deal_count=sum(number >= first_board for number in deals),
        action_seconds=clock[0],
        reserve_seconds=clock[1],
        robots_after=None,
        name=name,
        device=device,
        owner=owner,
        now=now,
    )
    EveningTable.objects.create(table=seat.table, session=session, first_board=first_board)
    return seat
