"""An étui played again beside what the tables of its event made of it."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from games.core.outcome import Outcome
from games.core.play import Points, State
from games.core.scoring import score_outcome
from games.core.tarot_rules import tarot_rules
from games.core.variants.tarot.game import Tarot
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


def compare_with_field(state: State, seat: int, session: Session, board: int) -> FieldComparison | None:
    """A finished deal beside the field's; None where neither has a score. Queries as `load_board`.

    Where one score a table is marked for both sides it is the attack's, and a defender wants it low.
    """
    report = load_board(session, board)
    if report is None:
        return None
    slips = [row.line.slip for row in report.lines if row.line.slip is not None]
    outcome, variant = state.outcome(), state.variant
    scores: list[Points] = [slip.score for slip in slips if slip.score is not None]
    is_attack: bool | None = None
    own: Points = state.scores()[seat]
    if scores and isinstance(outcome, Outcome) and isinstance(variant, Tarot):
        is_attack = seat in outcome.attackers
        own = score_outcome(outcome, variant.row, tarot_rules(variant.row, state.rules))
    else:
        by_seat = [slip.seat_scores[seat] for slip in slips if slip.seat_scores]
        scores = [score for score in by_seat if score is not None]
    if not scores:
        return None
    sign = -1 if is_attack is False else 1
    below = sum(sign * score < sign * own for score in scores)
    level = scores.count(own)
    counted = Counter(scores)
    return FieldComparison(
        own=own,
        is_attack=is_attack,
        scores=tuple(
            FieldScore(score, counted[score], score == own) for score in sorted({*scores, own}, reverse=True)
        ),
        table_count=len(scores),
        percentage=Fraction(100 * (2 * below + level), 2 * len(scores)),
    )
