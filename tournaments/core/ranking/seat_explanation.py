"""Explanation of a number as a tree, for events in which every seat has a score of its own."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from tournaments.core.ranking.adjustments import adjust_seats
from tournaments.core.ranking.explanation import Explanation, Formula, list_penalties, ruling_figures
from tournaments.core.ranking.free_deals import seat_camps, void_deals
from tournaments.core.ranking.rulings import EffectKind, Ruling, payers
from tournaments.core.ranking.score_grid import NOBODY, PlayStatus
from tournaments.core.ranking.seat_scores import Comparison, Method, SeatGrid, SeatMarks, mark_seats
from tournaments.core.ranking.values import add_values, scale

_FORMULAS = {
    Method.TOPAGE: Formula.TOPAGE,
    Method.DIFFERENCE: Formula.DIFFERENCE,
    Method.TOTAL: Formula.SCORE,
}


def explain_seats(
    grid: SeatGrid, rulings: Sequence[Ruling], comparison: Comparison, player: int
) -> Explanation:
    """Return a player's result down to the deals.

    The result is the mean of the marks for topage, else their sum, less penalties.

    Args:
        grid: the grid before the rulings, which are applied here as in `rank_seats` and `rank_sums`.
    """
    valid_grid = void_deals(grid, rulings)
    marks = adjust_seats(valid_grid, mark_seats(valid_grid, comparison), rulings)
    plays, seats = np.nonzero(grid.players == player)
    deals = tuple(
        _explain_deal(valid_grid, marks, play, seat, rulings, comparison)
        for play, seat in zip(plays.tolist(), seats.tolist(), strict=True)
    )
    values = [deal.value for deal in deals if deal.value is not None]
    if not values:
        return Explanation("overall", Formula.NONE, None, {}, deals)
    penalties = _explain_penalties(grid, rulings, comparison, player)
    penalty_values = [penalty.value for penalty in penalties if penalty.value is not None]
    total = add_values(values)
    if comparison.method is not Method.TOPAGE:
        return Explanation(
            "overall", Formula.SUM, add_values([total, *penalty_values]), {}, (*deals, *penalties)
        )
    mean = Explanation(
        "deals", Formula.MEAN, scale(total, Fraction(1, len(values))), {"count": len(values)}, deals
    )
    assert mean.value is not None
    return Explanation(
        "overall", Formula.SUM, add_values([mean.value, *penalty_values]), {}, (mean, *penalties)
    )


def _explain_deal(
    grid: SeatGrid,
    marks: SeatMarks,
    play: int,
    seat: int,
    rulings: Sequence[Ruling],
    comparison: Comparison,
) -> Explanation:
    """Return the mark of one seat, from the scores of the same seat or from the referee."""
    rulings_of_play = [ruling for ruling in rulings if ruling.play == play]
    figures: dict[str, object] = {
        "board": int(grid.board[play]),
        "play": play,
        "seat": seat,
        "score": grid.points(play, seat),
        **_field_figures(grid, play, seat, comparison),
        "rulings": [ruling_figures(ruling) for ruling in rulings_of_play],
    }
    if not marks.is_counted[play, seat]:
        return Explanation("deal", Formula.NEUTRALISED, None, figures)
    value = Fraction(int(marks.numerator[play, seat]), int(marks.denominator[play, seat]))
    value *= 100 if comparison.method is Method.TOPAGE else 1
    is_ruled = any(ruling.has(EffectKind.MARK) or ruling.has(EffectKind.CAP) for ruling in rulings_of_play)
    if is_ruled or grid.status[play] != PlayStatus.PLAYED:
        return Explanation("deal", Formula.RULED, value, figures)
    is_alone = comparison.method is Method.TOPAGE and marks.field_size[play, seat] == 1
    return Explanation("deal", Formula.ALONE if is_alone else _FORMULAS[comparison.method], value, figures)


def _field_figures(grid: SeatGrid, play: int, seat: int, comparison: Comparison) -> dict[str, object]:
    """Return the figures of a comparison: beaten and equal scores of the seat, and the size of the field."""
    if comparison.method is Method.TOTAL or grid.status[play] != PlayStatus.PLAYED:
        return {}
    is_there = (grid.board == grid.board[play]) & (grid.status == PlayStatus.PLAYED)
    scores = grid.score[is_there & (grid.players[:, seat] != NOBODY), seat]
    own_score = grid.score[play, seat]
    beaten = scores > own_score if comparison.lowest_wins else scores < own_score
    return {
        "beaten": int(beaten.sum()),
        "equal": int((scores == own_score).sum()) - 1,
        "field": int(scores.size),
        **({"is_neuberg": True} if comparison.is_neuberg else {}),
    }


def _explain_penalties(
    grid: SeatGrid, rulings: Sequence[Ruling], comparison: Comparison, player: int
) -> tuple[Explanation, ...]:
    """Return every penalty of the player as a negative number, in per cent for topage, else in points."""
    unit = Fraction(1, 100) if comparison.method is Method.TOPAGE else Fraction(1)
    camps = {ruling.play: seat_camps(grid, ruling.play) for ruling in rulings if ruling.play is not None}
    return tuple(
        Explanation("penalty", Formula.PENALTY, -effect.amount * unit, ruling_figures(ruling))
        for effect, ruling in list_penalties(rulings)
        if player in payers(effect, ruling, camps)
    )
