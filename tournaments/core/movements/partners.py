"""Teams that stay together: a movement by which partners go from table to table side by side."""

import numpy as np

from tournaments.core.movements.movement import NOBODY, Movement


def can_keep_partners(movement: Movement) -> bool:
    """Whether everybody sits in every round: who rests would leave his partners alone."""
    is_full = bool((movement.players != NOBODY).all())
    return is_full and movement.player_count == movement.table_count * movement.shape.seat_count


def keep_partners(movement: Movement, team_count: int) -> Movement:
    """The same movement where each team follows its first seat, from the partners of the first round on.

    Nobody meets a set twice who did not before: all of a team have the tables of its first player.

    Args:
        movement: `can_keep_partners`; nobody changes seat.
        team_count: seats s, s + team_count, s + 2 × team_count… are of one team.
    """
    players = np.array(movement.players)
    home = {int(player): table for (table, _seat), player in np.ndenumerate(players[0])}
    for seat in range(team_count, players.shape[2]):
        leaders = movement.players[:, :, seat % team_count]
        homes = np.vectorize(home.__getitem__)(leaders)
        players[:, :, seat] = movement.players[0, homes, seat]
    return Movement(
        code=movement.code,
        players=players,
        board_sets=movement.board_sets,
        shape=movement.shape,
        tables_per_set=movement.tables_per_set,
        copies=movement.copies,
    )
