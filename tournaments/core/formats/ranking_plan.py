"""Ranking of a format as data: its units, its measure and its abilities."""

from dataclasses import dataclass
from enum import StrEnum

from tournaments.core.ranking.classification import Criterion
from tournaments.core.ranking.faults import Family
from tournaments.core.ranking.totals import Weights


class UnitKind(StrEnum):
    """Kind of unit that is ranked."""

    PLAYER = "player"
    PAIR = "pair"
    """Two players of free deals whose results are added up."""
    FOUR = "four"
    """Four players of free deals whose results are added up."""
    TRIPLET = "triplet"
    QUARTET = "quartet"
    TEAM = "team"
    """Four to six players."""


class Measure(StrEnum):
    """Quantity by which units are ranked."""

    PERCENT = "percent"
    POINTS = "points"
    MATCH_POINTS = "match_points"
    LOW_POINTS = "low_points"
    """Points of which the fewest win. They are displayed as written and stored with the opposite sign."""


class Scoring(StrEnum):
    """Part of the core that computes the ranking."""

    SHARES = "shares"
    """Topage with weighted attack and defence: `standings`."""
    SEATS = "seats"
    """Seat against the same seat: `seat_scores`."""
    SUMS = "sums"
    """Points added up: `free_deals`."""
    DUELS = "duels"
    """Home against away: `duels`."""
    MATCHES = "matches"
    """Matches and pools: `matches`."""


PERCENT_PLACES, POINT_PLACES, MATCH_POINT_PLACES = 2, 0, 3
PLACES = {
    Measure.PERCENT: PERCENT_PLACES,
    Measure.POINTS: POINT_PLACES,
    Measure.MATCH_POINTS: MATCH_POINT_PLACES,
    Measure.LOW_POINTS: POINT_PLACES,
}
"""Number of displayed decimals of each measure."""
_CRITERIA: dict[Scoring, tuple[Criterion, ...]] = {
    Scoring.SHARES: (Criterion.ATTACK, Criterion.DEFENCE, Criterion.TOPS, Criterion.DEALS),
    Scoring.SEATS: (Criterion.DEALS,),
    Scoring.SUMS: (Criterion.BEST_DEAL, Criterion.DEALS),
    Scoring.DUELS: (Criterion.BEST_DEAL, Criterion.DEALS),
    Scoring.MATCHES: (),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingPlan:
    """The ranking of one format, as data."""

    code: str
    """Stable name of the format."""
    unit: UnitKind
    unit_sizes: tuple[int, ...]
    """Possible numbers of players of a unit."""
    scoring: Scoring
    measure: Measure
    family: Family
    """Column of the table of faults."""
    weights: Weights | None = None
    """Weights of attack and defence in the overall percentage; None without these sides."""
    line_count: int = 0
    """Number of lines of the alternated ranking, by which single sessions are homologated; 0 without one."""
    is_one_sided: bool = False
    """True if only the better unit receives match points."""
    is_for_any_game: bool = False
    """True if every game of the registry may be played, with the lowest or the highest score winning."""
    needs_same_deals: bool = True
    """True if several tables play the same deals; else they are dealt at the table."""
    may_be_several_sites: bool = False
    """True if one ranking may span several places that play the same deals."""
    may_have_final: bool = False
    """True if the best units may play a final whose ranking stands."""
    least_deals: int = 0
    """Least number of deals of a unit for homologation; 0 without a rule."""

    @property
    def has_duels(self) -> bool:
        """True if two units attack each other with the same cards, home and away."""
        return self.scoring in (Scoring.DUELS, Scoring.MATCHES)

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """Criteria for the tie-break of a session. Matches have the criteria of the rule instead."""
        return _CRITERIA[self.scoring]
