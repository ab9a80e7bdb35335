"""Effect of each deal of an evening on an entry's total, and the deals with the largest effect."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.core.formats.ranking_plan import Measure, Scoring
from tournaments.core.ranking.duels import UnitPlays
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.seat_scores import Method
from tournaments.core.ranking.swings import MarkedDeal, measure_swings, swing_at_table, swing_of_duel
from tournaments.core.ranking.values import Value, add_values, like
from tournaments.models import Entry
from tournaments.rankings.queries.board_reports import DuelLine
from tournaments.rankings.queries.play_figures import SessionFigures
from tournaments.rankings.queries.players import PlayerDeal, PlayerReport

MOST_SHOWN = 3
FEWEST_DEALS = 4
"""Fewest deals with highlights. The table of deals shows as much if there are fewer."""


@dataclass(frozen=True, slots=True)
class Swing:
    """A deal or a duel with its effect on the total."""

    value: Value
    """Effect, above 0 if it is good: points of percentage, points or match points."""
    deal: PlayerDeal | None = None
    duel: DuelLine | None = None
    """Duel seen from the team of the report; either `deal` or `duel` is None."""

    @property
    def board(self) -> int:
        assert self.deal is not None or self.duel is not None
        return self.deal.board if self.deal is not None else self.duel.board  # type: ignore[union-attr]

    @property
    def is_gain(self) -> bool:
        return like(self.value, 0) < self.value  # type: ignore[operator]  # both of one kind

    @property
    def is_loss(self) -> bool:
        return self.value < like(self.value, 0)  # type: ignore[operator]


def evening_swings(report: PlayerReport, figures: SessionFigures) -> list[Swing]:
    """Return the deals of a report whose marks show, in its order, with their effects. No query.

    The effect is a distance: in per cent from 50, in a comparison with the field from its mean, else from the
    mean of the table.
    """
    if report.duels:
        return _duel_swings(report)
    marked_deals = [(deal, deal.mark) for deal in report.deals if isinstance(deal.mark, Fraction)]
    if report.measure is Measure.PERCENT:
        marks = [MarkedDeal(deal.is_taker, mark) for deal, mark in marked_deals]
        swings = measure_swings(marks, figures.loaded.options.weights)
        return [Swing(swing, deal) for (deal, _mark), swing in zip(marked_deals, swings, strict=True)]
    if is_against_field(figures):
        return [Swing(mark, deal) for deal, mark in marked_deals]
    return [Swing(swing_at_table(mark, _marks_at(deal, figures)), deal) for deal, mark in marked_deals]


def is_against_field(figures: SessionFigures) -> bool:
    """Return whether marks are distances to the field's mean for the same cards. No query."""
    is_seats = figures.plan.scoring is Scoring.SEATS
    return is_seats and figures.loaded.options.comparison.method is Method.DIFFERENCE


def _duel_swings(report: PlayerReport) -> list[Swing]:
    is_one_sided = report.plan.is_one_sided
    return [
        Swing(swing_of_duel(own_side.points, other_side.points, is_one_sided=is_one_sided), duel=duel)
        for duel in report.duels
        for own_side, other_side in [duel.sides]
        if isinstance(own_side.points, RootSum) and isinstance(other_side.points, RootSum)
    ]


def _marks_at(deal: PlayerDeal, figures: SessionFigures) -> list[Fraction]:
    return [figure.mark for figure in figures.at(deal.line.play.pk) if isinstance(figure.mark, Fraction)]


def swing_on_board(figures: SessionFigures, entry: Entry, board: int, *, sees_all: bool) -> Fraction | None:
    """Return the effect of one étui on an entry's total, in points of percentage. No query.

    The value is the one of `evening_swings`, from the figures alone. It is None in a format without shares.

    Args:
        board: number from 1, of an étui whose marks the reader may see.
        sees_all: the reader may also see the marks of étuis in circulation.
    """
    grid, unit = figures.loaded.plays.grid, figures.loaded.unit_of.get(entry.pk)
    if unit is None or figures.measure is not Measure.PERCENT or isinstance(grid, UnitPlays):
        return None
    visible_boards = figures.loaded.due.complete_boards
    marks: dict[int, MarkedDeal] = {}
    for row in (grid.players == unit).any(axis=1).nonzero()[0].tolist():
        number = int(grid.board[row]) + 1
        own_figure = next(
            figure for figure in figures.at(figures.loaded.play_ids[row]) if figure.entry == entry
        )
        if isinstance(own_figure.mark, Fraction) and (sees_all or number in visible_boards):
            marks[number] = MarkedDeal(own_figure.is_attack, own_figure.mark)
    swings = measure_swings(list(marks.values()), figures.loaded.options.weights)
    return dict(zip(marks, swings, strict=True)).get(board)


@dataclass(frozen=True, slots=True)
class Highlights:
    """The deals with the largest effects."""

    best: tuple[Swing, ...]
    """Gains, largest first."""
    worst: tuple[Swing, ...]
    """Losses, largest first."""
    attack: Value | None
    """Effect of all deals in attack on the total; None if the format has no sides."""
    defence: Value | None
    measure: Measure
    """Measure of the swings, in which more is always better."""
    is_against_field: bool
    """True if points are distances to the field's mean for the same cards."""
    counted: int
    """Number of deals, or duels, with a swing."""
    circulating: int
    """Number of deals that the total counts while their étuis circulate."""


def evening_highlights(report: PlayerReport, figures: SessionFigures) -> Highlights | None:
    """Return the highlights of the deals of a report whose marks show; None with too few. No query."""
    swings = evening_swings(report, figures)
    if len(swings) < FEWEST_DEALS:
        return None
    sorted_swings = sorted(swings, key=_worth, reverse=True)
    is_low = report.measure is Measure.LOW_POINTS
    return Highlights(
        best=tuple(swing for swing in sorted_swings if swing.is_gain)[:MOST_SHOWN],
        worst=tuple(swing for swing in reversed(sorted_swings) if swing.is_loss)[:MOST_SHOWN],
        attack=_side(swings, is_attack=True) if report.has_sides else None,
        defence=_side(swings, is_attack=False) if report.has_sides else None,
        # marks of low points are negated points, so that more is better
        measure=Measure.POINTS if is_low else report.measure,
        is_against_field=is_against_field(figures),
        counted=len(swings),
        circulating=sum(deal.circulates for deal in report.deals),
    )


def _worth(swing: Swing) -> Value:
    return swing.value


def _side(swings: Sequence[Swing], *, is_attack: bool) -> Value:
    return add_values(swing.value for swing in swings if swing.deal and swing.deal.is_taker is is_attack)
