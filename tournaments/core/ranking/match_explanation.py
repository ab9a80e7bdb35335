"""Every number of a ranking of matches as the tree of what made it: matches, deals, bonuses, penalties."""

from collections.abc import Mapping, Sequence

from tournaments.core.ranking.duels import DuelResult, UnitPlays, score_duels
from tournaments.core.ranking.explanation import Explanation, Formula, ruling_figures
from tournaments.core.ranking.matches import MatchPenalties, Pair, match_penalties
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.rulings import EffectKind, Ruling
from tournaments.core.ranking.values import add


def explain_matches(
    plays: UnitPlays, rulings: Sequence[Ruling], bonuses: Mapping[Pair, int], team: int
) -> Explanation:
    """A team's balance of match points down to the duels: what it scored less what the others did.

    Args:
        bonuses: bonuses[(team, against)], as `find_matches` takes them.
    """
    results = score_duels(plays, rulings, is_one_sided=True)
    pairs = sorted({(result.first, result.second) for result in results})
    own = [pair for pair in pairs if team in pair]
    if not own:
        return Explanation("overall", Formula.NONE, None)
    taken_off = [
        (ruling, match_penalties(plays, (ruling,), pairs))
        for ruling in rulings
        if ruling.has(EffectKind.PENALTY)
    ]
    matches = [
        _explain_match(
            team,
            pair,
            [result for result in results if (result.first, result.second) == pair],
            bonuses,
            taken_off,
        )
        for pair in own
    ]
    off_sums = [
        _penalty(-penalties.of_teams[team], ruling)
        for ruling, penalties in taken_off
        if penalties.of_teams.get(team)
    ]
    parts = (*matches, *off_sums)
    total = add(part.value for part in parts if part.value is not None)
    return Explanation("overall", Formula.SUM, total, {}, parts)


def _explain_match(
    team: int,
    pair: Pair,
    duels: Sequence[DuelResult],
    bonuses: Mapping[Pair, int],
    taken_off: Sequence[tuple[Ruling, MatchPenalties]],
) -> Explanation:
    """One match: its duels, what both teams had before it, and penalties of either."""
    side = pair.index(team)
    other = pair[1 - side]
    bonus = bonuses.get((team, other), 0) - bonuses.get((other, team), 0)
    parts = [_explain_duel(duel, team) for duel in duels]
    if bonus:
        parts.append(Explanation("bonus", Formula.GIVEN, RootSum.of(bonus)))
    for ruling, penalties in taken_off:
        both = penalties.of_matches[pair]
        if both[1 - side] != both[side]:
            parts.append(_penalty(both[1 - side] - both[side], ruling))
    total = add(part.value for part in parts if part.value is not None)
    return Explanation("match", Formula.SUM, total, {"opponent": other}, tuple(parts))


def _explain_duel(duel: DuelResult, team: int) -> Explanation:
    """What the team has won on one board less what the other one has."""
    is_first = team == duel.first
    difference = duel.difference if is_first or duel.difference is None else -duel.difference
    other = duel.second if is_first else duel.first
    figures: dict[str, object] = {
        "board": duel.board,
        "opponent": other,
        "difference": difference,
        "rulings": [ruling_figures(ruling) for ruling in duel.rulings],
    }
    formula = Formula.RULED if duel.rulings else Formula.ROOT
    return Explanation("deal", formula, duel.points_of(team) - duel.points_of(other), figures)


def _penalty(points: int, ruling: Ruling) -> Explanation:
    return Explanation("penalty", Formula.PENALTY, RootSum.of(points), ruling_figures(ruling))
