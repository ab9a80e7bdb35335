"""What made an evening: the deals that brought most and cost most, and what each side came to."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.ranking.values import Value, add
from tournaments.rankings.queries.play_figures import SessionFigures
from tournaments.rankings.queries.players import PlayerReport
from tournaments.rankings.queries.swings import Swing, evening_swings, is_against_field

MOST_SHOWN = 3
FEWEST_DEALS = 4
"""With fewer deals the table of the deals says it all."""


@dataclass(frozen=True, slots=True)
class Highlights:
    """The deals that mattered most."""

    best: tuple[Swing, ...]
    """Those that brought something, most first."""
    worst: tuple[Swing, ...]
    """Those that cost something, most first."""
    attack: Value | None
    """What all deals in attack did to the total; None where sides are not told apart."""
    defence: Value | None
    measure: Measure
    """Of the swings; points of which the fewest win are points brought, too."""
    is_against_field: bool
    """Points are distances to the mean of those who held the same cards."""


def evening_highlights(report: PlayerReport, figures: SessionFigures) -> Highlights | None:
    """The highlights of the deals of a report whose marks show; None with too few. No query."""
    swings = evening_swings(report, figures)
    if len(swings) < FEWEST_DEALS:
        return None
    ordered = sorted(swings, key=_worth, reverse=True)
    is_low = report.measure is Measure.LOW_POINTS
    return Highlights(
        best=tuple(one for one in ordered if one.is_gain)[:MOST_SHOWN],
        worst=tuple(one for one in reversed(ordered) if one.is_loss)[:MOST_SHOWN],
        attack=_side(swings, is_attack=True) if report.has_sides else None,
        defence=_side(swings, is_attack=False) if report.has_sides else None,
        measure=Measure.POINTS if is_low else report.measure,
        is_against_field=is_against_field(figures),
    )


def _worth(swing: Swing) -> Value:
    return swing.value


def _side(swings: Sequence[Swing], *, is_attack: bool) -> Value:
    return add(one.value for one in swings if one.deal and one.deal.is_taker is is_attack)
