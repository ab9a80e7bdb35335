"""The scores of a deal as people write them, in whole points and without the facts behind."""

from collections.abc import Sequence

from games.core.errors import ImpossibleOutcome
from games.core.play.games import GameVariant

FEW = 2
"""Sums that are listed; more are told by their ends."""


def check_scores(variant: GameVariant, scores: Sequence[int]) -> None:
    """Refuse the scores of the seats for one deal when the game cannot give them.

    Only what the scores alone show is looked at: what one seat can have, and their sum.

    Args:
        scores: one for every seat of the game, in whole points.

    Raises:
        ImpossibleOutcome: `seat_count`, `score_out_of_range`, `scores_sum` (total, sums).
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
            "score_out_of_range", message, field="scores", number=min(scores), least=least
        )
    total, sums = sum(scores), variant.score_sums
    if sums and total not in sums:
        allowed = ", ".join(map(str, sums)) if len(sums) <= FEW else f"{sums[0]}–{sums[-1]}"
        message = f"scores sum to {total}, not in {allowed}"
        raise ImpossibleOutcome("scores_sum", message, field="scores", total=total, sums=allowed)
