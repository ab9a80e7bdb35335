"""The figures of a movement as a JSON object: what `make_movement` prints and other programs read."""

from tournaments.core.movements.check import Finding, check_movement
from tournaments.core.movements.figures import MovementFigures, measure
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.remarks import describe
from tournaments.core.movements.spread import Spread

SPREADS = (
    "meetings",
    "opponents",
    "comparisons",
    "attacks",
    "rests",
    "set_plays",
    "three_seats",
    "five_seats",
    "walks",
    "board_walks",
)
"""Fields of `MovementFigures` that are histograms: {value: how many}."""


def movement_report(movement: Movement, boards_per_set: int) -> dict[str, object]:
    """Rules, figures and remarks, as docs/movements.md explains them; integers, texts and lists only."""
    figures = measure(movement, boards_per_set)
    checked = check_movement(movement)
    return {
        "sound": checked.is_sound,
        "errors": [_finding(finding) for finding in checked.errors],
        "quality": figures.quality,
        "parts": figures.parts,
        "shape": movement.shape.code,
        "players": figures.unit_count,
        "tables": figures.table_count,
        "rounds": figures.round_count,
        "boards_per_round": figures.boards_per_set,
        "board_count": figures.board_count,
        "copies": figures.copies,
        "keeps_lines": figures.keeps_lines,
        "longest_walk": figures.longest_walk,
        **{name: _histogram(spread) for name, spread in _spreads(figures).items()},
        "remarks": [{"code": remark.code, "values": dict(remark.values)} for remark in describe(figures)],
    }


def _spreads(figures: MovementFigures) -> dict[str, Spread]:
    return {name: getattr(figures, name) for name in SPREADS}


def _histogram(spread: Spread) -> dict[str, int]:
    return {str(value): count for value, count in spread.counts}


def _finding(finding: Finding) -> dict[str, object]:
    return {"rule": finding.rule, **finding.values}
