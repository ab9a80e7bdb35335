"""What every deal of an evening did to somebody's total, and the deals that made the evening."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.core.formats.ranking_plan import Measure, Scoring
from tournaments.core.ranking.duels import UnitPlays
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.seat_scores import Method
from tournaments.core.ranking.swings import MarkedDeal, measure_swings, swing_at_table, swing_of_duel
from tournaments.core.ranking.values import Value, add, like
from tournaments.models import Entry
from tournaments.rankings.queries.board_reports import DuelLine
from tournaments.rankings.queries.play_figures import SessionFigures
from tournaments.rankings.queries.players import PlayerDeal, PlayerReport

MOST_SHOWN = 3
FEWEST_DEALS = 4
"""With fewer deals the table of the deals says it all."""


@dataclass(frozen=True, slots=True)
class Swing:
    """A deal, or a duel, and what it did to the total."""

    value: Value
    """Signed, better above 0: points of percentage, points or match points."""
    deal: PlayerDeal | None = None
    duel: DuelLine | None = None
    """Seen from the team whose report it is; one of the two is None."""

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
    """The deals of a report whose marks show, in its order, with what each brought. No query.

    In per cent the swings are distances from 50, else from nothing; compared with the field, from its mean.
    """
    if report.duels:
        return _duel_swings(report)
    counted = [(deal, deal.mark) for deal in report.deals if isinstance(deal.mark, Fraction)]
    if report.measure is Measure.PERCENT:
        marks = [MarkedDeal(deal.is_taker, mark) for deal, mark in counted]
        swings = measure_swings(marks, figures.loaded.options.weights)
        return [Swing(swing, deal) for (deal, _mark), swing in zip(counted, swings, strict=True)]
    if is_against_field(figures):
        return [Swing(mark, deal) for deal, mark in counted]
    return [Swing(swing_at_table(mark, _marks_at(deal, figures)), deal) for deal, mark in counted]


def is_against_field(figures: SessionFigures) -> bool:
    """Whether marks are distances to the mean of those who held the same cards. No query."""
    is_seats = figures.plan.scoring is Scoring.SEATS
    return is_seats and figures.loaded.options.comparison.method is Method.DIFFERENCE


def _duel_swings(report: PlayerReport) -> list[Swing]:
    is_one_sided = report.plan.is_one_sided
    return [
        Swing(swing_of_duel(own.points, other.points, is_one_sided=is_one_sided), duel=duel)
        for duel in report.duels
        for own, other in [duel.sides]
        if isinstance(own.points, RootSum) and isinstance(other.points, RootSum)
    ]


def _marks_at(deal: PlayerDeal, figures: SessionFigures) -> list[Fraction]:
    return [figure.mark for figure in figures.at(deal.line.play.pk) if isinstance(figure.mark, Fraction)]


def swing_on_board(figures: SessionFigures, entry: Entry, board: int, *, sees_all: bool) -> Fraction | None:
    """What one étui did to somebody's total, in points of percentage; None where marks are no shares.

    The same as that of `evening_swings`, from the figures alone: no query.

    Args:
        board: from 1; one whose marks the reader sees.
        sees_all: the reader sees the marks of étuis in circulation, too.
    """
    grid, unit = figures.loaded.plays.grid, figures.loaded.unit_of.get(entry.pk)
    if unit is None or figures.measure is not Measure.PERCENT or isinstance(grid, UnitPlays):
        return None
    shown = figures.loaded.due.complete_boards
    marks: dict[int, MarkedDeal] = {}
    for row in (grid.players == unit).any(axis=1).nonzero()[0].tolist():
        number = int(grid.board[row]) + 1
        own = next(figure for figure in figures.at(figures.loaded.play_ids[row]) if figure.entry == entry)
        if isinstance(own.mark, Fraction) and (sees_all or number in shown):
            marks[number] = MarkedDeal(own.is_attack, own.mark)
    swings = measure_swings(list(marks.values()), figures.loaded.options.weights)
    return dict(zip(marks, swings, strict=True)).get(board)


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
    counted: int
    """Deals, or duels, that all this is about."""
    circulating: int
    """Deals that the total counts, too, while their étuis circulate."""


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
        counted=len(swings),
        circulating=sum(deal.circulates for deal in report.deals),
    )


def _worth(swing: Swing) -> Value:
    return swing.value


def _side(swings: Sequence[Swing], *, is_attack: bool) -> Value:
    return add(one.value for one in swings if one.deal and one.deal.is_taker is is_attack)
