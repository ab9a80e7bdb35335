"""Questions about the place of a result: it is possible, but may belong on another line."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.core.slips.likely import Question
from tournaments.core.slips.traveller import LineKind, SlipReading


@dataclass(frozen=True, slots=True)
class EarlierPlay:
    """Another play of the same board with some of the same people."""

    players: str
    """Names of those people, separated by commas."""
    round: int
    table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Whereabouts:
    """The surroundings of the line on which a result is written."""

    above: SlipReading | None = None
    """The result on the line above on the same paper; None for an empty line."""
    other_scores: Sequence[int] = ()
    """Signed scores of the other plays of the board, the line above included."""
    earlier: tuple[EarlierPlay, ...] = ()
    """Earlier plays of the board by the same people, by round and table."""
    round_number: int = 0
    round_now: int | None = None
    """Round that the clock counts; None while it counts none."""


def misplaced(reading: SlipReading, surroundings: Whereabouts) -> tuple[Question, ...]:
    """Return the questions of a careful organiser about the place of a line; () if nothing is surprising.

    Returns:
        In this order: `round_not_begun` (round, now), `board_met_before` (players, round, table) for each
        earlier play, `same_as_above`.
    """
    if reading.kind is not LineKind.PLAYED:
        return ()
    surprises: list[Question] = []
    if surroundings.round_now is not None and surroundings.round_number > surroundings.round_now:
        surprises.append(
            ("round_not_begun", {"round": surroundings.round_number, "now": surroundings.round_now})
        )
    for play in surroundings.earlier:
        values = {"players": play.players, "round": play.round, "table": play.table}
        surprises.append(("board_met_before", values))
    if surroundings.above is not None and _repeats(reading, surroundings.above, surroundings.other_scores):
        surprises.append(("same_as_above", {}))
    return tuple(surprises)


def _repeats(reading: SlipReading, above: SlipReading, other_scores: Sequence[int]) -> bool:
    """Return whether a line repeats the line above."""
    # two passed deals in a row are no surprise
    if reading.nobody_took or _figures(reading) != _figures(above):
        return False
    # a score that a third table has too is ordinary
    return reading.score is None or other_scores.count(reading.score) < 2


def _figures(reading: SlipReading) -> tuple[object, ...]:
    count = (reading.outcome.bouts, reading.outcome.half_points) if reading.outcome else None
    line_figures = (reading.kind, reading.score, count, reading.bonuses, reading.bid)
    return (*line_figures, reading.taker, reading.partners, reading.seat_scores, reading.facts)
