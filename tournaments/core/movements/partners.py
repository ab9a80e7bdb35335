"""Teams that stay together: a movement by which partners go from table to table side by side."""

import numpy as np

from tournaments.core.movements.encounters import line_of_units
from tournaments.core.movements.movement import NOBODY, IntArray, Movement
from tournaments.core.movements.numbering import number_by_start
from tournaments.core.movements.table_sizes import spread_players


def can_keep_partners(movement: Movement) -> bool:
    """Whether everybody sits in every round: who rests would leave his partners alone."""
    is_full = bool((movement.players != NOBODY).all())
    return is_full and movement.player_count == movement.table_count * movement.shape.seat_count


def keep_partners(movement: Movement, team_count: int) -> Movement:
    """The same tables and rounds where partners of the first round stay partners.

    In lines each team follows its first seat, so that nobody comes to a set twice who did not before.
    Elsewhere the teams are seated anew, as few of them as possible at one table again.

    Args:
        movement: `can_keep_partners`.
        team_count: seats s, s + team_count, s + 2 × team_count… are of one team.
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
        leaders = movement.players[:, :, seat % team_count]
        homes = np.vectorize(home.__getitem__)(leaders)
        players[:, :, seat] = movement.players[0, homes, seat]
    return players


def _seat_teams(movement: Movement, team_count: int) -> tuple[IntArray, IntArray]:
    """Players and sets of boards; a round that plays one set at all tables keeps it.

    Teams of unequal size keep their line: a larger team has no place where a smaller one sat.
    """
    is_one_set = bool((movement.board_sets == movement.board_sets[:, :1]).all())
    teams, sets = spread_players(
        team_count,
        movement.table_count,
        movement.round_count,
        movement.table_count * team_count,
        is_free=is_one_set,
        keeps_lines=bool(movement.shape.seat_count % team_count),
    )
    members, team_seats = np.divmod(np.arange(movement.shape.seat_count), team_count)
    players = teams[:, :, team_seats] * (members.max() + 1) + members
    return number_by_start(players), movement.board_sets if is_one_set else sets
