import json
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.exchange.movement_csv import movement_to_csv
from tournaments.core.exchange.movement_file import MovementFile
from tournaments.core.exchange.movement_json import movement_to_json
from tournaments.core.exchange.movement_reading import read_movement
from tournaments.core.movements.check import check_movement
from tournaments.core.movements.constructions import build_straight
from tournaments.core.movements.library.fives import build_fives_with_repeats
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.numbering import number_by_start
from tournaments.core.movements.table_shape import FREE_INDIVIDUAL, QUARTETS, TRIPLETS

DOCUMENT = Path(__file__).parents[4] / "docs" / "movement-files.md"
STRAIGHT = MovementFile(build_straight(5, 3), boards_per_set=4, name="Mardi soir")
DUEL = MovementFile(
    Movement("duel", np.array([[[0, 0, 1, 0], [1, 1, 0, 1]]]), np.array([[0, 1]]), shape=QUARTETS)
)
TEAMS = MovementFile(
    Movement(
        "teams",
        np.array([[[0, 1, 0, 1], [2, 3, 2, 3]]]),
        np.array([[0, 0]]),
        shape=TRIPLETS,
        tables_per_set=2,
    ),
    boards_per_set=2,
)
FREE = MovementFile(
    Movement(
        "free",
        np.array([[[0, 1, 2, 3], [-1, 4, 5, 6]], [[0, 4, 2, -1], [1, 3, 5, 6]]]),
        np.full((2, 2), -1),
        shape=FREE_INDIVIDUAL,
    )
)
FIVES = MovementFile(build_fives_with_repeats(6, 5, 26), boards_per_set=4, name="À cinq")
EVERY_FILE = pytest.mark.parametrize(
    "file",
    [STRAIGHT, DUEL, TEAMS, FREE, FIVES],
    ids=["straight", "duel", "teams", "free", "fives"],
)


def contents(file):
    """Return all contents of a file except its name."""
    movement = file.movement
    return (
        movement.players.tolist(),
        movement.board_sets.tolist(),
        movement.shape.code,
        movement.tables_per_set,
        movement.copies,
        file.boards_per_set,
    )


def mov(kind, tables, *figures):
    """Bytes laid out as an ACBLscore file: by table, then by round, N-S, E-W, set."""
    return bytes([0, 5, kind, tables, 0, *range(1, 0x25), *figures])


def faults(content):
    reading = read_movement(content.encode() if isinstance(content, str) else content)
    assert reading.file is None
    return [(problem.code, problem.line, problem.place) for problem in reading.problems]


def altered(**changes):
    """The JSON of the straight movement with other values."""
    return json.dumps(json.loads(movement_to_json(STRAIGHT)) | changes)


@EVERY_FILE
def test_json_reads_back_what_it_writes(file):
    reading = read_movement(movement_to_json(file).encode())

    assert reading.problems == ()
    assert contents(reading.file) == contents(file)
    assert reading.file.name == file.name


@EVERY_FILE
def test_csv_reads_back_what_it_writes(file):
    reading = read_movement(movement_to_csv(file))

    assert reading.problems == ()
    assert contents(reading.file) == contents(file)


@examples(15)
@given(st.integers(1, 3), st.integers(1, 3), st.integers(0, 2**32))
def test_any_movement_of_players_survives_both_forms(rounds, tables, seed):
    """Hardly ever sound: reading does not judge."""
    rng = np.random.default_rng(seed)
    players = np.stack([rng.permutation(4 * tables).reshape(tables, 4) for _ in range(rounds)])
    sets = rng.integers(-1, 5, (rounds, tables))
    at_once = max(int(np.bincount(row[row >= 0]).max(initial=1)) for row in sets)
    movement = Movement("any", number_by_start(players), sets, tables_per_set=at_once)
    file = MovementFile(movement, boards_per_set=3)

    for source in (movement_to_json(file).encode(), movement_to_csv(file)):
        assert contents(read_movement(source).file) == contents(file)


def test_first_round_is_printed_in_the_order_of_the_sheets():
    content = json.loads(movement_to_json(STRAIGHT))

    assert content["players"][0] == [[4 * table + place for place in range(1, 5)] for table in range(5)]
    assert content["board_sets"][:2] == [[1, 2, 3, 4, 5], [2, 3, 4, 5, 1]]


def test_short_csv_of_a_spreadsheet_is_understood():
    text = "Round,Table,N,S,E,W,Boards\n1,2,5,6,7,8,2\n1,1,1,2,3,4,1\n"

    movement = read_movement(text.encode()).file.movement

    assert movement.players.tolist() == [[[0, 1, 2, 3], [4, 5, 6, 7]]]
    assert movement.board_sets.tolist() == [[0, 1]]
    assert movement.shape.code == "individual"


@pytest.mark.parametrize(
    ("seats", "shape"),
    [
        ("1;1;2;2;1", "triplets"),
        ("1;2;1;1;1", "quartets"),
        ("1;2;3;4;0", "free_individual"),
        ("1;2;3;4;1", "individual"),
    ],
)
def test_shape_is_read_from_the_numbers(seats, shape):
    text = f"Position;Table;N;S;E;O;Série\n1;1;{seats}\n"

    assert read_movement(text.encode()).file.movement.shape.code == shape


def test_fifth_column_is_written_for_tables_of_five_only():
    def heading(file):
        return movement_to_csv(file).decode("utf-8-sig").splitlines()[0]

    assert heading(FIVES).startswith("Position;Table;N;S;E;O;5e;Série;")
    assert heading(FREE).startswith("Position;Table;N;S;E;O;Série;")


def test_fifth_column_without_a_shape_makes_tables_of_five():
    text = "Position;Table;N;S;E;O;5e;Série\n1;1;1;2;3;4;;0\n1;2;5;6;7;8;9;0\n"

    movement = read_movement(text.encode()).file.movement

    assert movement.shape.code == "free_fives"
    assert movement.players.tolist() == [[[0, 1, 2, 3, -1], [4, 5, 6, 7, 8]]]
    assert check_movement(movement).is_sound


def test_empty_fifth_column_changes_nothing():
    text = "Position;Table;N;S;E;O;5e;Série\n1;1;1;2;3;4;0;1\n"

    assert read_movement(text.encode()).file.movement.shape.code == "individual"


def test_a_fifth_at_tables_of_four_is_refused():
    text = "Position;Table;N;S;E;O;5e;Série;Forme\n1;1;1;2;3;4;5;1;individual\n"

    assert faults(text) == [("movement_shape", 0, "")]
    five_numbers = [[[1, 2, 3, 4, 5]]]
    assert faults(altered(players=five_numbers, board_sets=[[1]])) == [("list_length", 0, "players[0][0]")]
    assert faults(altered(shape="free_fives", players=[[[1, 2, 3, 4]]], board_sets=[[0]])) == [
        ("list_length", 0, "players[0][0]")
    ]


def test_players_are_numbered_by_their_starting_places():
    text = "Position;Table;N;S;E;O;Série\n1;1;8;7;6;5;1\n2;1;5;6;7;8;2\n"

    movement = read_movement(text.encode()).file.movement

    assert movement.players.tolist() == [[[0, 1, 2, 3]], [[1, 0, 3, 2]]]


PAIRS = """14  7  2  6 0
# six tables of groups, A twice
 1- 2 A  3- 4 B  5- 6 C  7- 8 D  9-10 E 11-12 F 13-14 A
 6- 3 A  7- 2 B 11-13 C  9- 4 D  5- 8 E  1-10 F 14-12 B
"""


def test_bridge_pairs_become_teams_of_a_side():
    movement = read_movement(PAIRS.encode()).file.movement

    assert (movement.shape, movement.round_count, movement.table_count) == (TRIPLETS, 2, 7)
    assert movement.players[1, 0].tolist() == [5, 2, 5, 2]
    assert movement.board_sets[0].tolist() == [0, 1, 2, 3, 4, 5, 0]
    assert movement.tables_per_set == 2


def test_bridge_individuals_keep_their_seats():
    movement = read_movement(b"4 1 2 2 1\n1 2 3 4 1\n2 1 4 3 2\n").file.movement

    assert movement.players.tolist() == [[[0, 1, 2, 3]], [[2, 3, 0, 1]]]
    assert check_movement(movement).is_sound


def test_mov_howell_keeps_the_numbers_of_its_pairs():
    howell = mov(1, 2, 4, 1, 1, 4, 2, 2, 4, 3, 3, 2, 3, 1, 3, 1, 2, 1, 2, 3)

    movement = read_movement(howell).file.movement

    assert movement.shape == TRIPLETS
    assert movement.players[:, :, :2].tolist() == [
        [[3, 0], [1, 2]],
        [[3, 1], [2, 0]],
        [[3, 2], [0, 1]],
    ]
    assert movement.board_sets.tolist() == [[0, 0], [1, 1], [2, 2]]
    assert check_movement(movement).is_sound


def test_mov_mitchell_numbers_east_west_after_north_south():
    mitchell = mov(0, 3, 1, 1, 1, 1, 3, 2, 2, 2, 2, 2, 1, 3, 3, 3, 3, 3, 2, 1)

    movement = read_movement(mitchell).file.movement

    assert movement.players[:, :, :2].tolist() == [[[0, 3], [1, 4], [2, 5]], [[0, 5], [1, 3], [2, 4]]]
    assert check_movement(movement).is_sound


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (mov(1, 2, 1, 2, 1), [("mov_layout", 0, "")]),
        (mov(1, 0, 1, 2, 1), [("mov_layout", 0, "")]),
        (mov(1, 1, 1, 3, 1), [("mov_layout", 0, "")]),
        (mov(1, 2, 1, 2, 1, 2, 3, 1), [("mov_layout", 0, "")]),
        (mov(1, 1, 0, 0, 0), [("movement_empty", 0, "")]),
        (mov(1, 1), [("mov_layout", 0, "")]),
        (b"\x07\x00\x01\x02\x0e\x0d", [("movement_binary", 0, "")]),
        ("", [("movement_file_empty", 0, "")]),
        ("{", [("json_unreadable", 1, "")]),
        ("[" * 200_000, [("json_unreadable", 1, "")]),
        ("[]", [("json_not_a_movement", 0, "format")]),
        (altered(version=2), [("movement_version", 0, "version")]),
        (
            altered(shape="pairs", copies=0),
            [("shape_unknown", 0, "shape"), ("number_not_in_range", 0, "copies")],
        ),
        (altered(seats=4), [("key_unknown", 0, "seats")]),
        (altered(name=7), [("name_invalid", 0, "name")]),
        (altered(players=3), [("list_expected", 0, "players")]),
        (altered(players=[[[1, 2, 3, 4]]], board_sets=[[1], [2]]), [("list_length", 0, "board_sets")]),
        (
            altered(players=[[[1, 2, 3, True]], [[1, 2, 3]]], board_sets=[[-1], [1.5]]),
            [
                ("number_not_in_range", 0, "players[0][0][3]"),
                ("list_length", 0, "players[1][0]"),
                ("number_not_in_range", 0, "board_sets[0][0]"),
                ("number_not_in_range", 0, "board_sets[1][0]"),
            ],
        ),
        (altered(players=[[[0, 0, 0, 0]]], board_sets=[[0]]), [("movement_empty", 0, "")]),
        (altered(copies=3, tables_per_set=2), [("movement_tables_per_set", 0, "")]),
        ("Position;Table\n1;1\n", [("columns_missing", 1, "")]),
        ("Position;Table;N;S;E;O;Série;Nord\n", [("column_twice", 1, "N")]),
        ("Position;Table;N;S;E;O;Série\n", [("movement_empty", 0, "")]),
        (
            "Position;Table;N;S;E;O;Série\n1;1;1;2;x;4;1\n0;1;1;2;3;;1\n",
            [
                ("number_not_in_range", 2, "E"),
                ("number_not_in_range", 3, "Position"),
                ("cell_missing", 3, "O"),
            ],
        ),
        ("Position;Table;N;S;E;O;Série\n1;1;1;2;3;4;1\n1;1;1;2;3;4;1\n", [("table_twice", 3, "")]),
        ("sep=,\nPosition,Table,N,S,E,O,Série\n1,1,1,2,3,4,1\n1,1,1,2,3,4,1\n", [("table_twice", 4, "")]),
        (
            "Position;Table;N;S;E;O;Série;Exemplaires\n1;1;1;2;3;4;1;1\n2;1;1;2;3;4;2;2\n",
            [("lines_disagree", 0, "Exemplaires")],
        ),
        ("4 1 2 2 1\n1 2 3 4 1\n", [("asc_length", 2, "")]),
        # a text of DOS with its end mark is no binary file
        (b"4 1 2 2 1\r\n1 2 3 4 1\r\n\x1a", [("asc_length", 2, "")]),
        (
            "4 1 1 1 1\n1 2 A 5 B\n",
            [("asc_word", 2, ""), ("number_not_in_range", 2, ""), ("number_not_in_range", 2, "")],
        ),
        ("4 0 1 1 1\n1 2 3 4 1\n", [("asc_heading", 1, "")]),
    ],
)
def test_every_fault_is_named_with_its_place(content, expected):
    assert faults(content) == expected


def test_the_examples_of_the_document_are_read():
    blocks = re.findall(r"```(?:json)?\n([{P].*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)

    files = [read_movement(block.encode()).file for block in blocks]

    assert [file.boards_per_set for file in files] == [4, 4]
    assert contents(files[0]) == contents(files[1])


def test_a_file_with_thousands_of_faults_tells_the_first_hundred():
    spoilt = altered(players=[[["x"] * 4] * 400] * 100, board_sets=[[1] * 400] * 100)

    problems = faults(spoilt)

    assert len(problems) == 100
    assert problems[0] == ("number_not_in_range", 0, "players[0][0][0]")


@examples(30)
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_bytes_raise(content):
    reading = read_movement(content)

    assert (reading.file is None) == bool(reading.problems)
