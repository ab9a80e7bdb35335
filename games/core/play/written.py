"""Written scores of a deal, without the facts from which they come."""

from collections.abc import Sequence
from fractions import Fraction

from games.core.errors import ImpossibleOutcome
from games.core.play.games import GameVariant
from games.core.play.results import Points
from games.core.rules import RuleSet

FEW = 2
"""Largest number of sums that a message lists; of more it names only the ends."""
PLAIN_RULES = RuleSet()


def check_scores(variant: GameVariant, scores: Sequence[Points], rules: RuleSet = PLAIN_RULES) -> None:
    """Refuse scores of one deal that the game cannot give.

    Only the scores are checked: the possible score of a seat, the sum, and the way it is shared.

    Args:
        scores: one for every seat of the game. If all are whole they may be rounded shares; if one is not,
            all are exact.

    Raises:
        ImpossibleOutcome: `seat_count`, `score_out_of_range`, `scores_sum` (total, sums), and as
            `check_parts` and `GameVariant.unit_of`.
    """
    if len(scores) != variant.player_count:
        message = f"scores of {len(scores)} seats, expected {variant.player_count}"
        raise ImpossibleOutcome(
            "seat_count", message, field="scores", count=len(scores), player_count=variant.player_count
        )
    least = variant.least_score
    if least is not None and min(scores) < least:
        message = f"score {min(scores)} below {least}"
        raise ImpossibleOutcome(
            "score_out_of_range", message, field="scores", number=_as_json(min(scores)), least=least
        )
    check_parts(variant, scores, rules)
    total = sum(scores)
    is_rounded = all(score == int(score) for score in scores)
    sums = variant.score_sums if is_rounded or not variant.is_zero_sum else (0,)
    is_half = total != int(total)
    if sums and not (sums[0] < total < sums[-1] if is_half else total in sums):
        possible_sums = ", ".join(map(str, sums)) if len(sums) <= FEW else f"{sums[0]}–{sums[-1]}"
        message = f"scores sum to {total}, not in {possible_sums}"
        raise ImpossibleOutcome(
            "scores_sum", message, field="scores", total=_as_json(total), sums=possible_sums
        )
    variant.unit_of(scores, rules)


def matches_exact_score(written_points: Points | None, exact: Points) -> bool:
    """Return whether a written score is the exact one, or a whole number to which a share was rounded."""
    if written_points is None:
        return False
    is_near = abs(Fraction(written_points) - Fraction(exact)) < 1
    return written_points == exact or (
        is_near and written_points == int(written_points) and exact != int(exact)
    )


def check_parts(variant: GameVariant, scores: Sequence[Points], rules: RuleSet = PLAIN_RULES) -> None:
    """Refuse a fraction of a point that the game cannot give.

    Raises:
        ImpossibleOutcome: `score_not_whole`, or `score_parts` (parts: number of parts of a point).
    """
    for score in scores:
        fraction = Fraction(score)
        if fraction.denominator == 1:
            continue
        parts = variant.point_parts(rules)
        if parts % fraction.denominator:
            code = "score_not_whole" if parts == 1 else "score_parts"
            raise ImpossibleOutcome(
                code, f"score {score}, points fall into {parts} parts", field="scores", parts=parts
            )


def _as_json(points: Points) -> int | str:
    return int(points) if points == int(points) else str(points)
