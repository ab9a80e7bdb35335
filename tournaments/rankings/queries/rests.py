"""Deals that players rest in a session, for their compensation."""

import numpy as np

from tournaments.base.queries.session_seats import SessionSeats
from tournaments.core.ranking.score_grid import NOBODY, IntArray, PlayStatus
from tournaments.entries.queries.presence import gone_entries
from tournaments.enums import EntryPresence
from tournaments.models import Session
from tournaments.movements.queries.counts import deals_per_line
from tournaments.results.queries.due_plays import CountedPlays


def rest_deals(session: Session, seats: SessionSeats, rows: CountedPlays) -> tuple[int, ...]:
    """Return rest_deals[unit]: deals that the others played in the rounds that a unit rested.

    A round counts as many deals as the table that has played most. Rounds before a late player's first one,
    and after the last one of a player who left, are no rests. Three queries, one more for totals.
    """
    is_played = rows.status == PlayStatus.PLAYED
    places, counts = np.unique(rows.places[is_played], return_counts=True)
    deals_of_round: dict[int, int] = {}
    for this_round, count in zip(seats.rounds_at(places).tolist(), counts.tolist(), strict=True):
        deals_of_round[this_round] = max(deals_of_round.get(this_round, 0), count)
    line_deals = deals_per_line(session)
    all_places = np.arange(len(seats.players))
    rounds_of_place = seats.rounds_at(all_places)
    # a player who joined during the play has no starting place
    entries = session.tournament.entries.filter(pk__in=seats.entry_ids.tolist())
    rows_of_entries = entries.values_list("pk", "start_table", "presence")
    start_tables = {pk: start_table for pk, start_table, _presence in rows_of_entries}
    gone = gone_entries(session) | {row[0] for row in rows_of_entries if row[2] == EntryPresence.WITHDRAWN}
    return tuple(
        line_deals
        * sum(
            deals
            for this_round, deals in deals_of_round.items()
            if this_round not in rounds
            and (start_tables.get(entry_id) is not None or this_round > rounds.min())
            and (entry_id not in gone or this_round < rounds.max())
        )
        for entry_id, rounds in zip(
            seats.entry_ids.tolist(), _rounds_of_units(seats, rounds_of_place), strict=True
        )
    )


def _rounds_of_units(seats: SessionSeats, rounds_of_place: IntArray) -> list[IntArray]:
    """Return rounds[unit]: the numbers of the rounds in which a unit has a seat."""
    places, columns = np.nonzero(seats.players != NOBODY)
    units, rounds = seats.players[places, columns], rounds_of_place[places]
    order = np.argsort(units, kind="stable")
    starts = np.searchsorted(units[order], np.arange(1, seats.entry_ids.size))
    return np.split(rounds[order], starts)
