"""Points of all players in each round of a session whose deals are added up."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from games.core.play.games import GameVariant
from tournaments.models import Entry, Session
from tournaments.rankings.queries.play_figures import load_figures
from tournaments.results.queries.boards import session_lines


@dataclass(frozen=True, slots=True)
class RoundSums:
    """A player or team, round by round."""

    entry: Entry
    by_round: tuple[Fraction | None, ...]
    """Sum of each round; None where nothing counts yet, or the entry rests."""

    @property
    def with_totals(self) -> tuple[tuple[Fraction | None, Fraction], ...]:
        """Return each round with the total so far, as in the federation's recapitulation tables."""
        totals = accumulate(value or Fraction(0) for value in self.by_round)
        return tuple(zip(self.by_round, totals, strict=True))


@dataclass(frozen=True, slots=True)
class SessionSums:
    """The rounds of all players. In each round the balances of Tarot add up to zero."""

    rounds: tuple[int, ...]
    """Numbers of the rounds that have a result."""
    rows: tuple[RoundSums, ...]
    """Lines by name."""

    @property
    def controls(self) -> tuple[Fraction, ...]:
        """Return the sum of each round over all players.

        Source:
            FFT, Manuel de l'organisateur (2011) M9-M11: checked after each round before the next is counted.
        """
        return tuple(
            sum((row.by_round[column] or Fraction(0) for row in self.rows), Fraction(0))
            for column in range(len(self.rounds))
        )

    def has_rounded_shares(self, game: GameVariant) -> bool:
        """Return whether some sum is not zero in a game with balances, because shares were rounded."""
        # other sums than 0 are possible only where a game writes shares in whole points
        return game.is_zero_sum and tuple(game.score_sums) != (0,) and any(self.controls)


def load_session_sums(session: Session) -> SessionSums:
    """Return the marks of a session added up by round, before penalties.

    Seven queries, one more for teams.
    """
    figures = load_figures(session)
    sums: dict[Entry, dict[int, Fraction]] = {}
    for line in session_lines(session, figures.seated_at):
        number = line.play.round.number
        for figure in figures.at(line.play.pk):
            if isinstance(figure.mark, Fraction):
                entry_sums = sums.setdefault(figure.entry, {})
                entry_sums[number] = entry_sums.get(number, Fraction(0)) + figure.mark
    rounds = tuple(sorted(_numbers(sums.values())))
    rows = sorted(sums.items(), key=lambda row: row[0].by_name)
    return SessionSums(
        rounds, tuple(RoundSums(entry, tuple(map(by_round.get, rounds))) for entry, by_round in rows)
    )


def _numbers(sums: Iterable[dict[int, Fraction]]) -> set[int]:
    return {number for by_round in sums for number in by_round}
