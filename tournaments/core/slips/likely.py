"""Possible but surprising: what to ask about before a result is stored."""

from collections.abc import Mapping, Sequence
from statistics import median_low

from games.core.outcome import Bid, Slam
from games.core.scoring import PETIT_POINTS, contract_points
from tournaments.core.slips.traveller import SlipReading

Question = tuple[str, Mapping[str, object]]
"""A stable code, and the figures that its sentence needs."""

SMALLEST_UNIT = contract_points(Bid.PRISE) - PETIT_POINTS
"""Least that a defender pays or receives, unless an announced slam has failed in a contract that was made."""
LARGE_MARGIN = 50
"""Points by which a contract is made or failed: beyond, a score is asked about."""
SMALLEST_FIELD = 3
"""Other plays of the board from which a score is compared with them."""
FAR = 34
"""Points of the contract's margin to the median that are never surprising: made by 17 against failed by 17.

A contract that is just made and one that just fails are 100 points of score apart, and a deal's tables fall
on both sides of it as a matter of course. With margins that differ from table to table by 5 to 11 points
(standard deviation) at most one sheet of seven in twenty is asked about: the test draws such sheets, for want
of evenings recorded line by line.
"""
COMPANY = 17
"""Another play within so many points of margin makes a score ordinary, however far the median is."""
FAR_SPREADS = 4
"""A score is far from the field beyond this many median deviations (and beyond `FAR`)."""
SMALLEST_SIGN_FIELD = 5
"""Other plays from which being alone to make, or alone to fail, is looked at."""
WIDE_MARGIN = 140
"""Distance to the nearest other play from which a sign that nobody else has is asked about."""


def questions(reading: SlipReading, other_scores: Sequence[int]) -> tuple[Question, ...]:
    """What a careful organiser would ask about a possible line; empty when nothing is surprising.

    Args:
        other_scores: signed scores of the other plays of the same board, in any order.

    Returns:
        `score_very_small` (score, least) alone, of scores written without facts. Else in this order, each at
        most once: `slam_recorded` (slam), `score_very_large` (score, limit;
        not beside a slam), `several_handfuls` (count), then one of `sign_alone` (score, nearest,
        plays) and `far_from_field` (score, median, plays).
    """
    unit = abs(reading.scores_unit or SMALLEST_UNIT)
    if unit < SMALLEST_UNIT:
        return (("score_very_small", {"score": unit, "least": SMALLEST_UNIT}),)
    score = reading.unit if reading.score is None else reading.score
    if score is None:
        return ()
    asked: list[Question] = []
    if reading.bonuses.slam is not Slam.NONE:
        asked.append(("slam_recorded", {"slam": reading.bonuses.slam.value}))
    elif abs(score) > (limit := large_score(reading.bid)):
        asked.append(("score_very_large", {"score": score, "limit": limit}))
    if len(reading.bonuses.handfuls) > 1:
        asked.append(("several_handfuls", {"count": len(reading.bonuses.handfuls)}))
    surprise = _sign_alone(score, other_scores) or _far_from_field(score, reading.bid, other_scores)
    return (*asked, surprise) if surprise else tuple(asked)


def large_score(bid: Bid | None) -> int:
    """The score of a contract made or failed by `LARGE_MARGIN`; of a garde where nobody bids."""
    known = bid or Bid.GARDE
    return (contract_points(known) + LARGE_MARGIN) * known.multiplier


def _sign_alone(score: int, other_scores: Sequence[int]) -> Question | None:
    """At least five others, all of the other sign, and none within `WIDE_MARGIN`: a wrong column?"""
    if len(other_scores) < SMALLEST_SIGN_FIELD or any(other * score >= 0 for other in other_scores):
        return None
    nearest = min(other_scores, key=lambda other: abs(other - score))
    if abs(nearest - score) < WIDE_MARGIN:
        return None
    return "sign_alone", {"score": score, "nearest": nearest, "plays": len(other_scores)}


def _far_from_field(score: int, bid: Bid | None, other_scores: Sequence[int]) -> Question | None:
    """At least three others, none near, the median further than `FAR` and than `FAR_SPREADS` spreads, in
    points of margin by the bid of the line.

    The spread is the median distance of the others to their own median; of two middle values the lower one
    is taken, so that the median is a score that somebody has.
    """
    if len(other_scores) < SMALLEST_FIELD:
        return None
    margins = [_margin(other, bid) for other in other_scores]
    median, own = median_low(margins), _margin(score, bid)
    spread = median_low(abs(margin - median) for margin in margins)
    has_company = any(abs(own - margin) <= COMPANY for margin in margins)
    if has_company or abs(own - median) <= max(FAR, FAR_SPREADS * spread):
        return None
    return "far_from_field", {
        "score": score,
        "median": median_low(other_scores),
        "plays": len(other_scores),
    }


def _margin(score: int, bid: Bid | None) -> float:
    """Points by which a contract was made, negative for failed, as far as the score alone tells."""
    known = bid or Bid.GARDE
    margin = max(0, abs(score) / known.multiplier - contract_points(known))
    return margin if score > 0 else -margin
