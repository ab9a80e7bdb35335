"""Tables for a deal of a sealed set. The cards stay sealed while they are copied."""

import secrets

from accounts.models import User
from games.core.bots.choosing import RobotLevel
from games.models import Deal
from games.services.compiled_search import compile_for
from play.tables.enums import TableOrigin
from play.tables.models import PlayedTable


def begin_dealt_table(
    *,
    deal: Deal,
    origin: TableOrigin,
    bid: str,
    seat: int | None,
    level: RobotLevel,
    robot_seed: int,
    device: str = "",
    owner: User | None = None,
) -> PlayedTable:
    """Begin a table with the cards of a deal. `let_robots_play` plays up to the person's turn.

    Args:
        deal: deal, loaded with its set.
        bid: bid imposed on the deal's taker; "" for an auction.
        seat: seat of the one person; None where several play.
        robot_seed: seed shared by all players who are compared.
    """
    compile_for(level, deal.deal_set.game)
    return PlayedTable.objects.create(
        secret=secrets.token_urlsafe(16),
        origin=origin,
        game=deal.deal_set.game,
        rule_set=deal.deal_set.rule_set,
        cards=deal.hands,
        dealer=deal.dealer,
        taker=deal.taker if bid else None,
        bid=bid,
        seat=seat,
        level=level,
        robot_seed=robot_seed,
        device=device,
        owner=owner,
    )
