"""Marks of the scores of one board as JSON for other programs (`manage.py rank_marks`)."""

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import numpy as np

from games.core.exchange.fields import (
    check_fields,
    read_list_field,
    read_request_object,
    read_text_field,
    wrong_value,
)
from tournaments.core.exchange.value_json import write_number
from tournaments.core.ranking.comparison import attack_marks, count_field

LARGEST_SCORE = 10**9
MOST_SCORES = 100_000
MOST_DUELS = 1_000
"""Largest number of scores for `pm`, which compares each with each."""
_ROOT_DIGITS = 20


def mark_scores(request: object) -> dict[str, object]:
    """Return the marks of the attacks of one board, and those of their defenders.

    Args:
        request: `{"method", "scores"}` in plain JSON values. Scores are whole, seen from the attack. The
            methods are:

            - "topage": per cent; a single score has 50
            - "pm": match points against the other attacks; for two scores the duel of the federation, for
              more the mean of the duels
            - "total": the scores themselves

    Returns:
        `{"marks", "defence"}` in the order of the scores, as numbers with at most six decimals, rounded half
        away from zero.

    Raises:
        InvalidRequest: a field is missing, unknown or of another kind, or there are too many scores.
    """
    values = read_request_object(request)
    check_fields(values, ("method", "scores"), ())
    method = read_text_field(values, "method")
    if method not in METHODS:
        raise wrong_value("method", method, "one of " + ", ".join(METHODS))
    scores = _read_scores(values, MOST_DUELS if method == "pm" else MOST_SCORES)
    marks, mark_sum = METHODS[method](scores)
    return {
        "marks": [write_number(mark) for mark in marks],
        "defence": [write_number(mark_sum - mark) for mark in marks],
    }


def _read_scores(values: Mapping[str, object], most: int) -> list[int]:
    scores = read_list_field(values, "scores")
    if len(scores) > most:
        raise wrong_value("scores", f"with {len(scores)} numbers", f"a list of at most {most}")
    whole_scores = []
    for number, score in enumerate(scores):
        if not isinstance(score, int) or isinstance(score, bool) or abs(score) > LARGEST_SCORE:
            raise wrong_value(
                f"scores[{number}]", score, f"a whole number from -{LARGEST_SCORE} to {LARGEST_SCORE}"
            )
        whole_scores.append(score)
    return whole_scores


def _topage(scores: Sequence[int]) -> tuple[list[Fraction], int]:
    counts = count_field(np.zeros(len(scores), dtype=np.int64), np.array(scores, dtype=np.int64))
    numerator, denominator = attack_marks(counts.lower, counts.equal, counts.size)
    parts = zip(numerator.tolist(), denominator.tolist(), strict=True)
    return [Fraction(100 * share, base) for share, base in parts], 100


def _match_points(scores: Sequence[int]) -> tuple[list[Fraction], int]:
    """Return means of the duels with 20 decimals, far more than the six in the answer."""
    unit = 10**_ROOT_DIGITS
    duel_count = max(len(scores) - 1, 1)
    sums = [sum(_root_units(score - opponent) for opponent in scores) for score in scores]
    return [Fraction(units, duel_count * unit) for units in sums], 0


def _root_units(difference: int) -> int:
    # an integer root of the shifted number: exact to the last of the 20 decimals
    root = math.isqrt(abs(difference) * 10 ** (2 * _ROOT_DIGITS))
    return root if difference > 0 else -root


def _total(scores: Sequence[int]) -> tuple[list[Fraction], int]:
    return [Fraction(score) for score in scores], 0


METHODS: dict[str, Callable[[Sequence[int]], tuple[list[Fraction], int]]] = {
    "topage": _topage,
    "pm": _match_points,
    "total": _total,
}
"""Marks of the attacks, and the sum of the marks of both sides, by method."""
