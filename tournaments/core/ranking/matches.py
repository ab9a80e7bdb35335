"""Matches of two teams in match points, and pools of three or more teams that all meet.

Matches are made of duels. Points, bonuses and penalties belong to a pair of teams that has met.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.core.errors import TournamentError
from tournaments.core.ranking.duels import DuelResult, UnitPlays, duel_points, ruled_units
from tournaments.core.ranking.places import assign_places
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.rulings import EffectKind, Ruling, payers

Pair = tuple[int, int]
"""Two teams, the lower number first."""


@dataclass(frozen=True, slots=True)
class Match:
    """Two teams and their match points, without bonuses and penalties."""

    first: int
    second: int
    points: tuple[RootSum, RootSum]
    bonuses: tuple[int, int] = (0, 0)
    """Match points given before the match, by national ranking."""
    penalties: tuple[int, int] = (0, 0)

    @property
    def scored(self) -> tuple[RootSum, RootSum]:
        """Points that decide the match: points and bonus less penalty."""
        sides = zip(self.points, self.bonuses, self.penalties, strict=True)
        first, second = (points + RootSum.of(bonus - penalty) for points, bonus, penalty in sides)
        return first, second

    def balance_of(self, team: int) -> RootSum:
        """Return the difference of match points from the side of one of the two teams."""
        first, second = self.scored
        return first - second if team == self.first else second - first


@dataclass(frozen=True, slots=True)
class PoolStanding:
    """One team of a pool, with the criteria of its place in order of weight."""

    team: int
    place: int
    """Place from 1, shared by teams that no criterion separates."""
    victories: int
    balance: RootSum
    """Difference of match points over the matches of the team."""
    bonus: int
    scored: RootSum


def score_match(
    first: int, second: int, quarters: Sequence[Sequence[int]], bonuses: tuple[int, int] = (0, 0)
) -> Match:
    """Return a match from its deals: the better team of each has √|d|, the other one 0.

    Args:
        quarters: quarters[quarter][deal]: score of first's attacker less that of second's attacker.

    Source:
        FFT, Règlement officiel (2012) R25.
    """
    points = [duel_points(deal, is_one_sided=True) for quarter in quarters for deal in quarter]
    first_points, second_points = (
        (RootSum.sum(side) for side in zip(*points, strict=True)) if points else (RootSum(), RootSum())
    )
    return Match(first, second, (first_points, second_points), bonuses)


def rank_pool(matches: Sequence[Match]) -> tuple[PoolStanding, ...]:
    """Rank teams that have met by victories, then balance, then larger bonus, then match points scored.

    A drawn match is no victory for either team.

    Raises:
        TournamentError: `match_self`, for a team that meets itself.

    Source:
        FFT, Règlement officiel (2012) R26 (triangular); used for larger pools as well.
    """
    for match in matches:
        if match.first == match.second:
            raise TournamentError(
                "match_self", f"team {match.first} meets itself", field="second", number=match.first
            )
    teams = sorted({team for match in matches for team in (match.first, match.second)})
    rows = [
        _sum_up(team, [match for match in matches if team in (match.first, match.second)]) for team in teams
    ]
    places = assign_places([(row.victories, row.balance, row.bonus, row.scored) for row in rows])
    standings = [
        PoolStanding(row.team, place or 0, row.victories, row.balance, row.bonus, row.scored)
        for row, place in zip(rows, places, strict=True)
    ]
    return tuple(sorted(standings, key=lambda row: (row.place, row.team)))


def _sum_up(team: int, matches: Sequence[Match]) -> PoolStanding:
    """Return a team's criteria, with place 0 until the pool is ranked."""
    sides = [0 if match.first == team else 1 for match in matches]
    balances = [match.balance_of(team) for match in matches]
    return PoolStanding(
        team=team,
        place=0,
        victories=sum(RootSum() < balance for balance in balances),
        balance=RootSum.sum(balances),
        bonus=sum(match.bonuses[side] for match, side in zip(matches, sides, strict=True)),
        scored=RootSum.sum(match.scored[side] for match, side in zip(matches, sides, strict=True)),
    )


@dataclass(frozen=True, slots=True)
class MatchPenalties:
    """Match points that rulings subtract."""

    of_matches: Mapping[Pair, tuple[int, int]]
    """Amounts of the first and of the second team of each match."""
    of_teams: Mapping[int, int]
    """Amounts of the sums of a team with several matches, for rulings without a match."""


def find_matches(
    results: Sequence[DuelResult], bonuses: Mapping[Pair, int], penalties: Mapping[Pair, tuple[int, int]]
) -> tuple[Match, ...]:
    """Return one match for every two teams that have a duel, by their numbers.

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
    """Return the penalties of rulings: in the match of their deal, else in the only match of the team.

    A penalty without a deal for a team with several matches is subtracted from the sums of the team. No
    opponent wins a match by it.

    Args:
        pairs: the matches.

    Source:
        Ours: `match-penalty` in docs/ranking.md.
    """
    all_rulings = tuple(rulings)
    camps = ruled_units(plays, all_rulings)
    all_pairs = tuple(pairs)
    of_matches: dict[Pair, list[int]] = {pair: [0, 0] for pair in all_pairs}
    of_teams: dict[int, int] = {}
    for ruling in all_rulings:
        for effect in ruling.effects:
            if effect.kind is not EffectKind.PENALTY:
                continue
            for team in payers(effect, ruling, camps):
                pair = _match_of(team, ruling, plays, all_pairs)
                if pair is None:
                    of_teams[team] = of_teams.get(team, 0) + effect.amount
                else:
                    of_matches[pair][pair.index(team)] += effect.amount
    return MatchPenalties({pair: (amounts[0], amounts[1]) for pair, amounts in of_matches.items()}, of_teams)


def _match_of(team: int, ruling: Ruling, plays: UnitPlays, pairs: Sequence[Pair]) -> Pair | None:
    """Return the match in which a penalty of a team counts; None for its sums."""
    # a penalty on a deal belongs to the match of the deal
    if ruling.play is not None:
        first, second = sorted((int(plays.attack[ruling.play]), int(plays.defence[ruling.play])))
        if team in (first, second) and (first, second) in pairs:
            return first, second
    pairs_of_team = [pair for pair in pairs if team in pair]
    return pairs_of_team[0] if len(pairs_of_team) == 1 else None
