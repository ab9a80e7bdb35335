"""How a format ranks, as figures and answers: who is ranked, by what, with which abilities."""

from dataclasses import dataclass
from enum import StrEnum

from tournaments.core.ranking.classification import Criterion
from tournaments.core.ranking.faults import Family
from tournaments.core.ranking.totals import Weights


class UnitKind(StrEnum):
    """Who is ranked."""

    PLAYER = "player"
    PAIR = "pair"
    """Two players of free deals, added up."""
    FOUR = "four"
    """Four players of free deals, added up."""
    TRIPLET = "triplet"
    QUARTET = "quartet"
    TEAM = "team"
    """Four to six players."""


class Measure(StrEnum):
    """What a unit is ranked by."""

    PERCENT = "percent"
    POINTS = "points"
    MATCH_POINTS = "match_points"
    LOW_POINTS = "low_points"
    """Points of which the fewest win: shown as they are written, kept with the opposite sign."""


class Scoring(StrEnum):
    """Which part of the core computes it."""

    SHARES = "shares"
    """Topage, attack and defence weighed: `standings`."""
    SEATS = "seats"
    """Seat against the same seat: `seat_scores`."""
    SUMS = "sums"
    """Points added up: `free_deals`."""
    DUELS = "duels"
    """Home against away: `duel_results`."""
    MATCHES = "matches"
    """Matches and pools: `matches`."""


PERCENT_PLACES, POINT_PLACES, MATCH_POINT_PLACES = 2, 0, 3
PLACES = {
    Measure.PERCENT: PERCENT_PLACES,
    Measure.POINTS: POINT_PLACES,
    Measure.MATCH_POINTS: MATCH_POINT_PLACES,
    Measure.LOW_POINTS: POINT_PLACES,
}
"""Decimals shown, by what units are ranked by."""
_CRITERIA: dict[Scoring, tuple[Criterion, ...]] = {
    Scoring.SHARES: (Criterion.ATTACK, Criterion.DEFENCE, Criterion.TOPS, Criterion.DEALS),
    Scoring.SEATS: (Criterion.DEALS,),
    Scoring.SUMS: (Criterion.BEST_DEAL, Criterion.DEALS),
    Scoring.DUELS: (Criterion.BEST_DEAL, Criterion.DEALS),
    Scoring.MATCHES: (),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingPlan:
    """The ranking of one format; a row of answers."""

    code: str
    """Stable name of the format."""
    unit: UnitKind
    unit_sizes: tuple[int, ...]
    """Numbers of players that a unit may have."""
    scoring: Scoring
    measure: Measure
    family: Family
    """Column of the table of faults."""
    weights: Weights | None = None
    """Attack and defence in the overall percentage; None where there are no such sides."""
    line_count: int = 0
    """Lines of an alternated ranking; 0 without one. It counts for homologation in a single session."""
    is_one_sided: bool = False
    """Match points go to the better unit only."""
    is_for_any_game: bool = False
    """Every game of the registry, with the lowest or the highest score winning."""
    needs_same_deals: bool = True
    """Deals are played at several tables; else they are dealt at the table."""
    may_be_several_sites: bool = False
    """One ranking over several places that play the same deals."""
    may_have_final: bool = False
    """The best may play a final whose ranking stands."""
    least_deals: int = 0
    """Deals of a unit for homologation; 0 where nothing is said."""

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """What an organiser may part equal units by in a session; matches have the rule's own criteria."""
        return _CRITERIA[self.scoring]
