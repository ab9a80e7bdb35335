"""The matches of teams from their duels: points, bonuses and penalties of every pair that has met."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.core.ranking.duel_results import DuelResult, ruled_units
from tournaments.core.ranking.duels import UnitPlays
from tournaments.core.ranking.matches import Match
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.rulings import EffectKind, Ruling, payers

Pair = tuple[int, int]
"""Two teams, the lower number first."""


@dataclass(frozen=True, slots=True)
class MatchPenalties:
    """Match points that rulings take off."""

    of_matches: Mapping[Pair, tuple[int, int]]
    """Of the first and of the second team of a match."""
    of_teams: Mapping[int, int]
    """Of a team's sums: no match is named, and the team has several."""


def find_matches(
    results: Sequence[DuelResult], bonuses: Mapping[Pair, int], penalties: Mapping[Pair, tuple[int, int]]
) -> tuple[Match, ...]:
    """One match for every two teams that have a duel, by their numbers.

    Args:
        results: duels in one-sided match points.
        bonuses: bonuses[(team, against)]: match points that a team has before that match.
        penalties: as in `MatchPenalties.of_matches`.

    Source:
        FFT, Règlement officiel (2012) R25-R26.
    """
    duels: dict[Pair, list[DuelResult]] = {}
    for result in results:
        duels.setdefault((result.first, result.second), []).append(result)
    return tuple(
        Match(
            first,
            second,
            (
                RootSum.sum(duel.points[0] for duel in duels[first, second]),
                RootSum.sum(duel.points[1] for duel in duels[first, second]),
            ),
            (bonuses.get((first, second), 0), bonuses.get((second, first), 0)),
            penalties.get((first, second), (0, 0)),
        )
        for first, second in sorted(duels)
    )


def match_penalties(plays: UnitPlays, rulings: Iterable[Ruling], pairs: Iterable[Pair]) -> MatchPenalties:
    """What rulings take off matches: off the match of their deal, else off the only match of the team.

    A penalty without a deal to a team with several matches is taken off its sums and wins nobody a match.

    Args:
        pairs: the matches.

    Source:
        Ours: `match-penalty` in docs/ranking.md.
    """
    own_rulings = tuple(rulings)
    camps = ruled_units(plays, own_rulings)
    known = tuple(pairs)
    of_matches: dict[Pair, list[int]] = {pair: [0, 0] for pair in known}
    of_teams: dict[int, int] = {}
    for ruling in own_rulings:
        for effect in ruling.effects:
            if effect.kind is not EffectKind.PENALTY:
                continue
            for team in payers(effect, ruling, camps):
                pair = _match_of(team, ruling, plays, known)
                if pair is None:
                    of_teams[team] = of_teams.get(team, 0) + effect.amount
                else:
                    of_matches[pair][pair.index(team)] += effect.amount
    return MatchPenalties({pair: (own[0], own[1]) for pair, own in of_matches.items()}, of_teams)


def _match_of(team: int, ruling: Ruling, plays: UnitPlays, pairs: Sequence[Pair]) -> Pair | None:
    """The match that a penalty of a team counts in; None for its sums."""
    if ruling.play is not None:
        first, second = sorted((int(plays.attack[ruling.play]), int(plays.defence[ruling.play])))
        if team in (first, second) and (first, second) in pairs:
            return first, second
    own = [pair for pair in pairs if team in pair]
    return own[0] if len(own) == 1 else None
