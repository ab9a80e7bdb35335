"""Comparison of an étui played again with the results of its event."""

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
from tournaments.rankings.queries.board_reports import BoardReport, load_board


@dataclass(frozen=True, slots=True)
class FieldScore:
    """A score of the field and its frequency."""

    score: Points
    count: int
    is_own: bool
    """True if the person has the same score. `count` covers the field alone."""


@dataclass(frozen=True, slots=True)
class FieldComparison:
    """A score compared with those of the field. It changes no ranking."""

    own: Points
    is_attack: bool | None
    """Side of the person; None where seats are compared one by one."""
    scores: tuple[FieldScore, ...]
    """Scores of the field and the person's own, highest first."""
    table_count: int
    percentage: Fraction
    """Share of the field with a worse score plus half of the equal ones: 0 to 100."""


@dataclass(frozen=True, slots=True)
class RobotComparison:
    """A score compared with those of robots at the same étui."""

    count: int
    """Number of plays by robots."""
    median: int
    """Median of the attack's scores."""
    percentage: Fraction
    """Share of the plays with a worse score for the person's side plus half of the equal ones: 0 to 100."""


def compare_with_field(state: State, seat: int, session: Session, board: int) -> FieldComparison | None:
    """Compare a finished deal with the field; None if there are no scores. Queries as `load_board`."""
    report = load_board(session, board)
    return None if report is None else compare_with_report(state, seat, report)


def compare_with_report(state: State, seat: int, report: BoardReport) -> FieldComparison | None:
    """Compare a finished deal with the results of its étui; None if there are no scores. No query.

    Where one score per table counts for both sides, it is the attack's, and a low score is good for a
    defender.
    """
    slips = [row.line.slip for row in report.lines if row.line.slip is not None]
    outcome, score = state.outcome(), attack_score(state)
    scores: list[Points] = [slip.score for slip in slips if slip.score is not None]
    is_attack: bool | None = None
    own_score: Points = state.scores()[seat]
    if scores and score is not None and isinstance(outcome, Outcome):
        is_attack, own_score = seat in outcome.attackers, score
    else:
        by_seat = [slip.seat_scores[seat] for slip in slips if slip.seat_scores]
        scores = [score for score in by_seat if score is not None]
    if not scores:
        return None
    frequencies = Counter(scores)
    return FieldComparison(
        own=own_score,
        is_attack=is_attack,
        scores=tuple(
            FieldScore(score, frequencies[score], score == own_score)
            for score in sorted({*scores, own_score}, reverse=True)
        ),
        table_count=len(scores),
        percentage=share_below(own_score, scores, is_attack=is_attack is not False),
    )


def compare_with_robots(state: State, seat: int, session: Session, board: int) -> RobotComparison | None:
    """Compare a finished deal with the reference mark of its étui; None if it is missing. One query."""
    reference, outcome, own_score = find_reference(session, board), state.outcome(), attack_score(state)
    is_done = reference is not None and reference.state == JobState.DONE
    if reference is None or not is_done or own_score is None or not isinstance(outcome, Outcome):
        return None
    scores = reference.scores
    return RobotComparison(
        count=len(scores),
        median=median_low(scores),
        percentage=share_below(own_score, scores, is_attack=seat in outcome.attackers),
    )
