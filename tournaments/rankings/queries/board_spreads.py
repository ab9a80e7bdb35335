"""Distribution of the scores of an étui: robots beside the field."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median_low

from tournaments.deals.queries.board_references import find_reference
from tournaments.enums import JobState
from tournaments.models import Session
from tournaments.rankings.queries.board_reports import BoardReport


@dataclass(frozen=True, slots=True)
class ScoreSpread:
    """Distribution of the attack's scores over many plays."""

    count: int
    made: Fraction
    """Share of the plays with a score above 0, 0 to 100."""
    lowest: int
    quarter: int
    """Lower quartile: a quarter of the plays have this score or less."""
    median: int
    """Score in the middle, the lower of two."""
    upper_quarter: int
    """Upper quartile: a quarter of the plays have this score or more."""
    highest: int


@dataclass(frozen=True, slots=True)
class BoardSpreads:
    """Score distributions of robots and field for one étui."""

    robots: ScoreSpread
    field: ScoreSpread | None
    """Distribution of the tables; None if no table has a score of the attack."""


def measure_score_spread(scores: Sequence[int]) -> ScoreSpread:
    """Return the distribution of one or more scores."""
    sorted_scores = sorted(scores)
    count = len(sorted_scores)
    quarter = (count - 1) // 4
    return ScoreSpread(
        count=count,
        made=Fraction(100 * sum(score > 0 for score in sorted_scores), count),
        lowest=sorted_scores[0],
        quarter=sorted_scores[quarter],
        median=median_low(sorted_scores),
        upper_quarter=sorted_scores[-1 - quarter],
        highest=sorted_scores[-1],
    )


def board_spreads(session: Session, report: BoardReport) -> BoardSpreads | None:
    """Return the distributions for an étui; None before its reference mark is computed. One query."""
    reference = find_reference(session, report.board)
    if reference is None or reference.state != JobState.DONE:
        return None
    slips = [row.line.slip for row in report.lines if row.line.slip is not None]
    field = [slip.score for slip in slips if slip.score is not None]
    return BoardSpreads(
        measure_score_spread(reference.scores), measure_score_spread(field) if field else None
    )
