"""Changes of seats between two states of a session, as rows, and tables with more seats."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from accounts.models import User
from tournaments.core.formats.game_rules import sizes_of_tables
from tournaments.core.formats.registry import find_format
from tournaments.core.movements.movement import NOBODY, Movement
from tournaments.core.movements.regrouping import TableSizes
from tournaments.core.movements.seat_changes import with_wider_tables
from tournaments.core.movements.table_shape import shape_for_seats
from tournaments.enums import MovementOrigin
from tournaments.incidents.services.plans import Step
from tournaments.models import (
    Play,
    ResultSlip,
    Round,
    RoundLock,
    Ruling,
    Seating,
    Section,
    Session,
    StoredMovement,
    Table,
)
from tournaments.movements.queries.movements import movement_document, movement_of, section_table_shape
from tournaments.movements.services.sections import drop_unused
from tournaments.seating.queries.seat_arrays import SeatArrays


@dataclass(frozen=True, slots=True)
class SeatDifferences:
    """Rows that change between two states of the seats."""

    removed: list[Seating]
    """Stored seats that are given up."""
    added: list[Seating]
    """New seats, not stored. A seat without an entry is for the player who joins."""
    emptied: list[tuple[int, int]]
    """Places (round, table), numbers of the hall, of tables that no longer play."""
    table: Table | None
    """Additional table, not stored; None if it is not used."""

    @property
    def seat_count(self) -> int:
        """Number of seats that a table needs for the new seats."""
        return max((row.seat + 1 for row in self.added), default=0)


def session_table_sizes(session: Session) -> TableSizes | None:
    """Return the sizes with which the tables of a session may play; None where they keep their size."""
    return sizes_of_tables(find_format(session.tournament.format), session.tournament.game)


def closed_places(session: Session, arrays: SeatArrays) -> frozenset[tuple[int, int]]:
    """Return the places (round, table), from 0, whose players must stay: with a result, a ruling or a lock.

    Three queries.
    """
    plays = Play.objects.filter(round__section__session=session)
    columns = ("round__number", "table__number")
    locks = RoundLock.objects.filter(session=session, unlocked_at=None)
    rows = {
        *plays.filter(pk__in=ResultSlip.objects.filter(play__in=plays).values("play")).values_list(*columns),
        *plays.filter(pk__in=Ruling.objects.in_force().values("play")).values_list(*columns),
    }
    table_index = {number: table for table, number in enumerate(arrays.tables)}
    # also the number after the last one: a locked round gets no additional table
    all_tables = range(len(arrays.tables) + 1)
    locked_places = product(locks.values_list("round_number", flat=True), all_tables)
    return frozenset(
        {(this_round - 1, table_index[table]) for this_round, table in rows}
        | {(this_round - 1, table) for this_round, table in locked_places}
    )


def seat_differences(
    session: Session, arrays: SeatArrays, movement: Movement, extra_table: Table | None = None
) -> SeatDifferences:
    """Return the rows that turn the present seats of a session into those of a movement. Three queries.

    Args:
        movement: of the same units. The number after the last one is the player who joins.
        extra_table: last table of the movement, not stored, if it has one more than the session.
    """
    old_movement = with_wider_tables(arrays.movement, movement.shape.seat_count)
    missing_tables = movement.table_count - old_movement.table_count
    old_players = np.pad(old_movement.players, ((0, 0), (0, missing_tables), (0, 0)), constant_values=NOBODY)
    tables = {table.number: table for table in Table.objects.filter(section__session=session)}
    numbers = [*arrays.tables]
    if extra_table is not None:
        numbers.append(extra_table.number)
        tables.setdefault(extra_table.number, extra_table)
    rounds = {(row.section_id, row.number): row for row in Round.objects.filter(section__session=session)}
    is_changed = old_players != movement.players
    old_places = {
        (this_round + 1, numbers[table], seat)
        for this_round, table, seat in np.argwhere(is_changed & (old_players != NOBODY)).tolist()
    }
    stored_seats = Seating.objects.filter(round__section__session=session)
    stored_seats = stored_seats.filter(round__number__in={row[0] for row in old_places})
    added = []
    for this_round, table, seat in np.argwhere(is_changed & (movement.players != NOBODY)).tolist():
        table_row, unit = tables[numbers[table]], int(movement.players[this_round, table, seat])
        entry = arrays.entries[unit] if unit < len(arrays.entries) else None
        round_row = rounds[table_row.section_id, this_round + 1]
        added.append(Seating(round=round_row, table=table_row, seat=seat, entry=entry))
    is_emptied = (old_players != NOBODY).any(axis=2) & (movement.players == NOBODY).all(axis=2)
    return SeatDifferences(
        removed=[
            row
            for row in stored_seats.select_related("round", "table", "entry__person")
            if (row.round.number, row.table.number, row.seat) in old_places
        ],
        added=added,
        emptied=[(this_round + 1, numbers[table]) for this_round, table in np.argwhere(is_emptied).tolist()],
        table=extra_table if any(row.table is extra_table for row in added) else None,
    )


def widen_tables(session: Session, seat_count: int) -> list[Step]:
    """Give the tables of each section so many seats, if they have fewer. Return the steps for undoing."""
    sections = [
        section
        for section in session.sections.select_related("movement")
        if section_table_shape(section).seat_count < seat_count
    ]
    if not sections:
        return []
    step: Step = {
        "step": "width",
        "sections": [[section.pk, section.movement_id] for section in sections],
        "seats": section_table_shape(sections[0]).seat_count,
    }
    for section in sections:
        wide_movement = with_wider_tables(movement_of(section.movement), seat_count)
        section.movement = _copy_movement(
            section.movement, replace(wide_movement, shape=shape_for_seats(seat_count))
        )
        section.save(update_fields=["movement"])
    return [step]


def narrow_tables(session: Session, step: Step, _user: User) -> None:
    """Undo `widen_tables`, unless a player sits at an additional seat by now."""
    if Seating.objects.filter(round__section__session=session, seat__gte=step["seats"]).exists():
        return
    sections = Section.objects.filter(session=session).select_related("movement").in_bulk()
    wide_movements: Sequence[StoredMovement] = [
        sections[pk].movement for pk, _movement in step["sections"] if pk in sections
    ]
    for pk, movement_id in step["sections"]:
        # the original may be gone with a later change of the movement
        if StoredMovement.objects.filter(pk=movement_id).exists():
            Section.objects.filter(pk=pk, session=session).update(movement=movement_id)
    drop_unused(wide_movements)


def _copy_movement(stored_movement: StoredMovement, movement: Movement) -> StoredMovement:
    return StoredMovement.objects.create(
        club=stored_movement.club,
        name=stored_movement.name,
        # rows of this origin are deleted once no section has them
        origin=MovementOrigin.CATALOGUE,
        source=stored_movement.source,
        table_count=movement.table_count,
        round_count=movement.round_count,
        player_count=stored_movement.player_count,
        boards_per_set=stored_movement.boards_per_set,
        document=movement_document(movement),
    )
