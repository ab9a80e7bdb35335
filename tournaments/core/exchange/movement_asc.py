"""Reader for bridge movements in text, the .ASC standard of the Dutch movement collections.

Source:
    "Movement files in the format .ASC", version 1.0 (pjms.nl). A first line has the contestants, tables,
    rounds, board groups and 0 for pairs or 1 for individuals. Then each table lists its contestants and the
    group. A group is a letter or a number, 0 is an empty place and # begins a comment.
"""

import re
from collections.abc import Iterator
from itertools import chain

import numpy as np

from tournaments.core.exchange.movement_file import (
    HIGHEST_NUMBER,
    MOST_ROUNDS,
    MOST_TABLES,
    MovementProblem,
    MovementReading,
    WrittenMovement,
    assemble,
    refuse_all,
    refused,
)
from tournaments.core.movements.movement import IntArray
from tournaments.core.movements.table_shape import INDIVIDUAL, TRIPLETS

_SEPARATORS = re.compile(r"[\s,;:/|-]+")
_HEADING = re.compile(r"\s*\d{1,4}(?:[\s,;:/|-]+\d{1,4}){3}[\s,;:/|-]+[01]\s*")
_WORD = re.compile(r"\d{1,4}|[A-Z]")
_PLACES = (2, 4)
"""Number of contestants at a table, for pairs and for individuals."""


def is_asc(text: str) -> bool:
    """Return whether the first line that is not blank has the five numbers of this format."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return bool(_HEADING.fullmatch(first.split("#")[0]))


def movement_from_asc(text: str) -> MovementReading:
    """Read a movement in this format. A pair becomes a team on one side of the table, as in triplettes.

    The numbers of contestants and groups in the heading are checked against the lines.

    Returns:
        Problems of the codes `movement_file_empty`, `asc_heading`, `asc_word`, `asc_length`,
        `number_not_in_range`, and those of `assemble`.
    """
    lines = [(number, line.split("#")[0]) for number, line in enumerate(text.splitlines(), start=1)]
    lines = [(number, line) for number, line in lines if line.strip()]
    if not lines:
        return refused("movement_file_empty")
    (heading_line, heading), *table_lines = lines
    if not _HEADING.fullmatch(heading):
        return refused("asc_heading", heading_line)
    units, tables, rounds, groups, kind = (int(word) for word in _words(heading))
    if not (1 <= tables <= MOST_TABLES and 1 <= rounds <= MOST_ROUNDS and units and groups):
        return refused("asc_heading", heading_line)
    words = [(number, word) for number, line in table_lines for word in _words(line)]
    seats = _PLACES[kind]
    last_line = words[-1][0] if words else heading_line
    length = _length_problems(len(words), tables * rounds * (seats + 1), last_line)
    refusal = refuse_all(chain(length, _word_problems(words, seats, units, groups)))
    if refusal is not None:
        return refusal
    figures = np.array([_figure(word) for _, word in words]).reshape(rounds, tables, seats + 1)
    return assemble(_to_figures(figures))


def _words(line: str) -> list[str]:
    return [word for word in _SEPARATORS.split(line) if word]


def _figure(word: str) -> int:
    """Return the number of a word. The letters A, B, C… are 1, 2, 3…"""
    return int(word) if word.isdigit() else ord(word) - ord("A") + 1


def _length_problems(length: int, expected: int, last_line: int) -> Iterator[MovementProblem]:
    if length != expected:
        yield MovementProblem("asc_length", last_line, values={"length": length, "expected": expected})


def _word_problems(
    words: list[tuple[int, str]], seats: int, units: int, groups: int
) -> Iterator[MovementProblem]:
    for index, (line, word) in enumerate(words):
        # the last word of each table
        is_group = index % (seats + 1) == seats
        highest = min(groups if is_group else units, HIGHEST_NUMBER)
        if not _WORD.fullmatch(word) or (word.isalpha() and not is_group):
            yield MovementProblem("asc_word", line, values={"written": word[:40]})
        elif _figure(word) > highest:
            values = {"written": word, "lowest": 0, "highest": highest}
            yield MovementProblem("number_not_in_range", line, values=values)


def _to_figures(figures: IntArray) -> WrittenMovement:
    """Return the figures of a movement.

    The columns are N-S, E-W, group for pairs, and N, S, E, W, group for individuals.
    """
    players, board_sets = figures[:, :, :-1], figures[:, :, -1]
    if players.shape[2] == _PLACES[1]:
        return WrittenMovement(players=players, board_sets=board_sets, shape=INDIVIDUAL)
    # both seats of a side get the number of the pair, in the order N, S, E, W
    return WrittenMovement(players=players[:, :, [0, 0, 1, 1]], board_sets=board_sets, shape=TRIPLETS)
