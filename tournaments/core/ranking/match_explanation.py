"""Explanation of one value in a ranking of matches, as a tree of matches, deals, bonuses and penalties."""

from collections.abc import Mapping, Sequence

from tournaments.core.ranking.duels import DuelResult, UnitPlays, score_duels
from tournaments.core.ranking.explanation import Explanation, Formula, ruling_figures
from tournaments.core.ranking.matches import MatchPenalties, Pair, match_penalties
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.rulings import EffectKind, Ruling
from tournaments.core.ranking.values import add_values


def explain_matches(
    plays: UnitPlays, rulings: Sequence[Ruling], bonuses: Mapping[Pair, int], team: int
) -> Explanation:
    """Explain a team's balance of match points: its own points less those of its opponents.

    The tree has a part for each match, with a part for each duel, and one for each penalty of the total.

    Args:
        bonuses: bonuses[(team, against)], as in `find_matches`.
    """
    results = score_duels(plays, rulings, is_one_sided=True)
    pairs = sorted({(result.first, result.second) for result in results})
    pairs_of_team = [pair for pair in pairs if team in pair]
    if not pairs_of_team:
        return Explanation("overall", Formula.NONE, None)
    penalties_by_ruling = [
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
            penalties_by_ruling,
        )
        for pair in pairs_of_team
    ]
    penalties_of_sums = [
        _penalty(-penalties.of_teams[team], ruling)
        for ruling, penalties in penalties_by_ruling
        if penalties.of_teams.get(team)
    ]
    parts = (*matches, *penalties_of_sums)
    total = add_values(part.value for part in parts if part.value is not None)
    return Explanation("overall", Formula.SUM, total, {}, parts)


def _explain_match(
    team: int,
    pair: Pair,
    duels: Sequence[DuelResult],
    bonuses: Mapping[Pair, int],
    penalties_by_ruling: Sequence[tuple[Ruling, MatchPenalties]],
) -> Explanation:
    """Explain the balance of one match by its duels, the bonuses of both teams and their penalties."""
    side = pair.index(team)
    opponent = pair[1 - side]
    bonus = bonuses.get((team, opponent), 0) - bonuses.get((opponent, team), 0)
    parts = [_explain_duel(duel, team) for duel in duels]
    if bonus:
        parts.append(Explanation("bonus", Formula.GIVEN, RootSum.of(bonus)))
    for ruling, penalties in penalties_by_ruling:
        amounts = penalties.of_matches[pair]
        # penalties that hit both teams equally do not change the balance
        if amounts[1 - side] != amounts[side]:
            parts.append(_penalty(amounts[1 - side] - amounts[side], ruling))
    total = add_values(part.value for part in parts if part.value is not None)
    return Explanation("match", Formula.SUM, total, {"opponent": opponent}, tuple(parts))


def _explain_duel(duel: DuelResult, team: int) -> Explanation:
    """Explain the team's points on one board less those of the opponent."""
    is_first = team == duel.first
    difference = duel.difference if is_first or duel.difference is None else -duel.difference
    opponent = duel.second if is_first else duel.first
    figures: dict[str, object] = {
        "board": duel.board,
        "opponent": opponent,
        "difference": difference,
        "rulings": [ruling_figures(ruling) for ruling in duel.rulings],
    }
    formula = Formula.RULED if duel.rulings else Formula.ROOT
    return Explanation("deal", formula, duel.points_of(team) - duel.points_of(opponent), figures)


def _penalty(points: int, ruling: Ruling) -> Explanation:
    return Explanation("penalty", Formula.PENALTY, RootSum.of(points), ruling_figures(ruling))
