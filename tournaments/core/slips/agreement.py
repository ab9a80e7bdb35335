"""Two entries of one line: do they say the same?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.core.play import Points


@dataclass(frozen=True, slots=True)
class Written:
    """What an entry comes to, as `ResultSlip` keeps it."""

    kind: str
    score: int | None
    """Signed from the attack's side; None unless played, or where every seat has its own."""
    seat_scores: Sequence[Points | None] | None
    """By seat, in playing order; None on a traveller."""
    facts: Mapping[str, object] | None


def agree(first: Written, second: Written) -> bool:
    """Whether two people typed the same result.

    What stands behind the score (count, bonuses, bid, taker) is compared where both typed a count: one may
    have typed the score alone.
    """
    if (first.kind, first.score, _scores(first)) != (second.kind, second.score, _scores(second)):
        return False
    both_counted = _has_count(first) and _has_count(second)
    return not both_counted or first.facts == second.facts


def _scores(written: Written) -> list[Points | None] | None:
    return None if written.seat_scores is None else list(written.seat_scores)


def _has_count(written: Written) -> bool:
    return written.facts is not None and written.facts.get("bouts") is not None
