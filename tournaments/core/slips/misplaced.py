"""Possible, but is it the right line? What to ask about where a result is written."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.core.slips.likely import Question
from tournaments.core.slips.traveller import LineKind, SlipReading


@dataclass(frozen=True, slots=True)
class EarlierPlay:
    """Another play of the same board at which some of the same people sat."""

    players: str
    """Their names, with commas."""
    round: int
    table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Whereabouts:
    """What is known around the line that a result is written on."""

    above: SlipReading | None = None
    """What stands on the line above, on the same paper; None for nothing."""
    other_scores: Sequence[int] = ()
    """Signed scores of the other plays of the board, the line above among them."""
    earlier: tuple[EarlierPlay, ...] = ()
    """By round and table."""
    round_number: int = 0
    round_now: int | None = None
    """The round that the clock counts; None while it counts none."""


def misplaced(reading: SlipReading, where: Whereabouts) -> tuple[Question, ...]:
    """What a careful organiser would ask about the place of a line; empty when nothing is surprising.

    Returns:
        In this order, each at most once but the second: `round_not_begun` (round, now),
        `board_met_before` (players, round, table), `same_as_above`.
    """
    if reading.kind is not LineKind.PLAYED:
        return ()
    asked: list[Question] = []
    if where.round_now is not None and where.round_number > where.round_now:
        asked.append(("round_not_begun", {"round": where.round_number, "now": where.round_now}))
    for play in where.earlier:
        values = {"players": play.players, "round": play.round, "table": play.table}
        asked.append(("board_met_before", values))
    if where.above is not None and _repeats(reading, where.above, where.other_scores):
        asked.append(("same_as_above", {}))
    return tuple(asked)


def _repeats(reading: SlipReading, above: SlipReading, other_scores: Sequence[int]) -> bool:
    """Everything written is the same; a score that a third table has too is ordinary.

    Two deals in a row that nobody took are no surprise.
    """
    if reading.nobody_took or _figures(reading) != _figures(above):
        return False
    return reading.score is None or other_scores.count(reading.score) < 2


def _figures(reading: SlipReading) -> tuple[object, ...]:
    count = (reading.outcome.bouts, reading.outcome.half_points) if reading.outcome else None
    told = (reading.kind, reading.score, count, reading.bonuses, reading.bid)
    return (*told, reading.taker, reading.partners, reading.seat_scores, reading.facts)
