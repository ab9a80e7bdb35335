"""Marks of the scores of one board for other programs: what `manage.py rank_marks` answers to one line."""

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import numpy as np

from games.core.exchange.fields import check_fields, read_list, read_object, read_text, wrong_value
from tournaments.core.exchange.value_json import write_number
from tournaments.core.ranking.comparison import attack_marks, count_field

LARGEST_SCORE = 10**9
MOST_SCORES = 100_000
MOST_DUELS = 1_000
"""Scores that `pm` accepts, as it compares each with each."""
_ROOT_DIGITS = 20


def mark_scores(request: object) -> dict[str, object]:
    """The marks of the attacks of one board, and those of their defenders.

    Args:
        request: `{"method", "scores"}` in plain JSON values: "topage" (per cent, a score alone has 50), "pm"
            (match points against the other attacks: of two scores the duel of the federation, of more the
            mean of the duels) or "total" (the scores themselves). Scores are whole, seen from the attack.

    Returns:
        `{"marks", "defence"}` in the order of the scores, as numbers with at most six decimals, rounded half
        away from zero.

    Raises:
        InvalidRequest: a field is missing, unknown or of another kind, or there are too many scores.
    """
    values = read_object(request)
    check_fields(values, ("method", "scores"), ())
    method = read_text(values, "method")
    if method not in METHODS:
        raise wrong_value("method", method, "one of " + ", ".join(METHODS))
    scores = _read_scores(values, MOST_DUELS if method == "pm" else MOST_SCORES)
    marks, whole = METHODS[method](scores)
    return {
        "marks": [write_number(mark) for mark in marks],
        "defence": [write_number(whole - mark) for mark in marks],
    }


def _read_scores(values: Mapping[str, object], most: int) -> list[int]:
    scores = read_list(values, "scores")
    if len(scores) > most:
        raise wrong_value("scores", f"with {len(scores)} numbers", f"a list of at most {most}")
    whole = []
    for number, score in enumerate(scores):
        if not isinstance(score, int) or isinstance(score, bool) or abs(score) > LARGEST_SCORE:
            raise wrong_value(
                f"scores[{number}]", score, f"a whole number from -{LARGEST_SCORE} to {LARGEST_SCORE}"
            )
        whole.append(score)
    return whole


def _topage(scores: Sequence[int]) -> tuple[list[Fraction], int]:
    counts = count_field(np.zeros(len(scores), dtype=np.int64), np.array(scores, dtype=np.int64))
    numerator, denominator = attack_marks(counts.lower, counts.equal, counts.size)
    parts = zip(numerator.tolist(), denominator.tolist(), strict=True)
    return [Fraction(100 * part, whole) for part, whole in parts], 100


def _match_points(scores: Sequence[int]) -> tuple[list[Fraction], int]:
    """Means of the duels, cut at 20 decimals: far beyond the six that are shown."""
    unit = 10**_ROOT_DIGITS
    others = max(len(scores) - 1, 1)
    sums = [sum(_root_units(own - other) for other in scores) for own in scores]
    return [Fraction(units, others * unit) for units in sums], 0


def _root_units(difference: int) -> int:
    root = math.isqrt(abs(difference) * 10 ** (2 * _ROOT_DIGITS))
    return root if difference > 0 else -root


def _total(scores: Sequence[int]) -> tuple[list[Fraction], int]:
    return [Fraction(score) for score in scores], 0


METHODS: dict[str, Callable[[Sequence[int]], tuple[list[Fraction], int]]] = {
    "topage": _topage,
    "pm": _match_points,
    "total": _total,
}
"""Marks of the attacks, and what the marks of both sides add up to."""
