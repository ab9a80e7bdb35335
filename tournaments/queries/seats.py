"""Who sits where with which boards, round by round and player by player."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.core.movements.movement import SEAT_COUNT
from tournaments.models import Entry, Play, Seating, Section


@dataclass(frozen=True, slots=True)
class TableSeats:
    """One table during one round."""

    table: int
    entries: tuple[Entry | None, ...]
    """By seat, in playing order (0 N, 1 W, 2 S, 3 E), with the person; None for an empty seat."""
    boards: tuple[int, ...]
    """Numbers of the boards played, rising; none when the table rests."""


@dataclass(frozen=True, slots=True)
class RoundSeats:
    """The tables of one round, by number."""

    number: int
    tables: tuple[TableSeats, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """Where one player spends one round."""

    round: int
    table: int
    seat: int
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Itinerary:
    """One player's evening: a stop for each round played, in order."""

    entry: Entry
    stops: tuple[Stop, ...]


def load_rounds(section: Section) -> tuple[RoundSeats, ...]:
    """Every round of a section, none before the seats are fixed. Two queries."""
    boards: dict[tuple[int, int], list[int]] = {}
    plays = Play.objects.filter(round__section=section).order_by("board")
    for round_number, table, board in plays.values_list("round__number", "table__number", "board"):
        boards.setdefault((round_number, table), []).append(board)
    seats: dict[int, dict[int, list[Entry | None]]] = {}
    seatings = (
        Seating.objects.filter(round__section=section)
        .select_related("round", "table", "entry__person")
        .order_by("round__number", "table__number")
    )
    for seating in seatings:
        tables = seats.setdefault(seating.round.number, {})
        tables.setdefault(seating.table.number, [None] * SEAT_COUNT)[seating.seat] = seating.entry
    return tuple(
        RoundSeats(
            number,
            tuple(
                TableSeats(table, tuple(entries), tuple(boards.get((number, table), ())))
                for table, entries in tables.items()
            ),
        )
        for number, tables in seats.items()
    )


def itineraries(rounds: Iterable[RoundSeats]) -> tuple[Itinerary, ...]:
    """The same evening seen by each player, by starting table, then in the order of the seats."""
    entries: dict[int, Entry] = {}
    stops: dict[int, list[Stop]] = {}
    for this_round in rounds:
        for table in this_round.tables:
            for seat, entry in enumerate(table.entries):
                if entry is not None:
                    entries[entry.pk] = entry
                    stop = Stop(this_round.number, table.table, seat, table.boards)
                    stops.setdefault(entry.pk, []).append(stop)
    ordered = sorted(entries.values(), key=lambda entry: (entry.start_table or 0, entry.start_seat or 0))
    return tuple(Itinerary(entry, tuple(stops[entry.pk])) for entry in ordered)
