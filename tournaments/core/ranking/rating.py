"""Glicko-2: a rating with its uncertainty and its volatility, updated once per session.

This is the only floating-point code of the rankings, because the method needs exponentials. Sums use
`math.fsum`, so that they do not depend on the order of the results.

Source:
    M. E. Glickman, Example of the Glicko-2 system (2013); choices in docs/ranking.md, "Rating".
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.core.ranking.comparison import Marks
from tournaments.core.ranking.score_grid import SEAT_COUNT, PlayStatus, ScoreGrid

SCALE = 173.7178
"""Rating points per unit of the inner scale."""
START = 1500.0
_PRECISION = 1e-6
ATTACK_WEIGHT = 1.0
DEFENCE_WEIGHT = 1 / 3
"""Weight of a game in defence. Three defenders share one result."""


@dataclass(frozen=True, slots=True)
class Rating:
    """Estimated strength of a player. The default is that of a newcomer."""

    value: float = START
    deviation: float = 350.0
    """Uncertainty in rating points: with 95 % the strength lies within two deviations."""
    volatility: float = 0.06
    """Expected change of the strength from session to session."""
    games: int = 0
    """Number of comparisons counted so far."""

    @property
    def bounds(self) -> tuple[float, float]:
        """Bounds between which the strength lies with 95 %."""
        return self.value - 1.96 * self.deviation, self.value + 1.96 * self.deviation


@dataclass(frozen=True, slots=True)
class Game:
    """One comparison of a session."""

    opponent: float
    """Rating of the opponent, or mean rating of a field, before the session."""
    deviation: float
    """Uncertainty of the opponent's rating."""
    score: float
    """1 for a win, 0.5 for a draw, 0 for a loss; a mark out of 1 against a field."""
    weight: float = 1.0
    """Weight of the comparison, as a part of a whole game."""


@dataclass(frozen=True, slots=True)
class RatingSystem:
    """The constants of the method."""

    change: float = 0.5
    """Constraint on the change of volatility (τ), 0.3 to 1.2."""
    highest_deviation: float = 350.0

    def rate(self, rating: Rating, games: Sequence[Game]) -> Rating:
        """Return the rating after a session. Without a game only the uncertainty grows."""
        phi = rating.deviation / SCALE
        if not games:
            return self._rating(rating, rating.value, math.hypot(phi, rating.volatility), rating.volatility)
        mu = (rating.value - START) / SCALE
        terms = [_terms(mu, game) for game in games]
        variance = 1 / math.fsum(part for part, _ in terms)
        gain = math.fsum(part for _, part in terms)
        volatility = self._volatility(phi, rating.volatility, variance, variance * gain)
        prior_phi = math.hypot(phi, volatility)
        posterior_phi = 1 / math.sqrt(1 / prior_phi**2 + 1 / variance)
        return self._rating(
            rating, START + SCALE * (mu + posterior_phi**2 * gain), posterior_phi, volatility, len(games)
        )

    def _rating(self, rating: Rating, value: float, phi: float, volatility: float, games: int = 0) -> Rating:
        deviation = min(SCALE * phi, self.highest_deviation)
        return Rating(value, deviation, volatility, rating.games + games)

    def _volatility(self, phi: float, sigma: float, variance: float, delta: float) -> float:
        """Return the volatility that fits the session, by the Illinois method of the paper (step 5)."""
        start = math.log(sigma**2)

        def slope(x: float) -> float:
            new_variance = math.exp(x)
            spread = phi**2 + variance + new_variance
            return new_variance * (delta**2 - spread) / (2 * spread**2) - (x - start) / self.change**2

        # the first bounds of the root, by item 2 of step 5 of the paper
        low = start
        if delta**2 > phi**2 + variance:
            high = math.log(delta**2 - phi**2 - variance)
        else:
            steps = 1
            while slope(start - steps * self.change) < 0:
                steps += 1
            high = start - steps * self.change
        at_low, at_high = slope(low), slope(high)
        while abs(high - low) > _PRECISION:
            middle = low + (low - high) * at_low / (at_high - at_low)
            at_middle = slope(middle)
            if at_middle * at_high <= 0:
                low, at_low = high, at_high
            # Illinois: halve the value at the end that stays, so that the interval shrinks from both ends
            else:
                at_low /= 2
            high, at_high = middle, at_middle
        return math.exp(low / 2)


def _terms(mu: float, game: Game) -> tuple[float, float]:
    """Return the information and the gain of one game."""
    opponent_mu, phi = (game.opponent - START) / SCALE, game.deviation / SCALE
    certainty, expected_score = _certainty(phi), _expected(mu, opponent_mu, phi)
    information = game.weight * certainty**2 * expected_score * (1 - expected_score)
    return information, game.weight * certainty * (game.score - expected_score)


def _certainty(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _expected(mu: float, opponent_mu: float, phi: float) -> float:
    return 1 / (1 + math.exp(-_certainty(phi) * (mu - opponent_mu)))


def list_games(grid: ScoreGrid, marks: Marks, ratings: Sequence[Rating]) -> tuple[tuple[Game, ...], ...]:
    """Return games[player]: one per deal, against the other players at the same seat of the same board.

    The score is the player's mark. The opponent is the mean of the others, with the uncertainty of that mean.
    Plays without a field, neutralised plays and collective zeros are no comparison. A mark that the referee
    changed counts as changed.
    """
    holders: dict[tuple[int, int], list[tuple[int, float, float]]] = defaultdict(list)
    compared_plays = [
        play
        for play in range(grid.play_count)
        if grid.status[play] == PlayStatus.PLAYED and marks.field_size[play] > 1
    ]
    for play in compared_plays:
        for seat in range(SEAT_COUNT):
            mark = marks.mark_percent(play, seat)
            if mark is not None:
                place = int(grid.board[play]), seat
                weight = ATTACK_WEIGHT if marks.is_taker[play, seat] else DEFENCE_WEIGHT
                holders[place].append((int(grid.players[play, seat]), float(mark) / 100, weight))
    games: list[list[Game]] = [[] for _ in ratings]
    for holders_of_seat in holders.values():
        value = math.fsum(ratings[player].value for player, _, _ in holders_of_seat)
        variance = math.fsum(ratings[player].deviation ** 2 for player, _, _ in holders_of_seat)
        opponent_count = len(holders_of_seat) - 1
        for player, score, weight in holders_of_seat if opponent_count else ():
            rating = ratings[player]
            spread = math.sqrt(max(variance - rating.deviation**2, 0.0)) / opponent_count
            games[player].append(Game((value - rating.value) / opponent_count, spread, score, weight))
    return tuple(map(tuple, games))


def rate_session(
    grid: ScoreGrid, marks: Marks, ratings: Sequence[Rating], system: RatingSystem | None = None
) -> tuple[Rating, ...]:
    """Return ratings[player] after a session in which all of them took part.

    Args:
        ratings: ratings[player] before the session.
    """
    method = system or RatingSystem()
    games = list_games(grid, marks, ratings)
    return tuple(
        method.rate(rating, games_of_player) for rating, games_of_player in zip(ratings, games, strict=True)
    )
