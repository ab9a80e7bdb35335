"""Known results of duels for papers: scores, differences and match points by étui and teams."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournaments.base.queries.sessions import current_session
from tournaments.core.formats.registry import find_format
from tournaments.core.ranking.duels import DuelResult
from tournaments.core.ranking.roots import RootSum
from tournaments.models import Tournament
from tournaments.rankings.queries.play_figures import load_figures
from tournaments.results.queries.known_results import UNKNOWN, KnownLine, Line, known_lines

NO_POINTS = RootSum()


@dataclass(frozen=True, slots=True)
class DuelResults:
    """Known results of a session; empty for sheets to fill in by hand. Teams are ids of entries."""

    lines: Mapping[Line, KnownLine] = field(default_factory=dict)
    duels: Mapping[tuple[int, int, int], DuelResult] = field(default_factory=dict)
    """Duels by étui, from 1, then the first and the second team of the result."""
    bonuses: Mapping[tuple[int, int], int] = field(default_factory=dict)
    """Match points that a team has before a match, by team and opponent."""
    is_one_sided: bool = False
    """True if only the better team has match points on an étui; False if the other one loses as many."""

    def line(self, round_number: int, table: int, board: int) -> KnownLine:
        """Return the result of one play."""
        return self.lines.get((round_number, table, board), UNKNOWN)

    def points(self, board: int, own: int, other: int) -> tuple[RootSum, RootSum] | None:
        """Return the match points that a team has won and lost on an étui; None until both have attacked.

        In matches those that it has lost are those of the other team.
        """
        if duel := self.duels.get((board, own, other)):
            own_points, other_points = duel.points
        elif duel := self.duels.get((board, other, own)):
            other_points, own_points = duel.points
        else:
            return None
        if self.is_one_sided:
            return own_points, other_points
        return (own_points, NO_POINTS) if own_points > NO_POINTS else (NO_POINTS, -own_points)

    def difference(self, board: int, own: int, other: int) -> int | None:
        """Return the score of the own attacker less that of the other; None if a half is missing or void."""
        if duel := self.duels.get((board, own, other)):
            return duel.difference
        duel = self.duels.get((board, other, own))
        return None if duel is None or duel.difference is None else -duel.difference

    def bonus(self, own: int, other: int) -> RootSum:
        """Return the match points that a team has before its match against another one."""
        return RootSum.of(self.bonuses.get((own, other), 0))


def load_duel_results(tournament: Tournament) -> DuelResults:
    """Return the results of the current session. About ten queries."""
    session = current_session(tournament)
    plan = find_format(tournament.format).plan
    figures = load_figures(session)
    keys = [entry.pk for entry in figures.entries]
    return DuelResults(
        known_lines(session),
        {
            (board + 1, keys[first], keys[second]): duel
            for (board, first, second), duel in figures.duels.items()
        },
        {
            (keys[team], keys[against]): points
            for (team, against), points in figures.loaded.plays.bonuses.items()
        },
        is_one_sided=plan.is_one_sided,
    )
