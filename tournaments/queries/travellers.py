"""Travellers: for each board, the tables that play it."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.core.dealing.boards import board_dealer, board_taker
from tournaments.models import Entry
from tournaments.queries.seats import RoundSeats


@dataclass(frozen=True, slots=True)
class TravellerLine:
    """One play of a board."""

    round: int
    table: int
    entries: tuple[Entry | None, ...]
    """By seat, in playing order."""


@dataclass(frozen=True, slots=True)
class Traveller:
    """One board with its imposed taker; its lines in the order of the rounds."""

    board: int
    dealer: int
    taker: int
    lines: tuple[TravellerLine, ...]


def travellers_of(rounds: Iterable[RoundSeats]) -> tuple[Traveller, ...]:
    """The traveller of every board that a table plays in these rounds, by board number."""
    lines: dict[int, list[TravellerLine]] = {}
    for this_round in rounds:
        for table in this_round.tables:
            for board in table.boards:
                line = TravellerLine(this_round.number, table.table, table.entries)
                lines.setdefault(board, []).append(line)
    return tuple(
        Traveller(board, board_dealer(board), board_taker(board), tuple(lines[board]))
        for board in sorted(lines)
    )
