"""The scores of a deal as people write them, without the facts behind."""

from collections.abc import Sequence
from fractions import Fraction

from games.core.errors import ImpossibleOutcome
from games.core.play.games import GameVariant
from games.core.play.results import Points
from games.core.rules import RuleSet

FEW = 2
"""Sums that are listed; more are told by their ends."""
PLAIN_RULES = RuleSet()


def check_scores(variant: GameVariant, scores: Sequence[Points], rules: RuleSet = PLAIN_RULES) -> None:
    """Refuse the scores of the seats for one deal when the game cannot give them.

    Only what the scores alone show is looked at: what one seat can have, their sum, how it is shared.

    Args:
        scores: one for every seat of the game. Where all are whole, they may be rounded shares; where one is
            not, all are exact.

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
            "score_out_of_range", message, field="scores", number=_told(min(scores)), least=least
        )
    check_parts(variant, scores, rules)
    total = sum(scores)
    is_rounded = all(score == int(score) for score in scores)
    sums = variant.score_sums if is_rounded or not variant.is_zero_sum else (0,)
    is_half = total != int(total)
    if sums and not (sums[0] < total < sums[-1] if is_half else total in sums):
        allowed = ", ".join(map(str, sums)) if len(sums) <= FEW else f"{sums[0]}–{sums[-1]}"
        message = f"scores sum to {total}, not in {allowed}"
        raise ImpossibleOutcome("scores_sum", message, field="scores", total=_told(total), sums=allowed)
    variant.unit_of(scores, rules)


def agrees(written: Points | None, exact: Points) -> bool:
    """Whether a written score is the exact one, or a whole number that a share was rounded to."""
    if written is None:
        return False
    is_near = abs(Fraction(written) - Fraction(exact)) < 1
    return written == exact or (is_near and written == int(written) and exact != int(exact))


def check_parts(variant: GameVariant, scores: Sequence[Points], rules: RuleSet = PLAIN_RULES) -> None:
    """Refuse a fraction of a point that the game cannot give.

    Raises:
        ImpossibleOutcome: `score_not_whole`, or `score_parts` (parts: into how many a point can fall).
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


def _told(points: Points) -> int | str:
    return int(points) if points == int(points) else str(points)
