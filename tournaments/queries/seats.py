"""Who sits where with which boards, round by round and player by player."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tournaments.core.movements.movement import SEAT_COUNT
from tournaments.core.movements.starting import RELAY_SEAT
from tournaments.models import Entry, Play, Seating, Section


@dataclass(frozen=True, slots=True)
class TableSeats:
    """One table during one round."""

    table: int
    entries: tuple[Entry | None, ...]
    """By seat, in playing order (0 N, 1 W, 2 S, 3 E), with the person; None for an empty seat, all four
    where nobody plays."""
    boards: tuple[int, ...]
    """Numbers of the boards played, rising; none when the table rests."""


@dataclass(frozen=True, slots=True)
class RoundSeats:
    """The tables of one round, by number."""

    number: int
    tables: tuple[TableSeats, ...]
    resting: tuple[Entry, ...]
    """Who has no table in this round, by starting place."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Where one player spends one round; a rest has no table, no seat and no boards."""

    round: int
    table: int | None
    seat: int | None
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Itinerary:
    """One player's evening: a stop for each round, in order, rests too."""

    entry: Entry
    stops: tuple[Stop, ...]


def load_rounds(section: Section) -> tuple[RoundSeats, ...]:
    """Every round of a section, none before the seats are fixed. Three queries."""
    boards: dict[tuple[int, int], list[int]] = {}
    plays = Play.objects.filter(round__section=section).order_by("board")
    for round_number, table, board in plays.values_list("round__number", "table__number", "board"):
        boards.setdefault((round_number, table), []).append(board)
    entries = {entry.pk: entry for entry in section.entries.select_related("person")}
    seats: dict[int, dict[int, list[Entry | None]]] = {}
    seatings = Seating.objects.filter(round__section=section).order_by("round__number")
    rows = seatings.values_list("round__number", "table__number", "seat", "entry_id")
    for round_number, table, seat, entry_id in rows:
        tables = seats.setdefault(
            round_number, {number: [None] * SEAT_COUNT for number in section.table_numbers}
        )
        tables[table][seat] = entries[entry_id]
    return tuple(
        RoundSeats(
            number,
            tuple(
                TableSeats(table, tuple(seated), tuple(boards.get((number, table), ())))
                for table, seated in tables.items()
            ),
            _resting(entries.values(), tables.values()),
        )
        for number, tables in seats.items()
    )


def itineraries(rounds: Iterable[RoundSeats]) -> tuple[Itinerary, ...]:
    """The same evening seen by each player, by starting table, then in the order of the seats."""
    entries: dict[int, Entry] = {}
    stops: dict[int, list[Stop]] = {}
    for this_round in rounds:
        for entry, stop in _stops(this_round):
            entries[entry.pk] = entry
            stops.setdefault(entry.pk, []).append(stop)
    ordered = sorted(entries.values(), key=_place_key)
    return tuple(Itinerary(entry, tuple(stops[entry.pk])) for entry in ordered)


def _stops(this_round: RoundSeats) -> Iterator[tuple[Entry, Stop]]:
    for table in this_round.tables:
        for seat, entry in enumerate(table.entries):
            if entry is not None:
                yield entry, Stop(this_round.number, table.table, seat, table.boards)
    for entry in this_round.resting:
        yield entry, Stop(this_round.number, None, None, ())


def _resting(entries: Iterable[Entry], tables: Iterable[list[Entry | None]]) -> tuple[Entry, ...]:
    seated = {entry.pk for table in tables for entry in table if entry is not None}
    return tuple(sorted((entry for entry in entries if entry.pk not in seated), key=_place_key))


def _place_key(entry: Entry) -> tuple[bool, int, int]:
    """Tables in order, then those who begin without one."""
    return entry.start_seat == RELAY_SEAT, entry.start_table or 0, entry.start_seat or 0
