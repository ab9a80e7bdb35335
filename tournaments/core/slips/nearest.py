"""Possible lines nearest to an impossible one, each one change away from it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import TypeVar

from games.core.facts import NearFact
from games.core.outcome import Handful, PetitAtEnd, Slam
from games.core.written_points import format_points, parse_points
from tournaments.core.slips.score_sheet import (
    FACT,
    LineOf,
    SheetLine,
    SheetTerms,
    read_facts,
    read_sheet_line,
)
from tournaments.core.slips.traveller import ImpossibleSlip, LineInput, LineKind, SlipReading

MOST_POINTS = 182
"""Largest count that is tried: the half points of one pack."""
BONUS_FIELDS = frozenset({"handfuls", "petit", "slam"})

Line = TypeVar("Line", LineInput, SheetLine)


@dataclass(frozen=True, slots=True)
class Nearest:
    """A field of a line, with a value that makes the line possible."""

    field: str
    """Field of `LineInput`, `score_<seat>` or `fact_<name>`. A new `gain` empties `loss`, and vice versa."""
    value: str
    """Value as it is written: "46", "40,5", "attack"; levels of handfuls separated by ",", "" for none."""


def nearest_lines(
    line: LineInput, error: ImpossibleSlip, reader: Callable[[LineInput], SlipReading]
) -> tuple[Nearest, ...]:
    """Return the changes of one field that make a line possible.

    Args:
        error: the error of the impossible line. Bonuses are changed only if it concerns one.
        reader: the function that raised it.

    Returns:
        In this order: at most two scores, two counts of points (below, above), one of bouts, four of bonuses.
        Empty if no single change is enough.
    """
    if line.kind is not LineKind.PLAYED:
        return ()
    changes = [_scores(line, error), _points_below(line), _points_above(line), _bouts(line)]
    changes += [_bonuses(line)] if _concerns_bonuses(error) else []
    limits = (2, 1, 1, 1, 4)
    nears_of_field = (
        islice(_possible(change, reader), most) for change, most in zip(changes, limits, strict=False)
    )
    return tuple(dict.fromkeys(near for nears in nears_of_field for near in nears))


def nearest_sheet_lines(line: SheetLine, sheet: SheetTerms, error: ImpossibleSlip) -> tuple[Nearest, ...]:
    """Return the changes that make a line of a score sheet possible, as `nearest_lines` does.

    For scores by seat that is the one score that each seat could have.
    """
    if line.is_passed:
        return ()
    if line.facts:
        return tuple(_of_fact(near, sheet) for near in read_facts(line, sheet).nearest)
    if sheet.holds is not LineOf.BIDS:
        return tuple(
            _possible(_seat_scores(line, sheet), lambda changed_line: read_sheet_line(changed_line, sheet))
        )
    return nearest_lines(
        line.written, error, lambda slip: read_sheet_line(replace(line, written=slip), sheet)
    )


def _of_fact(near: NearFact, sheet: SheetTerms) -> Nearest:
    """Return the value of a fact as a line holds it: "" where an empty field stands for this value."""
    assert sheet.facts_form is not None
    blank = sheet.facts_form.field(near.field).blank
    return Nearest(f"{FACT}{near.field}", "" if near.value == blank else near.value)


def _possible(
    changes: Iterable[tuple[Nearest, Line]], reader: Callable[[Line], SlipReading]
) -> Iterator[Nearest]:
    for near, changed_line in changes:
        try:
            reader(changed_line)
        except ImpossibleSlip:
            continue
        yield near


def _scores(line: LineInput, error: ImpossibleSlip) -> Iterator[tuple[Nearest, LineInput]]:
    """Yield the line with one of its columns alone, then with the scores that the error names."""
    columns = (line.gain, None if line.loss is None else -line.loss)
    yield from (_with_score(line, score) for score in columns if score is not None)
    if line.score is not None:
        for problem in error.problems:
            nearest = problem.values.get("nearest", problem.values.get("computed"))
            for score in nearest if isinstance(nearest, tuple) else (nearest,):
                if isinstance(score, int):
                    yield _with_score(line, score)


def _with_score(line: LineInput, score: int) -> tuple[Nearest, LineInput]:
    if score >= 0:
        return Nearest("gain", str(score)), replace(line, gain=score, loss=None)
    return Nearest("loss", str(-score)), replace(line, gain=None, loss=-score)


def _points_below(line: LineInput) -> Iterator[tuple[Nearest, LineInput]]:
    half_points = parse_points(line.points)
    if half_points is not None:
        yield from (_with_points(line, count) for count in range(min(half_points - 1, MOST_POINTS), -1, -1))


def _points_above(line: LineInput) -> Iterator[tuple[Nearest, LineInput]]:
    half_points = parse_points(line.points)
    if half_points is not None:
        yield from (_with_points(line, count) for count in range(half_points + 1, MOST_POINTS + 1))


def _with_points(line: LineInput, half_points: int) -> tuple[Nearest, LineInput]:
    text = format_points(half_points)
    return Nearest("points", text), replace(line, points=text)


def _bouts(line: LineInput) -> Iterator[tuple[Nearest, LineInput]]:
    if line.bouts is None:
        return
    for bouts in sorted(set(range(4)) - {line.bouts}, key=lambda count: abs(count - (line.bouts or 0))):
        yield Nearest("bouts", str(bouts)), replace(line, bouts=bouts)


def _concerns_bonuses(error: ImpossibleSlip) -> bool:
    return any(problem.field in BONUS_FIELDS or "bonuses" in problem.values for problem in error.problems)


def _bonuses(line: LineInput) -> Iterator[tuple[Nearest, LineInput]]:
    """Yield the line with one bonus less, then with one more."""
    if line.petit is not PetitAtEnd.NONE:
        yield Nearest("petit", ""), replace(line, petit=PetitAtEnd.NONE)
    if line.slam is not Slam.NONE:
        yield Nearest("slam", ""), replace(line, slam=Slam.NONE)
    for place in range(len(line.handfuls)):
        yield _with_handfuls(line, (*line.handfuls[:place], *line.handfuls[place + 1 :]))
    for name, larger_bonuses in line.bonuses.with_one_more():
        field = name.partition("_")[0]
        if field == "handful":
            yield _with_handfuls(line, larger_bonuses.handfuls)
        else:
            changed_line = replace(line, petit=larger_bonuses.petit, slam=larger_bonuses.slam)
            yield Nearest(field, name.partition("_")[2]), changed_line


def _with_handfuls(line: LineInput, handfuls: tuple[Handful, ...]) -> tuple[Nearest, LineInput]:
    return Nearest("handfuls", ",".join(handfuls)), replace(line, handfuls=handfuls)


def _seat_scores(line: SheetLine, sheet: SheetTerms) -> Iterator[tuple[Nearest, SheetLine]]:
    """Yield for each seat, in the order of the sheets, the score that makes the sum possible.

    A game whose deals do not add up to zero has several sums; the nearest one is taken.
    """
    total = sum(line.scores[seat] or 0 for seat in sheet.seats if seat < len(line.scores))
    sums = sheet.table_game.score_sums if sheet.holds is LineOf.SCORES else ()
    total -= min(sums, key=lambda possible_sum: abs(Fraction(total) - possible_sum), default=0)
    for seat in sheet.seats_in_order:
        if seat < len(line.scores):
            score = (line.scores[seat] or 0) - total
            scores = (*line.scores[:seat], score, *line.scores[seat + 1 :])
            yield Nearest(f"score_{seat}", str(score)), replace(line, scores=scores)
