"""Reader and writer for a movement as JSON text, version 1. See docs/movements.md."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from games.core.errors import NotationError
from games.core.notation import load_json
from tournaments.core.exchange.movement_file import (
    HIGHEST_NUMBER,
    MOST_BOARDS_PER_SET,
    MOST_ROUNDS,
    MOST_TABLES,
    MovementFile,
    MovementProblem,
    MovementReading,
    WrittenMovement,
    assemble,
    refuse_all,
    refused,
)
from tournaments.core.movements.numbering import printed_players
from tournaments.core.movements.table_shape import SHAPES

FORMAT = "etui-movement"
VERSION = 1
_COUNTS = {"boards_per_set": MOST_BOARDS_PER_SET, "tables_per_set": MOST_TABLES, "copies": MOST_TABLES}
_KEYS = frozenset({"format", "version", "name", "shape", "players", "board_sets", *_COUNTS})
_LONGEST_NAME = 100


def movement_to_json(file: MovementFile) -> str:
    """Return one object with a round per line.

    Players and sets count from 1, 0 is an empty place. Seats are N, S, E, W (and a fifth).
    """
    movement = file.movement
    heading = {
        "format": FORMAT,
        "version": VERSION,
        "name": file.name,
        "shape": movement.shape.code,
        "boards_per_set": file.boards_per_set,
        "tables_per_set": movement.tables_per_set,
        "copies": movement.copies,
    }
    lines = [
        f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in heading.items()
    ]
    for key, rounds in (("players", printed_players(movement)), ("board_sets", movement.board_sets + 1)):
        rows = ",\n".join(f"    {json.dumps(row)}" for row in rounds.tolist())
        lines.append(f'  "{key}": [\n{rows}\n  ]')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def movement_from_json(text: str) -> MovementReading:
    """Read a text of `movement_to_json`. Errors in any text become problems.

    Returns:
        Problems of the codes `json_unreadable`, `json_not_a_movement`, `movement_version`, `key_unknown`,
        `key_missing`, `name_invalid`, `shape_unknown`, `number_not_in_range`, `list_expected`,
        `list_length`, and those of `assemble`.
    """
    try:
        document = load_json(text)
    except NotationError as error:
        return refused("json_unreadable", error.line, column=error.column)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        return refused("json_not_a_movement", place="format", expected=FORMAT)
    if document.get("version") != VERSION:
        return refused("movement_version", place="version", expected=VERSION)
    refusal = refuse_all(_heading_problems(document)) or refuse_all(_array_problems(document))
    if refusal is not None:
        return refusal
    return assemble(
        WrittenMovement(
            players=np.array(document["players"], dtype=np.int64),
            board_sets=np.array(document["board_sets"], dtype=np.int64),
            shape=SHAPES[document["shape"]],
            boards_per_set=document.get("boards_per_set", 1),
            tables_per_set=document.get("tables_per_set"),
            copies=document.get("copies", 1),
            name=document.get("name", ""),
        )
    )


def _heading_problems(document: Mapping[str, Any]) -> Iterator[MovementProblem]:
    for key in sorted(document.keys() - _KEYS):
        yield MovementProblem("key_unknown", place=key[:_LONGEST_NAME])
    for key in ("shape", "players", "board_sets"):
        if key not in document:
            yield MovementProblem("key_missing", place=key)
    name = document.get("name", "")
    if not isinstance(name, str) or len(name) > _LONGEST_NAME or not name.isprintable():
        yield MovementProblem("name_invalid", place="name", values={"most": _LONGEST_NAME})
    shape = document.get("shape", "individual")
    if not isinstance(shape, str) or shape not in SHAPES:
        yield MovementProblem("shape_unknown", place="shape", values={"known": tuple(SHAPES)})
    for key, most in _COUNTS.items():
        yield from _number_problems(document.get(key, 1), key, 1, most)


def _array_problems(document: Mapping[str, Any]) -> Iterator[MovementProblem]:
    """Yield problems of the nested lists: rounds, tables, seats of the shape.

    All rounds must have the same number of tables.
    """
    seat_count = SHAPES[document["shape"]].seat_count
    players, board_sets = document["players"], document["board_sets"]
    faults = [*_list_problems(players, "players", MOST_ROUNDS)]
    if faults:
        yield from faults
        return
    table_count = len(players[0]) if isinstance(players[0], list) else 0
    for number, tables in enumerate(players):
        place = f"players[{number}]"
        faults = [*_list_problems(tables, place, MOST_TABLES, table_count)]
        yield from faults or _table_problems(tables, place, seat_count)
    faults = [*_list_problems(board_sets, "board_sets", MOST_ROUNDS, len(players))]
    yield from faults
    for number, sets in enumerate([] if faults else board_sets):
        yield from _row_problems(sets, f"board_sets[{number}]", table_count)


def _table_problems(tables: list[Any], place: str, seat_count: int) -> Iterator[MovementProblem]:
    for number, seats in enumerate(tables):
        yield from _row_problems(seats, f"{place}[{number}]", seat_count)


def _row_problems(row: object, place: str, length: int) -> Iterator[MovementProblem]:
    """Yield problems of one innermost list of numbers."""
    faults = [*_list_problems(row, place, length, length)]
    yield from faults
    for number, value in enumerate(row if isinstance(row, list) and not faults else ()):
        yield from _number_problems(value, f"{place}[{number}]", 0, HIGHEST_NUMBER)


def _list_problems(
    value: object, place: str, most: int, length: int | None = None
) -> Iterator[MovementProblem]:
    if not isinstance(value, list):
        yield MovementProblem("list_expected", place=place)
    elif not 1 <= len(value) <= most or length not in (None, len(value)):
        values = {"length": len(value), "lowest": length or 1, "highest": length or most}
        yield MovementProblem("list_length", place=place, values=values)


def _number_problems(value: object, place: str, lowest: int, highest: int) -> Iterator[MovementProblem]:
    # type() and not isinstance(): a Boolean is no number here
    if type(value) is not int or not lowest <= value <= highest:
        values = {"written": json.dumps(value)[:40], "lowest": lowest, "highest": highest}
        yield MovementProblem("number_not_in_range", place=place, values=values)
