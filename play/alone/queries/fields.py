"""An étui played again beside what the tables of its event made of it."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from statistics import median_low

from games.core.outcome import Outcome
from games.core.play import Points, State
from games.core.variants.tarot.game import attack_score
from tournaments.core.ranking.comparison import share_below
from tournaments.deals.queries.board_references import find_reference
from tournaments.enums import JobState
from tournaments.models import Session
from tournaments.rankings.queries.board_reports import load_board


@dataclass(frozen=True, slots=True)
class FieldScore:
    """How often a score came in the field."""

    score: Points
    count: int
    is_own: bool
    """Whether it is what the person made, too; `count` is that of the field alone."""


@dataclass(frozen=True, slots=True)
class FieldComparison:
    """A score among those of the field, hors classement: it changes no ranking."""

    own: Points
    is_attack: bool | None
    """On which side the person was; None where seats are compared one by one."""
    scores: tuple[FieldScore, ...]
    """The highest first, one's own among them, even where the field never had it."""
    table_count: int
    percentage: Fraction
    """Of the field that does worse, half of those who do the same: 0 to 100."""


@dataclass(frozen=True, slots=True)
class RobotComparison:
    """A score among those that robots made of the same étui."""

    count: int
    """Plays of the robots."""
    median: int
    """The attack's score in the middle."""
    percentage: Fraction
    """Of the plays that the person's side does better than, half of those alike: 0 to 100."""


def compare_with_field(state: State, seat: int, session: Session, board: int) -> FieldComparison | None:
    """A finished deal beside the field's; None where neither has a score. Queries as `load_board`.

    Where one score a table is marked for both sides it is the attack's, and a defender wants it low.
    """
    report = load_board(session, board)
    if report is None:
        return None
    slips = [row.line.slip for row in report.lines if row.line.slip is not None]
    outcome, score = state.outcome(), attack_score(state)
    scores: list[Points] = [slip.score for slip in slips if slip.score is not None]
    is_attack: bool | None = None
    own: Points = state.scores()[seat]
    if scores and score is not None and isinstance(outcome, Outcome):
        is_attack, own = seat in outcome.attackers, score
    else:
        by_seat = [slip.seat_scores[seat] for slip in slips if slip.seat_scores]
        scores = [score for score in by_seat if score is not None]
    if not scores:
        return None
    counted = Counter(scores)
    return FieldComparison(
        own=own,
        is_attack=is_attack,
        scores=tuple(
            FieldScore(score, counted[score], score == own) for score in sorted({*scores, own}, reverse=True)
        ),
        table_count=len(scores),
        percentage=share_below(own, scores, is_attack=is_attack is not False),
    )


def compare_with_robots(state: State, seat: int, session: Session, board: int) -> RobotComparison | None:
    """A finished deal beside the mark of reference of its étui; None where it is not made. One query."""
    reference, outcome, own = find_reference(session, board), state.outcome(), attack_score(state)
    is_done = reference is not None and reference.state == JobState.DONE
    if reference is None or not is_done or own is None or not isinstance(outcome, Outcome):
        return None
    scores = reference.scores
    return RobotComparison(
        count=len(scores),
        median=median_low(scores),
        percentage=share_below(own, scores, is_attack=seat in outcome.attackers),
    )
