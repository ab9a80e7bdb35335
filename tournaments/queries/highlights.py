"""What made an evening: the deals that brought most and cost most, and what each side came to."""

from dataclasses import dataclass
from fractions import Fraction

from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.ranking.swings import MarkedDeal, measure_swings
from tournaments.core.ranking.totals import Weights
from tournaments.queries.players import PlayerDeal, PlayerReport

MOST_SHOWN = 3
FEWEST_DEALS = 4
"""With fewer deals the table of the deals says it all."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A deal and what it did to the total."""

    deal: PlayerDeal
    swing: Fraction
    """Points of percentage, signed."""


@dataclass(frozen=True, slots=True)
class Highlights:
    """The deals that mattered most."""

    best: tuple[Highlight, ...]
    """Those that brought something, most first."""
    worst: tuple[Highlight, ...]
    """Those that cost something, most first."""
    attack: Fraction | None
    """What all deals in attack did to the total; None where sides are not told apart."""
    defence: Fraction | None


def evening_highlights(report: PlayerReport, weights: Weights) -> Highlights | None:
    """The highlights of a report in per cent, of the deals whose mark shows; None with too few. No query."""
    counted = [(deal, deal.mark) for deal in report.deals if isinstance(deal.mark, Fraction)]
    if report.measure is not Measure.PERCENT or len(counted) < FEWEST_DEALS:
        return None
    swings = measure_swings([MarkedDeal(deal.is_taker, mark) for deal, mark in counted], weights)
    found = [Highlight(deal, swing) for (deal, _mark), swing in zip(counted, swings, strict=True)]
    ordered = sorted(found, key=lambda one: -one.swing)
    return Highlights(
        best=tuple(one for one in ordered if one.swing > 0)[:MOST_SHOWN],
        worst=tuple(one for one in reversed(ordered) if one.swing < 0)[:MOST_SHOWN],
        attack=_side(found, is_attack=True) if report.has_sides else None,
        defence=_side(found, is_attack=False) if report.has_sides else None,
    )


def _side(found: list[Highlight], *, is_attack: bool) -> Fraction:
    return sum((one.swing for one in found if one.deal.is_taker is is_attack), start=Fraction(0))
