"""Questions about results that are possible but surprising, shown before a result is stored."""

from collections.abc import Mapping, Sequence
from statistics import median_low

from games.core.outcome import Bid, Slam
from games.core.scoring import PETIT_POINTS, contract_points
from tournaments.core.slips.traveller import SlipReading

Question = tuple[str, Mapping[str, object]]
"""A stable code, and the figures that its sentence needs."""

SMALLEST_UNIT = contract_points(Bid.PRISE) - PETIT_POINTS
"""Least score of a defender, unless an announced slam failed in a contract that was made."""
LARGE_MARGIN = 50
"""Largest margin of a contract, in points, that raises no question."""
SMALLEST_FIELD = 3
"""Least number of other plays of the board for a score to be compared with them."""
FAR = 34
"""Largest distance to the median that is never surprising, in points of margin: made by 17 and failed by 17.

A contract that is just made and one that just fails are 100 points of score apart. The tables of one deal
often fall on both sides. With a standard deviation of the margin of 5 to 11 points between tables, at most
5 % of the sheets with seven lines raise a question. The test draws such sheets at random, because no evening
recorded line by line is available.
"""
COMPANY = 17
"""Distance of another play, in points of margin, that makes a score ordinary wherever the median is."""
FAR_SPREADS = 4
"""Number of median deviations beyond which a score is far from the field (if it is also beyond `FAR`)."""
SMALLEST_SIGN_FIELD = 5
"""Least number of other plays for a question about the only contract made, or the only one failed."""
WIDE_MARGIN = 140
"""Least distance to the nearest other play for a question about a sign that no other play has."""


def questions(reading: SlipReading, other_scores: Sequence[int]) -> tuple[Question, ...]:
    """Return the questions of a careful organiser about a possible line; () if nothing is surprising.

    Args:
        other_scores: signed scores of the other plays of the same board, in any order.

    Returns:
        `score_very_small` (score, least) alone, for scores written without facts. Otherwise, in this order
        and each at most once:

        - `slam_recorded` (slam), or `score_very_large` (score, limit);
        - `several_handfuls` (count);
        - `sign_alone` (score, nearest, plays), or `far_from_field` (score, median, plays).
    """
    unit = abs(reading.scores_unit or SMALLEST_UNIT)
    if unit < SMALLEST_UNIT:
        return (("score_very_small", {"score": unit, "least": SMALLEST_UNIT}),)
    score = reading.unit if reading.score is None else reading.score
    if score is None:
        return ()
    surprises: list[Question] = []
    # a slam explains any large score
    if reading.bonuses.slam is not Slam.NONE:
        surprises.append(("slam_recorded", {"slam": reading.bonuses.slam.value}))
    elif abs(score) > (limit := large_score(reading.bid)):
        surprises.append(("score_very_large", {"score": score, "limit": limit}))
    if len(reading.bonuses.handfuls) > 1:
        surprises.append(("several_handfuls", {"count": len(reading.bonuses.handfuls)}))
    field_surprise = _sign_alone(score, other_scores) or _far_from_field(score, reading.bid, other_scores)
    return (*surprises, field_surprise) if field_surprise else tuple(surprises)


def large_score(bid: Bid | None) -> int:
    """Return the score of a contract made or failed by `LARGE_MARGIN`. Without a bid it is a garde."""
    likely_bid = bid or Bid.GARDE
    return (contract_points(likely_bid) + LARGE_MARGIN) * likely_bid.multiplier


def _sign_alone(score: int, other_scores: Sequence[int]) -> Question | None:
    """Return a question if at least `SMALLEST_SIGN_FIELD` other plays all have the other sign.

    There is none if one of them is nearer than `WIDE_MARGIN`. The score may be in the wrong column.
    """
    if len(other_scores) < SMALLEST_SIGN_FIELD or any(play_score * score >= 0 for play_score in other_scores):
        return None
    nearest = min(other_scores, key=lambda play_score: abs(play_score - score))
    if abs(nearest - score) < WIDE_MARGIN:
        return None
    return "sign_alone", {"score": score, "nearest": nearest, "plays": len(other_scores)}


def _far_from_field(score: int, bid: Bid | None, other_scores: Sequence[int]) -> Question | None:
    """Return a question if none of at least `SMALLEST_FIELD` other plays is near and their median is far.

    Near is `COMPANY`. Far is more than `FAR`, and more than `FAR_SPREADS` times the spread: the median
    distance of the other plays to their median. Distances are points of margin by the bid of the line.
    """
    if len(other_scores) < SMALLEST_FIELD:
        return None
    margins = [_margin(play_score, bid) for play_score in other_scores]
    # of two middle values the lower one: a score that another play has
    median, margin_here = median_low(margins), _margin(score, bid)
    spread = median_low(abs(margin - median) for margin in margins)
    has_company = any(abs(margin_here - margin) <= COMPANY for margin in margins)
    if has_company or abs(margin_here - median) <= max(FAR, FAR_SPREADS * spread):
        return None
    return "far_from_field", {
        "score": score,
        "median": median_low(other_scores),
        "plays": len(other_scores),
    }


def _margin(score: int, bid: Bid | None) -> float:
    """Return the margin of a contract as far as the score alone shows it, negative for a failed one."""
    likely_bid = bid or Bid.GARDE
    # bonuses are unknown here: a score below the contract's own points has margin 0
    margin = max(0, abs(score) / likely_bid.multiplier - contract_points(likely_bid))
    return margin if score > 0 else -margin
