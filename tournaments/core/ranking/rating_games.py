"""From the marks of a session to the comparisons that move ratings."""

import math
from collections import defaultdict
from collections.abc import Sequence

from tournaments.core.ranking.comparison import Marks
from tournaments.core.ranking.rating import Game, Rating, RatingSystem
from tournaments.core.ranking.score_grid import SEAT_COUNT, PlayStatus, ScoreGrid

ATTACK_WEIGHT = 1.0
DEFENCE_WEIGHT = 1 / 3
"""Three defenders share one result."""


def list_games(grid: ScoreGrid, marks: Marks, ratings: Sequence[Rating]) -> tuple[tuple[Game, ...], ...]:
    """games[player]: one per deal, against the others who held the same seat of the same board.

    The score is the player's mark; the opponent is the mean of those others, with the uncertainty of that
    mean. Plays without a field, neutralised plays and collective zeros are no comparison; a deal on which the
    referee changed the mark counts with the mark that it has.
    """
    holders: dict[tuple[int, int], list[tuple[int, float, float]]] = defaultdict(list)
    compared = [
        play
        for play in range(grid.play_count)
        if grid.status[play] == PlayStatus.PLAYED and marks.field_size[play] > 1
    ]
    for play in compared:
        for seat in range(SEAT_COUNT):
            mark = marks.mark_percent(play, seat)
            if mark is not None:
                place = int(grid.board[play]), seat
                weight = ATTACK_WEIGHT if marks.is_taker[play, seat] else DEFENCE_WEIGHT
                holders[place].append((int(grid.players[play, seat]), float(mark) / 100, weight))
    games: list[list[Game]] = [[] for _ in ratings]
    for own in holders.values():
        value = math.fsum(ratings[player].value for player, _, _ in own)
        variance = math.fsum(ratings[player].deviation ** 2 for player, _, _ in own)
        others = len(own) - 1
        for player, score, weight in own if others else ():
            rating = ratings[player]
            spread = math.sqrt(max(variance - rating.deviation**2, 0.0)) / others
            games[player].append(Game((value - rating.value) / others, spread, score, weight))
    return tuple(map(tuple, games))


def rate_session(
    grid: ScoreGrid, marks: Marks, ratings: Sequence[Rating], system: RatingSystem | None = None
) -> tuple[Rating, ...]:
    """ratings[player] after a session in which all of them took part.

    Args:
        ratings: ratings[player] before it.
    """
    method = system or RatingSystem()
    games = list_games(grid, marks, ratings)
    return tuple(method.rate(rating, own) for rating, own in zip(ratings, games, strict=True))
