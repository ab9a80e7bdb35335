"""Ranking of an event from the results of its sessions: sums, best sessions, finals and tie-breaks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.core.ranking.classification import (
    Criterion,
    OverSessions,
    Profile,
    RankedUnit,
    TieBreaks,
    rank_final,
    rank_units,
)
from tournaments.core.ranking.values import RankingPart, Value, combine_parts, scale

Column = Sequence[Value | int | None]
"""column[unit]: the value of a criterion for every unit."""


@dataclass(frozen=True, slots=True)
class SessionPart:
    """One session of an event. Its units are numbered through the event."""

    values: Sequence[Value | None]
    """values[unit]; None for a unit that did not play the session."""
    coefficient: Fraction = Fraction(1)
    criteria: Mapping[Criterion, Column] = field(default_factory=dict)
    is_final: bool = False
    """True for a final. Its players are ranked before all others."""
    carried: Fraction = Fraction(1)
    """Part of the earlier result that counts in a final."""

    @property
    def part(self) -> RankingPart:
        return RankingPart(self.values, self.coefficient)


def rank_sessions(
    parts: Sequence[SessionPart],
    profiles: Sequence[Profile],
    *,
    chain: Sequence[Criterion] = (),
    first: Sequence[Criterion] = (),
    best: int | None = None,
) -> tuple[RankedUnit, ...]:
    """Return the ranking of an event after these sessions, in the order in which they were played.

    A final begins a new stage. Its players take a part of their value into it and are ranked by that part and
    by the sessions of the stage. The other units follow with their order and value unchanged.

    Args:
        first: criteria before the value, as in `TieBreaks`.
        best: number of sessions of the first stage that count for a unit, its best ones; None for all.

    Source:
        FFT, Règlement officiel (2012) R19; Manuel de l'organisateur (2011) M3 for finals.
    """
    ranking: tuple[RankedUnit, ...] = ()
    for number, stage in enumerate(_stages(parts)):
        values_before = {row.unit: row.value for row in ranking}
        # the ranking before a final; empty in the first stage
        carried_values = [scale(values_before.get(unit), stage[0].carried) for unit in range(len(profiles))]
        values = combine_parts(
            [part.part for part in stage],
            carried=carried_values if number else None,
            best=None if number else best,
        )
        rows = rank_units(values, profiles, tie_breaks_of(stage, chain, first))
        ranking = rank_final(ranking, rows) if number else rows
    return ranking


def tie_breaks_of(
    parts: Sequence[SessionPart], chain: Sequence[Criterion], first: Sequence[Criterion] = ()
) -> TieBreaks:
    """Return a chain with the values of its criteria over all sessions. A criterion must exist in each."""
    values: dict[Criterion, Column] = {}
    for criterion in (*first, *chain) if parts else ():
        if criterion is Criterion.LAST_SESSION:
            values[criterion] = parts[-1].values
        elif criterion is Criterion.BEST_SESSION:
            values[criterion] = combine_parts([part.part for part in parts], best=1)
        elif all(criterion in part.criteria for part in parts):
            values[criterion] = _over_sessions(criterion, parts)
    return TieBreaks(tuple(chain), values, tuple(first))


def _stages(parts: Sequence[SessionPart]) -> list[list[SessionPart]]:
    """Return the sessions up to the first final, then each final with the sessions that follow it."""
    stages: list[list[SessionPart]] = []
    for part in parts:
        if part.is_final or not stages:
            stages.append([])
        stages[-1].append(part)
    return stages


def _over_sessions(criterion: Criterion, parts: Sequence[SessionPart]) -> Column:
    """Return a criterion over all sessions: counts added, the best deal, or a sum by coefficient."""
    columns = [part.criteria[criterion] for part in parts]
    if criterion.over_sessions is OverSessions.COUNT:
        return [sum(value for value in row if isinstance(value, int)) for row in zip(*columns, strict=True)]
    if criterion.over_sessions is OverSessions.HIGHEST:
        scores_of_unit = [[value for value in row if value is not None] for row in zip(*columns, strict=True)]
        return [max(row, default=None) for row in scores_of_unit]
    weighted_columns = [
        RankingPart([value if not isinstance(value, int) else None for value in column], part.coefficient)
        for column, part in zip(columns, parts, strict=True)
    ]
    return combine_parts(weighted_columns)
