"""Robot moves at a free table."""

from dataclasses import replace
from datetime import datetime

from common.live.notifying import notify_pages
from play.free.queries.free_tables import Gathering, topic_of
from play.free.services.lasting import keep_lasting
from play.tables.services.played_tables import let_robots_play


def let_robots_answer(gathering: Gathering, now: datetime) -> Gathering:
    """Let robots play at a free table, outside of any transaction. Return the table afterwards."""
    table, sitting = gathering.table, gathering.sitting
    if sitting is None or table.ended_at is not None:
        return gathering
    new_sitting = let_robots_play(sitting, now=now)
    if new_sitting.number != sitting.number:
        notify_pages(topic_of(table))
    gathering = replace(gathering, sitting=new_sitting)
    if not gathering.is_playing:
        keep_lasting(gathering)
    return gathering
