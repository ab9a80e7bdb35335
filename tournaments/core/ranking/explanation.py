"""Explanation of a number of a ranking as a tree: formula, marks, deals, rulings.

A page opens the tree level by level. The tree has codes and exact values, no sentences.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

import numpy as np

from tournaments.core.ranking.adjustments import ruled_camps
from tournaments.core.ranking.comparison import Marks, Topage, mark_plays
from tournaments.core.ranking.duels import DuelResult, UnitPlays, ruled_units
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.rulings import Effect, EffectKind, Ruling, payers
from tournaments.core.ranking.score_grid import PlayStatus, ScoreGrid
from tournaments.core.ranking.totals import Weights
from tournaments.core.ranking.values import Value, add_values, scale


class Formula(StrEnum):
    """Formula by which the value of a node follows from its parts or figures."""

    WEIGHTED = "weighted"
    """Sum of the parts by the weights in their figures, over the sum of those weights, less the penalties."""
    MEAN = "mean"
    """Mean of the parts that have a value."""
    SUM = "sum"
    TOPAGE = "topage"
    """100 × (2 × beaten + equal) ÷ (2 × (field − 1)) for the attack, the complement for the defence.

    With `is_neuberg` in the figures it is the formula of `attack_marks` instead.
    """
    ALONE = "alone"
    """50, because no other play exists."""
    NEUTRALISED = "neutralised"
    """No value."""
    RULED = "ruled"
    """The value after the referee's rulings; the figures have the value before them."""
    ROOT = "root"
    """sign(difference) × √|difference|."""
    DIFFERENCE = "difference"
    """The score less the mean of the field, positive for the score that wins."""
    SCORE = "score"
    """The score itself, its opposite where the lowest wins."""
    GIVEN = "given"
    """A value given before the first deal."""
    PENALTY = "penalty"
    REST = "rest"
    """Points for the deals that the player rested: see `tournaments.core.ranking.rests`."""
    NONE = "none"
    """No value, because no deal is played yet."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One node: a value, its formula, and the data of the formula."""

    subject: str
    """Kind of the value.

    One of "overall", "attack", "defence", "deals", "deal", "match", "bonus", "penalty", "rest", "session".
    """
    formula: Formula
    value: Value | None
    """Per cent, points or match points, exact."""
    figures: dict[str, object] = field(default_factory=dict)
    """Numbers and codes by name: board (from 0), score, beaten, equal, field, weight, fault…"""
    parts: tuple["Explanation", ...] = ()


def explain_share(
    grid: ScoreGrid,
    marks: Marks,
    player: int,
    weights: Weights,
    rulings: Sequence[Ruling] = (),
    topage: Topage | None = None,
) -> Explanation:
    """Return a player's overall percentage down to the deals.

    Args:
        grid: the grid that `mark_with_rulings` returns.
        marks: its marks.
        rulings: rulings that were applied. Penalties among them are subtracted.
        topage: the choices by which the plays were compared.
    """
    choices = topage or Topage()
    # a side without a deal does not count; the other side then has all the weight
    weighted_sides = (
        (_explain_side(grid, marks, player, rulings, choices, is_attack=True), weights.attack),
        (_explain_side(grid, marks, player, rulings, choices, is_attack=False), weights.defence),
    )
    sides = [replace(side, figures={**side.figures, "weight": weight}) for side, weight in weighted_sides]
    penalties = _explain_penalties(player, rulings, grid)
    valued_sides = [(side.value, weight) for side, weight in weighted_sides if side.value is not None]
    if not valued_sides:
        return Explanation("overall", Formula.NONE, None, {}, (*sides, *penalties))
    is_one_sided = len(valued_sides) == 1
    shares = [
        # the only side has all the weight, even if its own one is 0
        scale(value, Fraction(1) if is_one_sided else Fraction(weight, weights.sum))
        for value, weight in valued_sides
    ]
    return Explanation(
        "overall",
        Formula.WEIGHTED,
        add_values(
            value for value in (*shares, *(penalty.value for penalty in penalties)) if value is not None
        ),
        {"is_one_sided": is_one_sided},
        (*sides, *penalties),
    )


def explain_points(
    plays: UnitPlays, results: Sequence[DuelResult], unit: int, rulings: Sequence[Ruling] = ()
) -> Explanation:
    """Return a unit's match points down to the duels.

    Args:
        plays: the argument of `score_duels`.
        results: its return value.
        rulings: rulings that were applied. Penalties among them are subtracted.
    """
    deals = tuple(_explain_duel(result, unit) for result in results if unit in (result.first, result.second))
    if not deals:
        return Explanation("overall", Formula.NONE, None)
    camps = ruled_units(plays, rulings)
    penalties = tuple(
        Explanation("penalty", Formula.PENALTY, RootSum.of(-effect.amount), ruling_figures(ruling))
        for effect, ruling in list_penalties(rulings)
        if unit in payers(effect, ruling, camps)
    )
    total = add_values(part.value for part in (*deals, *penalties) if part.value is not None)
    return Explanation("overall", Formula.SUM, total, {}, (*deals, *penalties))


def _explain_side(
    grid: ScoreGrid, marks: Marks, player: int, rulings: Sequence[Ruling], topage: Topage, *, is_attack: bool
) -> Explanation:
    """Return the mean of one side, with its deals in the order of the boards."""
    plays, seats = np.nonzero((grid.players == player) & (marks.is_taker == is_attack))
    order = np.lexsort((plays, grid.board[plays]))
    deals = tuple(
        _explain_deal(grid, marks, play, seat, rulings, topage)
        for play, seat in zip(plays[order].tolist(), seats[order].tolist(), strict=True)
    )
    values = [deal.value for deal in deals if deal.value is not None]
    subject = "attack" if is_attack else "defence"
    if not values:
        return Explanation(subject, Formula.NONE, None, {"count": 0}, deals)
    mean = scale(add_values(values), Fraction(1, len(values)))
    return Explanation(subject, Formula.MEAN, mean, {"count": len(values)}, deals)


def _explain_deal(
    grid: ScoreGrid, marks: Marks, play: int, seat: int, rulings: Sequence[Ruling], topage: Topage
) -> Explanation:
    """Return one mark, from the counts or from the referee."""
    rulings_of_play = [ruling for ruling in rulings if ruling.play == play]
    size = int(marks.field_size[play])
    figures: dict[str, object] = {
        "board": int(grid.board[play]),
        "play": play,
        "seat": seat,
        "score": int(grid.score[play]),
        "beaten": int(marks.beaten[play]),
        "equal": int(marks.equal[play]),
        "field": size,
        **({"is_neuberg": True} if topage.is_neuberg else {}),
        "rulings": [ruling_figures(ruling) for ruling in rulings_of_play],
    }
    value = marks.mark_percent(play, seat)
    if value is None:
        return Explanation("deal", Formula.NEUTRALISED, None, figures)
    if grid.status[play] != PlayStatus.PLAYED or any(map(_sets_mark, rulings_of_play)):
        unruled_mark = mark_plays(grid, topage).mark_percent(play, seat) if size else None
        return Explanation("deal", Formula.RULED, value, {**figures, "before": unruled_mark})
    return Explanation("deal", Formula.ALONE if size == 1 else Formula.TOPAGE, value, figures)


def _explain_penalties(player: int, rulings: Sequence[Ruling], grid: ScoreGrid) -> tuple[Explanation, ...]:
    """Return every penalty that the player pays, as a negative percentage."""
    camps = ruled_camps(grid, rulings)
    return tuple(
        Explanation("penalty", Formula.PENALTY, Fraction(-effect.amount, 100), ruling_figures(ruling))
        for effect, ruling in list_penalties(rulings)
        if player in payers(effect, ruling, camps)
    )


def list_penalties(rulings: Sequence[Ruling]) -> list[tuple[Effect, Ruling]]:
    """Return every effect that subtracts from a total, with its ruling."""
    return [
        (effect, ruling)
        for ruling in rulings
        for effect in ruling.effects
        if effect.kind is EffectKind.PENALTY
    ]


def _explain_duel(result: DuelResult, unit: int) -> Explanation:
    is_first = unit == result.first
    difference = result.difference if is_first or result.difference is None else -result.difference
    figures: dict[str, object] = {
        "board": result.board,
        "opponent": result.second if is_first else result.first,
        "difference": difference,
        "rulings": [ruling_figures(ruling) for ruling in result.rulings],
    }
    formula = Formula.RULED if result.rulings else Formula.ROOT
    return Explanation("deal", formula, result.points_of(unit), figures)


def ruling_figures(ruling: Ruling) -> dict[str, object]:
    """Return a ruling as figures of a node."""
    return {
        "play": ruling.play,
        "guilty": ruling.guilty,
        "fault": ruling.fault,
        "reason": ruling.reason,
        "author": ruling.author,
        "effects": [(effect.kind.value, effect.amount, effect.who.value) for effect in ruling.effects],
    }


def _sets_mark(ruling: Ruling) -> bool:
    return ruling.has(EffectKind.MARK) or ruling.has(EffectKind.CAP)
