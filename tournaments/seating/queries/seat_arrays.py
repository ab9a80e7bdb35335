"""The seats of a session as they are now, whatever was changed since they were fixed, as one movement."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tournaments.base.queries.teams import entries_with_people
from tournaments.core.movements.movement import NO_SET, NOBODY, IntArray, Movement
from tournaments.models import Entry, Play, Seating, Session
from tournaments.movements.queries.movements import shape_of


@dataclass(frozen=True, slots=True)
class SeatArrays:
    """Rounds, tables and units of a session by their numbers from 0, and the rows that they stand for."""

    movement: Movement
    """All sections side by side. A set has the number of its lowest board less 1; deals dealt at the table
    have none."""
    tables: tuple[int, ...]
    """tables[table]: its number in the hall."""
    entries: tuple[Entry, ...]
    """entries[unit]: whoever sits somewhere in the session, by first seat."""
    boards: Mapping[int, tuple[int, ...]]
    """Numbers of the boards of each set, in order."""

    def unit_of(self, entry: Entry) -> int | None:
        """Number of an entry, None for one that sits nowhere."""
        return next((unit for unit, found in enumerate(self.entries) if found.pk == entry.pk), None)


def load_seat_arrays(session: Session) -> SeatArrays | None:
    """Everybody's seats and boards; None before they are fixed. Five queries, whatever the size."""
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
    found = entries_with_people(session.tournament).in_bulk(list(units))
    shape = shape_of(sections[0])
    rounds = max(section.round_count for section in sections)
    players = np.full((rounds, len(tables), shape.seat_count), NOBODY, dtype=np.int64)
    for this_round, table, seat, pk in rows:
        players[this_round - 1, tables.index(table), seat] = units[pk]
    sets = np.full((rounds, len(tables)), NO_SET, dtype=np.int64)
    boards = _lay_boards(sets, session, tables) if any(section.set_count for section in sections) else {}
    copies = max(section.movement.document["tables_per_set"] for section in sections) * len(sections)
    movement = Movement("played", players, sets, shape, tables_per_set=copies)
    return SeatArrays(movement, tuple(tables), tuple(found[pk] for pk in units), boards)


def _lay_boards(sets: IntArray, session: Session, tables: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Write the set of every table into `sets`; the boards of each set."""
    at_place: dict[tuple[int, int], list[int]] = {}
    plays = Play.objects.filter(round__section__session=session).order_by("board")
    for this_round, table, board in plays.values_list("round__number", "table__number", "board"):
        at_place.setdefault((this_round - 1, tables.index(table)), []).append(board)
    for place, boards in at_place.items():
        sets[place] = boards[0] - 1
    return {boards[0] - 1: tuple(boards) for boards in at_place.values()}
