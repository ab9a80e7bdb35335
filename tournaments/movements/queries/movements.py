"""Stored movements: conversion of arrays to rows and back, and the starting places of a section."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from django.db.models import QuerySet

from tournaments.base.queries.sessions import current_session_key
from tournaments.core.formats.event_options import EventOptions, SheetOf, find_line_kind, read_event_options
from tournaments.core.formats.registry import find_format
from tournaments.core.movements.counts import table_numbers
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.starting import RELAY_SEAT, starting_places
from tournaments.core.movements.table_shape import SHAPES, TableShape
from tournaments.core.slips.score_sheet import LineOf
from tournaments.enums import MovementOrigin
from tournaments.models import Club, Section, Session, StoredMovement, Tournament

Place = tuple[int, int]
"""Table (from 1, through the session) and seat (from 0, in playing order).

A *relais* has its number and `RELAY_SEAT`.
"""


def movement_document(movement: Movement) -> dict[str, Any]:
    """Return a movement as JSON values."""
    return {
        "code": movement.code,
        "shape": movement.shape.code,
        "players": movement.players.tolist(),
        "board_sets": movement.board_sets.tolist(),
        "tables_per_set": movement.tables_per_set,
        "copies": movement.copies,
    }


def movement_of(stored_movement: StoredMovement) -> Movement:
    """Return the movement of a row."""
    return read_document(stored_movement.document)


def read_document(document: Mapping[str, Any]) -> Movement:
    """Return the movement that `movement_document` wrote."""
    return Movement(
        code=document["code"],
        players=np.array(document["players"], dtype=np.int64),
        board_sets=np.array(document["board_sets"], dtype=np.int64),
        shape=SHAPES[document["shape"]],
        tables_per_set=document["tables_per_set"],
        copies=document["copies"],
    )


def section_table_shape(section: Section) -> TableShape:
    """Return the shape of the tables of a section. No query once its movement is loaded."""
    return SHAPES[section.movement.shape]


def sections_of(tournament: Tournament) -> list[Section]:
    """Return the sections of the current session with their movements, by number. One query."""
    rows = Section.objects.filter(session=current_session_key(tournament))
    rows = rows.select_related("movement", "session__deal_set")
    return list(rows.order_by("number"))


def section_places(section: Section) -> dict[Place, int]:
    """Return the movement's number of the player at each starting place: tables first, then the *relais*."""
    places: dict[Place, int] = {}
    numbers = enumerate(starting_places(movement_of(section.movement)))
    for number, (table, seat) in sorted(numbers, key=lambda row: (row[1][1] == RELAY_SEAT, row[1])):
        places[section.first_table + table, seat] = number
    return places


def played_tables(section: Section) -> list[int]:
    """Return the numbers of the tables in play in any round. No query once the movement is loaded."""
    own_numbers = section.first_table + table_numbers(movement_of(section.movement))
    return [*own_numbers.tolist(), *added_tables(section)]


def added_tables(section: Section) -> list[int]:
    """Return the numbers of the tables beyond the movement, added for people who came late. No query."""
    return list(section.table_numbers[movement_of(section.movement).table_count :])


def sections_by_place(sections: Iterable[Section]) -> dict[Place, Section]:
    """Return the section of each starting place."""
    return {place: section for section in sections for place in section_places(section)}


def kept_movements(club: Club) -> QuerySet[StoredMovement]:
    """Return the club's own movements, the latest first, without their arrays."""
    return club.movements.exclude(origin=MovementOrigin.CATALOGUE).defer("document")


def session_sheet_kind(session: Session, options: EventOptions | None = None) -> SheetOf:
    """Return the content of the sheets of a session: its own choice, else that of the event.

    Args:
        options: options of the event, if they are loaded.
    """
    if session.sheet:
        return SheetOf(session.sheet)
    if options is None:
        tournament = session.tournament
        options = read_event_options(tournament.options, find_format(tournament.format).plan)
    return options.sheet


def session_line_kind(session: Session) -> LineOf:
    """Return the content of a line of the session's sheets."""
    return find_line_kind(find_format(session.tournament.format), session_sheet_kind(session))
