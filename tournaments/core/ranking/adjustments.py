"""Rulings applied to marks in per cent. Afterwards the marks of attack and defence need not add up to 100."""

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
    """Return the grid without the plays that the referee took out of the fields, and all its marks.

    A capped play stays in the field of its board with the score on the traveller. The order of several
    rulings on a play does not matter:

    - A camp that one of them caps gains nothing from a cap of the other camp.
    - Caps come before set marks, and the lowest set mark holds.

    Raises:
        TournamentError: `ruling_play`, for a row that does not exist.

    Source:
        FFT, Code d'arbitrage (2012) C9; decisions in docs/ranking.md.
    """
    check_plays(rulings, grid.play_count)
    ruled_grid = void_plays(grid, rulings)
    return ruled_grid, adjust_marks(ruled_grid, mark_plays(ruled_grid, topage), rulings)


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
    """Return the grid with the statuses that rulings give."""
    status = np.array(grid.status)
    for ruling in rulings:
        for effect in ruling.effects:
            if ruling.play is not None and effect.kind in _STATUS:
                status[ruling.play] = _heavier(status[ruling.play], _STATUS[effect.kind])
    return replace(grid, status=status)


def _heavier(status: int, new_status: PlayStatus) -> int:
    # a neutralised deal stays neutralised, regardless of other rulings
    return status if status == PlayStatus.NEUTRALISED else new_status


def adjust_marks(grid: ScoreGrid, marks: Marks, rulings: Iterable[Ruling]) -> Marks:
    """Return the marks after the rulings on single plays: caps first, then set marks."""
    by_play = _effects_on_marks(rulings)
    if not by_play:
        return marks
    numerator, denominator = np.array(marks.numerator), np.array(marks.denominator)
    is_counted = np.array(marks.is_counted)
    for play, effects in by_play.items():
        row = [Fraction(int(part), int(denominator[play])) for part in numerator[play]]
        camps = play_camps(grid, play)
        with_camps = [(effect, camps, ruling) for effect, ruling in effects]
        _apply(with_camps, grid.players[play].tolist(), row, is_counted[play])
        denominator[play] = math.lcm(*(mark.denominator for mark in row))
        numerator[play] = [int(mark * int(denominator[play])) for mark in row]
    return replace(marks, numerator=numerator, denominator=denominator, is_counted=is_counted)


def adjust_seats(grid: SeatGrid, marks: SeatMarks, rulings: Iterable[Ruling]) -> SeatMarks:
    """Return the marks of seats by topage after the rulings. The guilty form a camp, and so do the others."""
    by_play = _effects_on_marks(rulings)
    if not by_play:
        return marks
    numerator, denominator = np.array(marks.numerator), np.array(marks.denominator)
    is_counted = np.array(marks.is_counted)
    for play, effects in by_play.items():
        parts = zip(numerator[play].tolist(), denominator[play].tolist(), strict=True)
        row = [Fraction(part, whole_mark) for part, whole_mark in parts]
        players = grid.players[play].tolist()
        with_camps = [(effect, _camps_by_fault(players, ruling), ruling) for effect, ruling in effects]
        _apply(with_camps, players, row, is_counted[play])
        numerator[play] = [mark.numerator for mark in row]
        denominator[play] = [mark.denominator for mark in row]
    return replace(marks, numerator=numerator, denominator=denominator, is_counted=is_counted)


def _camps_by_fault(players: Sequence[int], ruling: Ruling) -> Camps:
    guilty = tuple(player for player in players if player in ruling.guilty)
    return Camps(guilty, tuple(player for player in players if player not in (*guilty, NOBODY)))


def _effects_on_marks(rulings: Iterable[Ruling]) -> dict[int, list[tuple[Effect, Ruling]]]:
    """Return caps and set marks by play. Set marks are in the order in which they are applied."""
    by_play: dict[int, list[tuple[Effect, Ruling]]] = {}
    for ruling in rulings:
        for effect in ruling.effects:
            if ruling.play is not None and effect.kind in (EffectKind.CAP, EffectKind.MARK):
                by_play.setdefault(ruling.play, []).append((effect, ruling))
    for effects in by_play.values():
        # the lowest amount comes last and so holds
        effects.sort(key=lambda pair: -pair[0].amount)
    return by_play


def percent_penalties(grid: ScoreGrid, rulings: Sequence[Ruling]) -> IntArray:
    """Return penalty[player] in hundredths of a percent, for `compute_totals`."""
    camps = ruled_camps(grid, rulings)
    return np.array(sum_penalties(rulings, camps, grid.player_count), dtype=np.int64)


def ruled_camps(grid: ScoreGrid, rulings: Iterable[Ruling]) -> dict[int, Camps]:
    """Return the camps of the plays that rulings name."""
    return {ruling.play: play_camps(grid, ruling.play) for ruling in rulings if ruling.play is not None}


def play_camps(grid: ScoreGrid, play: int) -> Camps:
    """Return attack and defence of a play."""
    taker = int(grid.taker_seat[play])
    players = grid.players[play].tolist()
    defence = (player for seat, player in enumerate(players) if seat != taker and player != NOBODY)
    return Camps(tuple(player for player in players[taker : taker + 1] if player != NOBODY), tuple(defence))


def _apply(
    effects: Sequence[tuple[Effect, Camps, Ruling]],
    players: Sequence[int],
    row: list[Fraction],
    is_counted: BoolArray,
) -> None:
    """Change the marks of one play in place.

    Args:
        effects: all caps and set marks of the play, each with the camps as its ruling divides them.
        row: row[seat], as a part of a whole.
    """
    caps = [
        (_capped_players(effect, camps, ruling), Fraction(effect.amount, WHOLE))
        for effect, camps, ruling in effects
        if effect.kind is EffectKind.CAP
    ]
    players_at_fault = {player for capped_players, _amount in caps for player in capped_players}
    for seat, player in enumerate(players):
        for capped_players, amount in caps:
            if player in capped_players:
                row[seat] = min(row[seat], amount)
            # a camp at fault gains nothing from a cap of the other one
            elif player not in players_at_fault and player != NOBODY:
                row[seat] = max(row[seat], 1 - amount)
        for effect, camps, ruling in effects:
            is_set = effect.kind is EffectKind.MARK
            if is_set and player in camps.concerned(effect.who, ruling.guilty):
                row[seat] = Fraction(effect.amount, WHOLE)
                is_counted[seat] = True


def _capped_players(effect: Effect, camps: Camps, ruling: Ruling) -> set[int]:
    """Return all players of the camps with a player whom the cap concerns."""
    concerned_players = camps.concerned(effect.who, ruling.guilty)
    return {
        player
        for camp in (camps.attack, camps.defence)
        if not concerned_players.isdisjoint(camp)
        for player in camp
    }
