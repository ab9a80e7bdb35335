"""Applying rulings to marks in per cent; afterwards attack and defence need not make 100."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

import numpy as np

from tournaments.core.errors import TournamentError
from tournaments.core.ranking.comparison import Marks, Topage, mark_plays
from tournaments.core.ranking.rulings import Camps, Effect, EffectKind, Ruling, sum_penalties
from tournaments.core.ranking.score_grid import NOBODY, BoolArray, IntArray, PlayStatus, ScoreGrid
from tournaments.core.ranking.seat_scores import SeatGrid, SeatMarks

Grid = TypeVar("Grid", ScoreGrid, SeatGrid)
WHOLE = 10_000
"""Hundredths of a percent in a whole."""

_STATUS = {
    EffectKind.NEUTRALISE: PlayStatus.NEUTRALISED,
    EffectKind.CANCEL: PlayStatus.NEUTRALISED,
    EffectKind.COLLECTIVE_ZERO: PlayStatus.COLLECTIVE_ZERO,
}


def mark_with_rulings(
    grid: ScoreGrid, rulings: Sequence[Ruling], topage: Topage | None = None
) -> tuple[ScoreGrid, Marks]:
    """The grid without the plays that the referee took out of the fields, and all its marks.

    A capped play stays in the field of its board with the score written on the traveller. Of several
    rulings on a play, caps come before set marks and the lowest set mark holds: their order says nothing.

    Raises:
        TournamentError: `ruling_play`, for a row that does not exist.

    Source:
        FFT, Code d'arbitrage (2012) C9; decisions in docs/ranking.md.
    """
    check_plays(rulings, grid.play_count)
    ruled = void_plays(grid, rulings)
    return ruled, adjust_marks(ruled, mark_plays(ruled, topage), rulings)


def check_plays(rulings: Iterable[Ruling], play_count: int) -> None:
    """Refuse rulings on rows that do not exist (`ruling_play`)."""
    for ruling in rulings:
        if ruling.play is not None and not 0 <= ruling.play < play_count:
            raise TournamentError(
                "ruling_play",
                f"play {ruling.play} not in 0..{play_count - 1}",
                field="play",
                number=ruling.play,
            )


def void_plays(grid: Grid, rulings: Iterable[Ruling]) -> Grid:
    """The grid with the statuses that rulings give; a neutralised deal stays so whatever else is ruled."""
    status = np.array(grid.status)
    for ruling in rulings:
        for effect in ruling.effects:
            if ruling.play is not None and effect.kind in _STATUS:
                status[ruling.play] = _heavier(status[ruling.play], _STATUS[effect.kind])
    return replace(grid, status=status)


def _heavier(status: int, other: PlayStatus) -> int:
    return status if status == PlayStatus.NEUTRALISED else other


def adjust_marks(grid: ScoreGrid, marks: Marks, rulings: Iterable[Ruling]) -> Marks:
    """The marks after the rulings on single plays: caps first, then marks that are set."""
    by_play = _effects_on_marks(rulings)
    if not by_play:
        return marks
    numerator, denominator = np.array(marks.numerator), np.array(marks.denominator)
    is_counted = np.array(marks.is_counted)
    for play, effects in by_play.items():
        row = [Fraction(int(part), int(denominator[play])) for part in numerator[play]]
        for effect, ruling in effects:
            _apply(effect, ruling, play_camps(grid, play), grid.players[play].tolist(), row, is_counted[play])
        denominator[play] = math.lcm(*(mark.denominator for mark in row))
        numerator[play] = [int(mark * int(denominator[play])) for mark in row]
    return replace(marks, numerator=numerator, denominator=denominator, is_counted=is_counted)


def adjust_seats(grid: SeatGrid, marks: SeatMarks, rulings: Iterable[Ruling]) -> SeatMarks:
    """The same for marks by topage of seats, where the guilty are one camp and the others the other one."""
    by_play = _effects_on_marks(rulings)
    if not by_play:
        return marks
    numerator, denominator = np.array(marks.numerator), np.array(marks.denominator)
    is_counted = np.array(marks.is_counted)
    for play, effects in by_play.items():
        parts = zip(numerator[play].tolist(), denominator[play].tolist(), strict=True)
        row = [Fraction(part, whole) for part, whole in parts]
        players = grid.players[play].tolist()
        for effect, ruling in effects:
            guilty = tuple(player for player in players if player in ruling.guilty)
            others = tuple(player for player in players if player not in (*guilty, NOBODY))
            _apply(effect, ruling, Camps(guilty, others), players, row, is_counted[play])
        numerator[play] = [mark.numerator for mark in row]
        denominator[play] = [mark.denominator for mark in row]
    return replace(marks, numerator=numerator, denominator=denominator, is_counted=is_counted)


def _effects_on_marks(rulings: Iterable[Ruling]) -> dict[int, list[tuple[Effect, Ruling]]]:
    """Caps and set marks by play, in the order in which they are applied."""
    by_play: dict[int, list[tuple[Effect, Ruling]]] = {}
    for ruling in rulings:
        for effect in ruling.effects:
            if ruling.play is not None and effect.kind in (EffectKind.CAP, EffectKind.MARK):
                by_play.setdefault(ruling.play, []).append((effect, ruling))
    for effects in by_play.values():
        effects.sort(key=lambda pair: (pair[0].kind, -pair[0].amount))
    return by_play


def percent_penalties(grid: ScoreGrid, rulings: Sequence[Ruling]) -> IntArray:
    """penalty[player] in hundredths of a percent, for `add_up`."""
    camps = ruled_camps(grid, rulings)
    return np.array(sum_penalties(rulings, camps, grid.player_count), dtype=np.int64)


def ruled_camps(grid: ScoreGrid, rulings: Iterable[Ruling]) -> dict[int, Camps]:
    """Who sits at the plays that rulings name."""
    return {ruling.play: play_camps(grid, ruling.play) for ruling in rulings if ruling.play is not None}


def play_camps(grid: ScoreGrid, play: int) -> Camps:
    """Who attacks and who defends at a play."""
    taker = int(grid.taker_seat[play])
    players = grid.players[play].tolist()
    defence = (player for seat, player in enumerate(players) if seat != taker and player != NOBODY)
    return Camps(tuple(player for player in players[taker : taker + 1] if player != NOBODY), tuple(defence))


def _apply(
    effect: Effect,
    ruling: Ruling,
    camps: Camps,
    players: Sequence[int],
    row: list[Fraction],
    is_counted: BoolArray,
) -> None:
    """Change the marks of one play in place."""
    amount = Fraction(effect.amount, WHOLE)
    named = camps.concerned(effect.who, ruling.guilty)
    if effect.kind is EffectKind.MARK:
        for seat, player in enumerate(players):
            if player in named:
                row[seat] = amount
                is_counted[seat] = True
        return
    capped = [camp for camp in (camps.attack, camps.defence) if named & set(camp)]
    for seat, player in enumerate(players):
        if any(player in camp for camp in capped):
            row[seat] = min(row[seat], amount)
        elif player != NOBODY:
            row[seat] = max(row[seat], 1 - amount)
