"""A movement as JSON text, version 1: written, and read with every problem named. See docs/movements.md."""

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
    """One object, a round per line: players from 1, seats N, S, E, W (fifth), sets from 1, 0 for none."""
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
    """Read what `movement_to_json` writes; whatever the text, what is wrong becomes a problem.

    Returns:
        Problems of the codes `json_unreadable`, `json_not_a_movement`, `movement_version`,
        `key_unknown`, `key_missing`, `name_invalid`, `shape_unknown`, `number_not_in_range`,
        `list_expected`, `list_length`, and those of `assemble`.
    """
    try:
        written = load_json(text)
    except NotationError as error:
        return refused("json_unreadable", error.line, column=error.column)
    if not isinstance(written, dict) or written.get("format") != FORMAT:
        return refused("json_not_a_movement", place="format", expected=FORMAT)
    if written.get("version") != VERSION:
        return refused("movement_version", place="version", expected=VERSION)
    refusal = refuse_all(_heading_problems(written)) or refuse_all(_array_problems(written))
    if refusal is not None:
        return refusal
    return assemble(
        WrittenMovement(
            players=np.array(written["players"], dtype=np.int64),
            board_sets=np.array(written["board_sets"], dtype=np.int64),
            shape=SHAPES[written["shape"]],
            boards_per_set=written.get("boards_per_set", 1),
            tables_per_set=written.get("tables_per_set"),
            copies=written.get("copies", 1),
            name=written.get("name", ""),
        )
    )


def _heading_problems(written: Mapping[str, Any]) -> Iterator[MovementProblem]:
    for key in sorted(written.keys() - _KEYS):
        yield MovementProblem("key_unknown", place=key[:_LONGEST_NAME])
    for key in ("shape", "players", "board_sets"):
        if key not in written:
            yield MovementProblem("key_missing", place=key)
    name = written.get("name", "")
    if not isinstance(name, str) or len(name) > _LONGEST_NAME or not name.isprintable():
        yield MovementProblem("name_invalid", place="name", values={"most": _LONGEST_NAME})
    shape = written.get("shape", "individual")
    if not isinstance(shape, str) or shape not in SHAPES:
        yield MovementProblem("shape_unknown", place="shape", values={"known": tuple(SHAPES)})
    for key, most in _COUNTS.items():
        yield from _number_problems(written.get(key, 1), key, 1, most)


def _array_problems(written: Mapping[str, Any]) -> Iterator[MovementProblem]:
    """The lists inside one another: rounds, tables, seats of the shape; all rounds with as many tables."""
    seat_count = SHAPES[written["shape"]].seat_count
    players, board_sets = written["players"], written["board_sets"]
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
    """One innermost list of numbers."""
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
    if type(value) is not int or not lowest <= value <= highest:
        values = {"written": json.dumps(value)[:40], "lowest": lowest, "highest": highest}
        yield MovementProblem("number_not_in_range", place=place, values=values)
