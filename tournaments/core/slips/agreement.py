"""Comparison of two entries of one line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.core.play import Points


@dataclass(frozen=True, slots=True)
class Written:
    """The result of an entry, in the form that `ResultSlip` stores."""

    kind: str
    score: int | None
    """Score, signed from the attack's side; None unless played, or if every seat has a score of its own."""
    seat_scores: Sequence[Points | None] | None
    """Scores by seat, in playing order; None on a traveller."""
    facts: Mapping[str, object] | None


def agree(first: Written, second: Written) -> bool:
    """Return whether two entries have the same result.

    The facts behind the score (count, bonuses, bid, taker) are compared only if both entries have a count:
    one person may have typed the score alone.
    """
    if (first.kind, first.score, _score_list(first)) != (second.kind, second.score, _score_list(second)):
        return False
    both_counted = _has_count(first) and _has_count(second)
    return not both_counted or first.facts == second.facts


def _score_list(entry: Written) -> list[Points | None] | None:
    return None if entry.seat_scores is None else list(entry.seat_scores)


def _has_count(entry: Written) -> bool:
    return entry.facts is not None and entry.facts.get("bouts") is not None
