"""What an étui gave in many plays, in a few numbers: robots beside the field."""

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
    """How the attack's scores of many plays lie."""

    count: int
    made: Fraction
    """Share of the plays with a score above 0, 0 to 100."""
    lowest: int
    quarter: int
    """A quarter of the plays are here or below."""
    median: int
    """The score in the middle, the lower of two."""
    upper_quarter: int
    """A quarter of the plays are here or above."""
    highest: int


@dataclass(frozen=True, slots=True)
class BoardSpreads:
    """Robots and field at one étui."""

    robots: ScoreSpread
    field: ScoreSpread | None
    """None where no table has a score of the attack."""


def spread_of(scores: Sequence[int]) -> ScoreSpread:
    """How some scores lie, one or more."""
    ordered = sorted(scores)
    count = len(ordered)
    quarter = (count - 1) // 4
    return ScoreSpread(
        count=count,
        made=Fraction(100 * sum(score > 0 for score in ordered), count),
        lowest=ordered[0],
        quarter=ordered[quarter],
        median=median_low(ordered),
        upper_quarter=ordered[-1 - quarter],
        highest=ordered[-1],
    )


def board_spreads(session: Session, report: BoardReport) -> BoardSpreads | None:
    """The finished mark of reference of an étui beside what its tables made; None before. One query."""
    reference = find_reference(session, report.board)
    if reference is None or reference.state != JobState.DONE:
        return None
    slips = [row.line.slip for row in report.lines if row.line.slip is not None]
    field = [slip.score for slip in slips if slip.score is not None]
    return BoardSpreads(spread_of(reference.scores), spread_of(field) if field else None)
