"""Who sits where with which boards, round by round and player by player."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch

from tournaments.base.queries.teams import load_entered
from tournaments.core.movements.starting import RELAY_SEAT
from tournaments.core.movements.table_shape import INDIVIDUAL, TableShape
from tournaments.models import Entry, EntryMember, Play, Seating, Section, Session
from tournaments.movements.queries.movements import shape_of

Place = tuple[int, int, int]
"""Id of a section, round and table."""
Seated = tuple[int, int, int, Entry]
"""Round, table, seat and who sits there."""


@dataclass(frozen=True, slots=True)
class TableSeats:
    """One table during one round."""

    table: int
    entries: tuple[Entry | None, ...]
    """By seat, in playing order (0 N, 1 W, 2 S, 3 E), with the person; None for an empty seat, all of them
    where nobody plays. The seats of a team's side have the same one."""
    boards: tuple[int, ...]
    """Numbers of the boards played, rising; none when the table rests."""
    shape: TableShape = INDIVIDUAL

    @property
    def sides(self) -> tuple[tuple[tuple[int, ...], Entry | None], ...]:
        """Every side of the table: its seats, and who holds them; both in the order of the sheets."""
        return tuple((seats, self.entries[seats[0]]) for seats in self.shape.sheet_sides)


@dataclass(frozen=True, slots=True)
class RoundSeats:
    """The tables of one round, by number."""

    number: int
    tables: tuple[TableSeats, ...]
    resting: tuple[Entry, ...]
    """Who has no table in this round, by starting place."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Where one player, or one side of a team, spends one round; a rest has no table, seats or boards."""

    round: int
    table: int | None
    seats: tuple[int, ...]
    """In the order of the sheets; those of the side for a team."""
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Itinerary:
    """The evening of one player or team: a stop for each round, in order, rests too."""

    entry: Entry
    side: tuple[int, ...]
    """Seats of the side whose evening it is, where teams hold two tables at once (defence, then attack);
    empty where an entry has one table at a time."""
    stops: tuple[Stop, ...]


def load_rounds(section: Section) -> tuple[RoundSeats, ...]:
    """Every round of a section, none before the seats are fixed. Four queries, and one for its movement."""
    seatings = Seating.objects.filter(round__section=section)
    members = Prefetch("members", EntryMember.objects.select_related("person"))
    seated = Entry.objects.filter(pk__in=seatings.values("entry")).select_related("person")
    return _load([section], seated.prefetch_related(members).in_bulk())[0]


def load_sections(
    session: Session, entries: Mapping[int, Entry] | None = None
) -> list[tuple[Section, tuple[RoundSeats, ...]]]:
    """Every section of a session with its rounds. Four queries, one more for teams, whatever the size.

    Args:
        entries: everybody entered, where they are loaded: one query less, two for teams.
    """
    sections = list(session.sections.select_related("movement"))
    entries = load_entered(session.tournament) if entries is None else entries
    return list(zip(sections, _load(sections, entries), strict=True))


def _load(sections: Sequence[Section], entries: Mapping[int, Entry]) -> list[tuple[RoundSeats, ...]]:
    """The rounds of each section. Two queries."""
    boards: dict[Place, list[int]] = {}
    plays = Play.objects.filter(round__section__in=sections).order_by("board")
    for section, this_round, table, board in plays.values_list(
        "round__section_id", "round__number", "table__number", "board"
    ):
        boards.setdefault((section, this_round, table), []).append(board)
    seatings = Seating.objects.filter(round__section__in=sections)
    seated: dict[int, list[Seated]] = {}
    rows = seatings.order_by("round__number").values_list(
        "round__section_id", "round__number", "table__number", "seat", "entry"
    )
    for section, this_round, table, seat, entry_id in rows:
        seated.setdefault(section, []).append((this_round, table, seat, entries[entry_id]))
    return [_rounds(section, seated.get(section.pk, ()), boards) for section in sections]


def _rounds(
    section: Section, seated: Iterable[Seated], boards: Mapping[Place, Sequence[int]]
) -> tuple[RoundSeats, ...]:
    shape = shape_of(section)
    seats: dict[int, dict[int, list[Entry | None]]] = {}
    entries: dict[int, Entry] = {}
    for round_number, table, seat, entry in seated:
        tables = seats.setdefault(
            round_number, {number: [None] * shape.seat_count for number in section.table_numbers}
        )
        tables[table][seat] = entries[entry.pk] = entry
        if entry.start_table is None and entry.arrival is None:
            entry.arrival = round_number, table
    return tuple(
        RoundSeats(
            number,
            tuple(
                TableSeats(table, tuple(taken), tuple(boards.get((section.pk, number, table), ())), shape)
                for table, taken in tables.items()
            ),
            _resting(entries.values(), tables.values()),
        )
        for number, tables in seats.items()
    )


def itineraries(rounds: Iterable[RoundSeats]) -> tuple[Itinerary, ...]:
    """The same evening seen by each player or team, by starting place.

    Where teams hold two tables at once, their defence and their attack have an itinerary each.
    """
    found = [row for this_round in rounds for row in _stops(this_round)]
    times = Counter((entry.pk, stop.round) for entry, stop in found)
    is_split = any(count > 1 for count in times.values())
    sides = sorted({stop.seats for _, stop in found if stop.seats}) if is_split else [()]
    entries = sorted({entry.pk: entry for entry, _ in found}.values(), key=_place_key)
    stops: dict[int, list[Stop]] = {}
    for entry, stop in found:
        stops.setdefault(entry.pk, []).append(stop)
    return tuple(
        Itinerary(entry, side, own)
        for entry in entries
        for side in sides
        if (own := tuple(stop for stop in stops[entry.pk] if not side or stop.seats in ((), side)))
    )


def _stops(this_round: RoundSeats) -> Iterator[tuple[Entry, Stop]]:
    for table in this_round.tables:
        for seats, entry in table.sides:
            if entry is not None:
                yield entry, Stop(this_round.number, table.table, seats, table.boards)
    for entry in this_round.resting:
        yield entry, Stop(this_round.number, None, (), ())


def _resting(entries: Iterable[Entry], tables: Iterable[list[Entry | None]]) -> tuple[Entry, ...]:
    seated = {entry.pk for table in tables for entry in table if entry is not None}
    return tuple(sorted((entry for entry in entries if entry.pk not in seated), key=_place_key))


def _place_key(entry: Entry) -> tuple[bool, int, int, int]:
    """Tables in order, then those who begin without one."""
    return entry.start_seat == RELAY_SEAT, entry.start_table or 0, entry.start_seat or 0, entry.pk
