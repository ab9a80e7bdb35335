"""Robot moves at a free table."""

from dataclasses import replace
from datetime import datetime

from common.live.telling import tell
from play.free.queries.free_tables import Gathering, topic_of
from play.free.services.lasting import keep_lasting
from play.tables.services.played_tables import let_robots_play


def let_robots_answer(seated: Gathering, now: datetime) -> Gathering:
    """Let robots play at a free table, outside of any transaction. Return the table afterwards."""
    table, sitting = seated.table, seated.sitting
    if sitting is None or table.ended_at is not None:
        return seated
    new_sitting = let_robots_play(sitting, now=now)
    if new_sitting.number != sitting.number:
        tell(topic_of(table))
    seated = replace(seated, sitting=new_sitting)
    if not seated.is_playing:
        keep_lasting(seated)
    return seated
