"""What everybody made of each round of a session whose deals are added up, as the control tables had it."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from games.core.play.games import GameVariant
from tournaments.models import Entry, Play, Session
from tournaments.rankings.queries.play_figures import load_figures
from tournaments.results.queries.boards import lines_of_plays


@dataclass(frozen=True, slots=True)
class RoundSums:
    """One player or team, round by round."""

    entry: Entry
    by_round: tuple[Fraction | None, ...]
    """In the order of the rounds; None where nothing counts yet, or there is nothing to play."""

    @property
    def with_totals(self) -> tuple[tuple[Fraction | None, Fraction], ...]:
        """Each round with the total so far, as the federation's recapitulation tables have them."""
        totals = accumulate(value or Fraction(0) for value in self.by_round)
        return tuple(zip(self.by_round, totals, strict=True))


@dataclass(frozen=True, slots=True)
class SessionSums:
    """Everybody's rounds, with the control of each: balances of Tarot add up to zero."""

    rounds: tuple[int, ...]
    """Numbers of the rounds that have a result."""
    rows: tuple[RoundSums, ...]
    """By name."""

    @property
    def controls(self) -> tuple[Fraction, ...]:
        """The sum of every round over everybody.

        Source:
            FFT, Manuel de l'organisateur (2011) M9-M11: checked after each round before the next is counted.
        """
        return tuple(
            sum((row.by_round[column] or Fraction(0) for row in self.rows), Fraction(0))
            for column in range(len(self.rounds))
        )

    def has_rounded_shares(self, game: GameVariant) -> bool:
        """Whether a sum is not zero though balances of the game are: shares were written in whole points."""
        return game.is_zero_sum and tuple(game.score_sums) != (0,) and any(self.controls)


def load_session_sums(session: Session) -> SessionSums:
    """The marks of a session added up by round, before penalties.

    Seven queries, one more for teams.
    """
    figures = load_figures(session)
    sums: dict[Entry, dict[int, Fraction]] = {}
    for line in lines_of_plays(Play.objects.filter(round__section__session=session), figures.seated_at):
        number = line.play.round.number
        for figure in figures.at(line.play.pk):
            if isinstance(figure.mark, Fraction):
                of_entry = sums.setdefault(figure.entry, {})
                of_entry[number] = of_entry.get(number, Fraction(0)) + figure.mark
    rounds = tuple(sorted(_numbers(sums.values())))
    rows = sorted(sums.items(), key=lambda row: row[0].by_name)
    return SessionSums(
        rounds, tuple(RoundSums(entry, tuple(map(found.get, rounds))) for entry, found in rows)
    )


def _numbers(found: Iterable[dict[int, Fraction]]) -> set[int]:
    return {number for by_round in found for number in by_round}
