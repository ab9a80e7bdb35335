"""Movements in which the partners of a team go from table to table together."""

import numpy as np

from tournaments.core.movements.encounters import line_of_units
from tournaments.core.movements.movement import NOBODY, IntArray, Movement
from tournaments.core.movements.numbering import number_by_start
from tournaments.core.movements.table_sizes import spread_players


def can_keep_partners(movement: Movement) -> bool:
    """Return whether all players sit in every round. A player who rests would leave their partners alone."""
    is_full = bool((movement.players != NOBODY).all())
    return is_full and movement.player_count == movement.table_count * movement.shape.seat_count


def keep_partners(movement: Movement, team_count: int) -> Movement:
    """Reseat a movement so that partners of the first round stay partners.

    In a movement in lines each team follows its first seat. No player then repeats a set, unless one did
    before. Elsewhere the teams are seated anew, with as few repeated meetings as the search finds.

    Args:
        movement: one that `can_keep_partners` accepts.
        team_count: teams at a table; seats s, s + team_count, s + 2 × team_count… belong to one team.
    """
    if line_of_units(movement) is None:
        players, board_sets = _seat_teams(movement, team_count)
    else:
        players, board_sets = _follow_first_seats(movement, team_count), movement.board_sets
    return Movement(
        code=movement.code,
        players=players,
        board_sets=board_sets,
        shape=movement.shape,
        tables_per_set=movement.tables_per_set,
        copies=movement.copies,
    )


def _follow_first_seats(movement: Movement, team_count: int) -> IntArray:
    players = np.array(movement.players)
    home = {int(player): table for (table, _seat), player in np.ndenumerate(players[0])}
    for seat in range(team_count, players.shape[2]):
        # partners sit at the table of the leader, in their own seats of that table's first round
        leaders = movement.players[:, :, seat % team_count]
        homes = np.vectorize(home.__getitem__)(leaders)
        players[:, :, seat] = movement.players[0, homes, seat]
    return players


def _seat_teams(movement: Movement, team_count: int) -> tuple[IntArray, IntArray]:
    """Return new players and board sets.

    Where all tables play one set in a round, these sets are kept. Teams of unequal size keep their line,
    because a larger team has no room where a smaller one sat.
    """
    is_one_set = bool((movement.board_sets == movement.board_sets[:, :1]).all())
    teams, sets = spread_players(
        team_count,
        movement.table_count,
        movement.round_count,
        movement.table_count * team_count,
        # where all tables have the same set, no table's set can repeat for a team
        is_free=is_one_set,
        keeps_lines=bool(movement.shape.seat_count % team_count),
    )
    members, team_seats = np.divmod(np.arange(movement.shape.seat_count), team_count)
    players = teams[:, :, team_seats] * (members.max() + 1) + members
    return number_by_start(players), movement.board_sets if is_one_set else sets
