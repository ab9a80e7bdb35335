"""The possible lines nearest to an impossible one: each is one change away from what is written."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
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
"""Half points of one pack, the largest count that is tried."""
BONUS_FIELDS = frozenset({"handfuls", "petit", "slam"})

Line = TypeVar("Line", LineInput, SheetLine)


@dataclass(frozen=True, slots=True)
class Nearest:
    """One field of a line, and what it would have to hold for the line to be possible."""

    field: str
    """A field of `LineInput`, `score_<seat>`, `fact_<name>`; of `gain`, `loss` the other is emptied."""
    value: str
    """As it is written: "46", "40,5", "attack"; levels of handfuls with "," between, "" for none."""


def nearest_lines(
    line: LineInput, error: ImpossibleSlip, read: Callable[[LineInput], SlipReading]
) -> tuple[Nearest, ...]:
    """The changes of one written field that make a line possible.

    Args:
        error: why the line is impossible; a bonus is changed only where it speaks of one.
        read: the reading that refused the line.

    Returns:
        In this order: at most two scores, two counts of points (below, above), one of bouts, four of
        bonuses; empty where no single change mends the line.
    """
    if line.kind is not LineKind.PLAYED:
        return ()
    changes = [_scores(line, error), _points_below(line), _points_above(line), _bouts(line)]
    changes += [_bonuses(line)] if _speaks_of_bonuses(error) else []
    wanted = (2, 1, 1, 1, 4)
    found = (islice(_possible(each, read), most) for each, most in zip(changes, wanted, strict=False))
    return tuple(dict.fromkeys(near for nears in found for near in nears))


def nearest_sheet_lines(line: SheetLine, sheet: SheetTerms, error: ImpossibleSlip) -> tuple[Nearest, ...]:
    """The same for a line of a score sheet; of scores by seat, the one score that each seat could have."""
    if line.is_passed:
        return ()
    if line.facts:
        return tuple(_of_fact(near, sheet) for near in read_facts(line, sheet).nearest)
    if sheet.holds is not LineOf.BIDS:
        return tuple(_possible(_seat_scores(line, sheet), lambda each: read_sheet_line(each, sheet)))
    return nearest_lines(
        line.written, error, lambda written: read_sheet_line(replace(line, written=written), sheet)
    )


def _of_fact(near: NearFact, sheet: SheetTerms) -> Nearest:
    """A value of a fact in the words of a line, where an empty field says what it means by itself."""
    assert sheet.facts_form is not None
    blank = sheet.facts_form.field(near.field).blank
    return Nearest(f"{FACT}{near.field}", "" if near.value == blank else near.value)


def _possible(
    changes: Iterable[tuple[Nearest, Line]], read: Callable[[Line], SlipReading]
) -> Iterator[Nearest]:
    for near, changed in changes:
        try:
            read(changed)
        except ImpossibleSlip:
            continue
        yield near


def _scores(line: LineInput, error: ImpossibleSlip) -> Iterator[tuple[Nearest, LineInput]]:
    """What is written in either column as it stands, then the scores that the refusal names."""
    written = (line.gain, None if line.loss is None else -line.loss)
    yield from (_with_score(line, score) for score in written if score is not None)
    if line.score is not None:
        for problem in error.problems:
            named = problem.values.get("nearest", problem.values.get("computed"))
            for score in named if isinstance(named, tuple) else (named,):
                if isinstance(score, int):
                    yield _with_score(line, score)


def _with_score(line: LineInput, score: int) -> tuple[Nearest, LineInput]:
    if score >= 0:
        return Nearest("gain", str(score)), replace(line, gain=score, loss=None)
    return Nearest("loss", str(-score)), replace(line, gain=None, loss=-score)


def _points_below(line: LineInput) -> Iterator[tuple[Nearest, LineInput]]:
    written = parse_points(line.points)
    if written is not None:
        yield from (_with_points(line, count) for count in range(min(written - 1, MOST_POINTS), -1, -1))


def _points_above(line: LineInput) -> Iterator[tuple[Nearest, LineInput]]:
    written = parse_points(line.points)
    if written is not None:
        yield from (_with_points(line, count) for count in range(written + 1, MOST_POINTS + 1))


def _with_points(line: LineInput, half_points: int) -> tuple[Nearest, LineInput]:
    text = format_points(half_points)
    return Nearest("points", text), replace(line, points=text)


def _bouts(line: LineInput) -> Iterator[tuple[Nearest, LineInput]]:
    if line.bouts is None:
        return
    for bouts in sorted(set(range(4)) - {line.bouts}, key=lambda count: abs(count - (line.bouts or 0))):
        yield Nearest("bouts", str(bouts)), replace(line, bouts=bouts)


def _speaks_of_bonuses(error: ImpossibleSlip) -> bool:
    return any(problem.field in BONUS_FIELDS or "bonuses" in problem.values for problem in error.problems)


def _bonuses(line: LineInput) -> Iterator[tuple[Nearest, LineInput]]:
    """One bonus less, then one more."""
    if line.petit is not PetitAtEnd.NONE:
        yield Nearest("petit", ""), replace(line, petit=PetitAtEnd.NONE)
    if line.slam is not Slam.NONE:
        yield Nearest("slam", ""), replace(line, slam=Slam.NONE)
    for place in range(len(line.handfuls)):
        yield _with_handfuls(line, (*line.handfuls[:place], *line.handfuls[place + 1 :]))
    for name, more in line.bonuses.with_one_more():
        field = name.partition("_")[0]
        if field == "handful":
            yield _with_handfuls(line, more.handfuls)
        else:
            changed = replace(line, petit=more.petit, slam=more.slam)
            yield Nearest(field, name.partition("_")[2]), changed


def _with_handfuls(line: LineInput, handfuls: tuple[Handful, ...]) -> tuple[Nearest, LineInput]:
    return Nearest("handfuls", ",".join(handfuls)), replace(line, handfuls=handfuls)


def _seat_scores(line: SheetLine, sheet: SheetTerms) -> Iterator[tuple[Nearest, SheetLine]]:
    """For each seat in the order of the sheets, the score that brings the sum to nought."""
    total = sum(line.scores[seat] or 0 for seat in sheet.seats if seat < len(line.scores))
    for seat in sheet.seats_in_order:
        if seat < len(line.scores):
            score = (line.scores[seat] or 0) - total
            scores = (*line.scores[:seat], score, *line.scores[seat + 1 :])
            yield Nearest(f"score_{seat}", str(score)), replace(line, scores=scores)
