"""The current seats of a session as one movement, with every change since they were fixed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tournaments.base.queries.teams import entries_with_people
from tournaments.core.movements.movement import NO_SET, NOBODY, IntArray, Movement
from tournaments.models import Entry, Play, Seating, Session
from tournaments.movements.queries.movements import section_table_shape


@dataclass(frozen=True, slots=True)
class SeatArrays:
    """Seats of a session as a movement. Rounds, tables and units have numbers from 0."""

    movement: Movement
    """All sections side by side.

    The number of a set is its lowest board less 1. Deals that are dealt at the table have no set.
    """
    tables: tuple[int, ...]
    """tables[table]: number of the table in the hall."""
    entries: tuple[Entry, ...]
    """entries[unit]: entries with a seat in the session, by first seat."""
    boards: Mapping[int, tuple[int, ...]]
    """Numbers of the boards of each set, in order."""

    def unit_of(self, entry: Entry) -> int | None:
        """Return the number of an entry; None if it has no seat."""
        return next(
            (unit for unit, seated_entry in enumerate(self.entries) if seated_entry.pk == entry.pk), None
        )


def load_seat_arrays(session: Session) -> SeatArrays | None:
    """Return the seats and boards of all entries; None before they are fixed.

    Five queries, independent of the size.
    """
    sections = list(session.sections.select_related("movement"))
    rows = list(
        Seating.objects.filter(round__section__session=session)
        .order_by("round__number", "table__number", "seat")
        .values_list("round__number", "table__number", "seat", "entry_id")
    )
    if not rows:
        return None
    tables = [number for section in sections for number in section.table_numbers]
    units = {pk: unit for unit, pk in enumerate(dict.fromkeys(row[3] for row in rows))}
    entries = entries_with_people(session.tournament).in_bulk(list(units))
    shape = section_table_shape(sections[0])
    rounds = max(section.round_count for section in sections)
    players = np.full((rounds, len(tables), shape.seat_count), NOBODY, dtype=np.int64)
    for this_round, table, seat, pk in rows:
        players[this_round - 1, tables.index(table), seat] = units[pk]
    sets = np.full((rounds, len(tables)), NO_SET, dtype=np.int64)
    boards = _lay_boards(sets, session, tables) if any(section.set_count for section in sections) else {}
    # the sections play boards of the same numbers at the same time
    copies = max(section.movement.document["tables_per_set"] for section in sections) * len(sections)
    movement = Movement("played", players, sets, shape, tables_per_set=copies)
    return SeatArrays(movement, tuple(tables), tuple(entries[pk] for pk in units), boards)


def _lay_boards(sets: IntArray, session: Session, tables: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Write the set of every table into `sets`. Return the boards of each set."""
    at_place: dict[tuple[int, int], list[int]] = {}
    plays = Play.objects.filter(round__section__session=session).order_by("board")
    for this_round, table, board in plays.values_list("round__number", "table__number", "board"):
        at_place.setdefault((this_round - 1, tables.index(table)), []).append(board)
    for place, boards in at_place.items():
        sets[place] = boards[0] - 1
    return {boards[0] - 1: tuple(boards) for boards in at_place.values()}
