"""Queries for the seats and boards of a session, by round or by player."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from django.db.models import Prefetch

from tournaments.base.queries.teams import load_entered, number_teams
from tournaments.core.movements.starting import RELAY_SEAT
from tournaments.core.movements.table_shape import INDIVIDUAL, TableShape
from tournaments.models import Entry, EntryMember, Play, Seating, Section, Session
from tournaments.movements.queries.movements import section_table_shape

Place = tuple[int, int, int]
"""Section id, round and table."""
Seated = tuple[int, int, int, Entry]
"""Round, table, seat and entry."""


Rests = tuple[tuple[Entry, tuple[int, ...]], ...]
"""Entries without a table in a round, each with the seats of the side that rests, or none for all of it."""


@dataclass(frozen=True, slots=True)
class TableSeats:
    """One table during one round."""

    table: int
    entries: tuple[Entry | None, ...]
    """Entries by seat, in playing order (0 N, 1 W, 2 S, 3 E), with the person.

    An empty seat has None. All seats of a side of a team have the same entry.
    """
    boards: tuple[int, ...]
    """Numbers of the boards played, in rising order; empty if the table rests."""
    shape: TableShape = INDIVIDUAL
    first_dealer: int | None = None
    """Seat of the first dealer, for a page that shows it; None without a draw."""

    @property
    def sides(self) -> tuple[tuple[tuple[int, ...], Entry | None], ...]:
        """Seats and entry of every side of the table, in the order of the sheets."""
        return tuple((seats, self.entries[seats[0]]) for seats in self.shape.sheet_sides)


@dataclass(frozen=True, slots=True)
class RoundSeats:
    """The tables of one round, by number."""

    number: int
    tables: tuple[TableSeats, ...]
    resting: tuple[Entry, ...]
    """Entries of this colour without a table in this round, by starting place."""

    @property
    def rests(self) -> Rests:
        """Entries without a table, then the teams of which one side alone has none, with its seats.

        Of a team that holds two tables at once, the defence or the attack rests where its opponent is absent.
        """
        whole_rests = tuple((entry, ()) for entry in self.resting)
        shape = self.tables[0].shape
        if not shape.plays_both_ways:
            return whole_rests
        seated = {
            (entry, seats) for table in self.tables for seats, entry in table.sides if entry is not None
        }
        sides = {(entry, seats) for entry, _seats in seated for seats in shape.sheet_sides}
        half_rests = sorted(sides - seated, key=lambda rest: (*_place_key(rest[0]), rest[1]))
        return (*whole_rests, *half_rests)


@dataclass(frozen=True, slots=True)
class Stop:
    """The table of one player, or one side of a team, in one round. A rest has no table and no boards."""

    round: int
    table: int | None
    seats: tuple[int, ...]
    """Seats in the order of the sheets; those of the side for a team. Empty where the whole team rests."""
    boards: tuple[int, ...]
    is_duel: bool = False
    """True for the defence or the attack of a team that holds two tables at once."""


@dataclass(frozen=True, slots=True)
class Itinerary:
    """The evening of one player or team: one stop for each round, in order, with rests."""

    entry: Entry
    side: tuple[int, ...]
    """Seats of the side, where teams hold two tables at once (defence, then attack); else empty."""
    stops: tuple[Stop, ...]


@contextmanager
def rounds_loaded_once() -> Iterator[None]:
    """Let `load_rounds` load each section once during the block, for papers of one moment that share it."""
    token = _loaded_rounds.set({})
    try:
        yield
    finally:
        _loaded_rounds.reset(token)


def load_rounds(section: Section) -> tuple[RoundSeats, ...]:
    """Return every round of a section; empty before the seats are fixed.

    Four queries, one where rounds are drawn, and one for the section's movement.
    """
    loaded = _loaded_rounds.get()
    if loaded is None:
        return _load_rounds(section)
    if section.pk not in loaded:
        loaded[section.pk] = _load_rounds(section)
    return loaded[section.pk]


_loaded_rounds: ContextVar[dict[int, tuple[RoundSeats, ...]] | None] = ContextVar("rounds", default=None)
"""Rounds by section id inside `rounds_loaded_once`."""


def _load_rounds(section: Section) -> tuple[RoundSeats, ...]:
    seatings = Seating.objects.filter(round__section=section)
    members = Prefetch("members", EntryMember.objects.select_related("person"))
    entries = Entry.objects.filter(pk__in=seatings.values("entry")).select_related("person")
    return _load([section], entries.prefetch_related(members).in_bulk())[0]


def load_sections(
    session: Session, entries: Mapping[int, Entry] | None = None
) -> list[tuple[Section, tuple[RoundSeats, ...]]]:
    """Return every section of a session with its rounds.

    Four queries, one more for teams, independent of the size.

    Args:
        entries: all entries of the tournament, if they are loaded. This saves one query, two for teams.
    """
    sections = list(session.sections.select_related("movement"))
    entries = load_entered(session.tournament) if entries is None else entries
    return list(zip(sections, _load(sections, entries), strict=True))


def _load(sections: Sequence[Section], entries: Mapping[int, Entry]) -> list[tuple[RoundSeats, ...]]:
    """Return the rounds of each section. Two queries, one more where rounds are drawn."""
    boards: dict[Place, list[int]] = {}
    plays = Play.objects.filter(round__section__in=sections).order_by("board")
    for section, this_round, table, board in plays.values_list(
        "round__section_id", "round__number", "table__number", "board"
    ):
        boards.setdefault((section, this_round, table), []).append(board)
    seatings = Seating.objects.filter(round__section__in=sections)
    seats_of_section: dict[int, list[Seated]] = {}
    rows = seatings.order_by("round__number").values_list(
        "round__section_id", "round__number", "table__number", "seat", "entry"
    )
    for section, this_round, table, seat, entry_id in rows:
        seats_of_section.setdefault(section, []).append((this_round, table, seat, entries[entry_id]))
    colours = _colours_by_round(sections)
    return [_rounds(section, seats_of_section.get(section.pk, ()), boards, colours) for section in sections]


def _colours_by_round(sections: Sequence[Section]) -> dict[int, list[tuple[int, int]]]:
    """Return the (round, section id) of each seat by entry id, where a draw may change a player's colour."""
    colours: dict[int, list[tuple[int, int]]] = {}
    session_ids = {section.session_id for section in sections if section.is_drawn}
    if session_ids:
        seatings = Seating.objects.filter(round__section__session__in=session_ids)
        rows = seatings.order_by("round__number").values_list("entry", "round__number", "round__section_id")
        for entry_id, number, section_id in rows:
            colours.setdefault(entry_id, []).append((number, section_id))
    return colours


def _rounds(
    section: Section,
    seats_taken: Iterable[Seated],
    boards: Mapping[Place, Sequence[int]],
    colours: Mapping[int, Sequence[tuple[int, int]]],
) -> tuple[RoundSeats, ...]:
    shape = section_table_shape(section)
    seats: dict[int, dict[int, list[Entry | None]]] = {}
    entries: dict[int, Entry] = {}
    for round_number, table, seat, entry in seats_taken:
        if round_number not in seats:
            seats[round_number] = {number: [None] * shape.seat_count for number in section.table_numbers}
        seats[round_number][table][seat] = entries[entry.pk] = entry
        # rows come in the order of the rounds, so this is the first seat
        if entry.start_table is None and entry.arrival is None:
            entry.arrival = round_number, table
    if shape.plays_both_ways:
        number_teams(entries.values())

    def is_in_section(entry: Entry, number: int) -> bool:
        """Return whether the colour of the last seat up to a round, else that of the first one, is this."""
        seats_by_round = colours.get(entry.pk, ())
        earlier_ids = [section_id for at_round, section_id in seats_by_round if at_round <= number]
        first_ids = [section_id for _number, section_id in seats_by_round[:1]]
        return (earlier_ids or first_ids or [section.pk])[-1] == section.pk

    return tuple(
        RoundSeats(
            number,
            tuple(
                TableSeats(
                    table, tuple(table_entries), tuple(boards.get((section.pk, number, table), ())), shape
                )
                for table, table_entries in tables.items()
            ),
            _resting([entry for entry in entries.values() if is_in_section(entry, number)], tables.values()),
        )
        for number, tables in seats.items()
    )


def itineraries(rounds: Iterable[RoundSeats]) -> tuple[Itinerary, ...]:
    """Return the evening of each player or team, by starting place.

    Where teams hold two tables at once, their defence and their attack have an itinerary each.
    """
    entry_stops = [entry_stop for this_round in rounds for entry_stop in _stops(this_round)]
    times = Counter((entry.pk, stop.round) for entry, stop in entry_stops)
    # an entry with two stops in one round is a team that holds two tables
    is_split = any(count > 1 for count in times.values())
    sides = sorted({stop.seats for _, stop in entry_stops if stop.seats}) if is_split else [()]
    entries = sorted({entry.pk: entry for entry, _ in entry_stops}.values(), key=_place_key)
    stops: dict[int, list[Stop]] = {}
    for entry, stop in entry_stops:
        stops.setdefault(entry.pk, []).append(stop)
    return tuple(
        Itinerary(entry, side, side_stops)
        for entry in entries
        for side in sides
        if (side_stops := tuple(stop for stop in stops[entry.pk] if not side or stop.seats in ((), side)))
    )


def hall_itineraries(
    sections: Iterable[tuple[Section, Sequence[RoundSeats]]],
) -> list[tuple[Section, Itinerary]]:
    """Return the evening of each player or team over all colours, with the section where it begins.

    A player whom a draw moved to another colour has one itinerary. Those of a section follow each other.
    """
    stops: dict[tuple[int, tuple[int, ...]], list[tuple[Section, Itinerary]]] = {}
    for section, rounds in sections:
        for itinerary in itineraries(rounds):
            stops.setdefault((itinerary.entry.pk, itinerary.side), []).append((section, itinerary))
    merged = []
    for parts in stops.values():
        section, first = min(parts, key=lambda part: part[1].stops[0].round)
        all_stops = [stop for _section, part in parts for stop in part.stops]
        stops_in_order = tuple(sorted(all_stops, key=lambda stop: stop.round))
        merged.append((section, Itinerary(first.entry, first.side, stops_in_order)))
    return sorted(merged, key=lambda row: row[0].number)


def _stops(this_round: RoundSeats) -> Iterator[tuple[Entry, Stop]]:
    for table in this_round.tables:
        for seats, entry in table.sides:
            if entry is not None:
                is_duel = table.shape.plays_both_ways
                yield entry, Stop(this_round.number, table.table, seats, table.boards, is_duel)
    for entry, seats in this_round.rests:
        yield entry, Stop(this_round.number, None, seats, ())


def _resting(entries: Iterable[Entry], tables: Iterable[list[Entry | None]]) -> tuple[Entry, ...]:
    seated = {entry.pk for table in tables for entry in table if entry is not None}
    return tuple(sorted((entry for entry in entries if entry.pk not in seated), key=_place_key))


def _place_key(entry: Entry) -> tuple[bool, int, int, int]:
    """Return a sort key: entries by table, then those that start without one."""
    return entry.start_seat == RELAY_SEAT, entry.start_table or 0, entry.start_seat or 0, entry.pk
