"""Travellers: for each board, the tables that play it."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.core.dealing.boards import board_dealer
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.models import Entry
from tournaments.seating.queries.seats import RoundSeats


@dataclass(frozen=True, slots=True)
class TravellerLine:
    """One play of a board."""

    round: int
    table: int
    sides: tuple[tuple[tuple[int, ...], Entry | None], ...]
    """Seats of each side and the entry that holds them, in the order of the sheets."""


@dataclass(frozen=True, slots=True)
class Traveller:
    """One board with its imposed taker; its lines in the order of the rounds."""

    board: int
    dealer: int
    taker: int
    lines: tuple[TravellerLine, ...]


def travellers_of(rounds: Iterable[RoundSeats], tournament_format: TournamentFormat) -> tuple[Traveller, ...]:
    """Return the traveller of every board that a table plays in these rounds, by board number.

    The result is empty where the players bid.
    """
    lines: dict[int, list[TravellerLine]] = {}
    for this_round in rounds:
        for table in this_round.tables:
            for board in table.boards:
                line = TravellerLine(this_round.number, table.table, table.sides)
                lines.setdefault(board, []).append(line)
    return tuple(
        Traveller(board, board_dealer(board), taker, tuple(lines[board]))
        for board in sorted(lines)
        if (taker := tournament_format.taker_of(board)) is not None
    )
