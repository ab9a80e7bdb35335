import json
from io import StringIO

import pytest
from django.core.management import call_command

from tournaments.core.movements.check import check_movement
from tournaments.core.movements.constructions import build_straight


def run(*arguments):
    """Return the output of the command, and its exit code."""
    out, err = StringIO(), StringIO()
    try:
        call_command("make_movement", *arguments, stdout=out, stderr=err)
    except SystemExit as stop:
        return out.getvalue(), err.getvalue(), stop.code
    return out.getvalue(), err.getvalue(), 0


def test_json_holds_players_boards_source_and_report():
    text, _, exit_code = run("--format", "individual", "--tables", "7", "--rounds", "4", "--json")

    answer = json.loads(text)
    assert exit_code == 0
    assert list(answer) == ["players", "boards", "source", "report"]
    assert answer["players"][0][:2] == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert answer["players"][3][0] == [1, 18, 7, 28], "FFT: at position 4 table 1 holds N1 S5 E2 O7"
    assert answer["boards"][3][0] == [13, 14, 15, 16]
    assert (answer["source"], answer["report"]["sound"]) == ("fft-straight", True)


def test_tables_of_five_have_a_fifth_number():
    answer = json.loads(
        run("--format", "libre", "--tables", "7", "--rounds", "6", "--players", "29", "--json")[0]
    )
    output = run("--format", "libre", "--tables", "7", "--rounds", "6", "--players", "29")[0]

    assert answer["source"] == "free-fives"
    assert answer["players"][0][5:] == [[21, 22, 23, 24, 0], [25, 26, 27, 28, 29]]
    assert answer["players"][1][5] == [21, 18, 15, 4, 29]
    assert answer["report"]["five_seats"] == {"0": 5, "1": 24}
    assert "table   7 : N  25  S  26  E  27  O  28  5e  29" in output.replace("\u00a0", " ")
    assert "Sans compter le cinquième, 24 joueurs passent par une table de cinq, une fois au plus." in output


def test_numbers_of_the_answer_are_the_movement():
    """Back from sheet order and from 1: the same arrays as the construction."""
    answer = json.loads(run("--tables", "5", "--rounds", "5", "--boards-per-round", "2", "--json")[0])
    straight = build_straight(5, 5)

    place_of_seat = {0: 1, 2: 2, 3: 3, 1: 4}
    again = [
        [
            [4 * (player // 4) + place_of_seat[player % 4] for player in seats[[0, 2, 3, 1]]]
            for seats in tables
        ]
        for tables in straight.players
    ]
    assert check_movement(straight).is_sound
    assert answer["players"] == again
    assert answer["boards"][1][0] == [3, 4]


@pytest.mark.parametrize("name", ["individuel", "Duplicate", "duplicate_individual", "DUPLICATE INDIVIDUEL"])
def test_formats_have_the_names_that_people_use(name):
    assert run("--format", name, "--tables", "5", "--rounds", "2", "--json")[2] == 0


@pytest.mark.parametrize(
    ("arguments", "code", "field"),
    [
        (("--tables", "6", "--rounds", "24"), "no_movement", ""),
        (("--tables", "5", "--rounds", "2", "--players", "7"), "no_movement", ""),
        (("--tables", "five", "--rounds", "5"), "request_number", "tables"),
        (("--tables", "5", "--rounds", "٣"), "request_number", "rounds"),
        (("--tables", "-5", "--rounds", "5"), "request_number", "tables"),
        (("--tables", "9" * 5000, "--rounds", "5"), "request_number", "tables"),
        (("--tables", "5", "--rounds", "5", "--boards-per-round", "0"), "request_number", "boards_per_round"),
        (("--rounds", "5"), "request_number", "tables"),
        (("--format", "b\udcffa", "--tables", "5", "--rounds", "5"), "unknown_format", "format"),
        (("--format", "belote", "--tables", "5", "--rounds", "5"), "unknown_format", "format"),
    ],
)
def test_impossible_requests_are_answered_with_an_error(arguments, code, field):
    text, _, exit_code = run(*arguments, "--json")

    error = json.loads(text)["error"]
    assert (error["code"], error["field"], exit_code) == (code, field, 1)
    assert error["message"].encode()
    assert "\\ud" not in text


def test_nearest_shapes_are_named():
    arguments = ("--format", "triplettes", "--tables", "4", "--rounds", "12")
    error = json.loads(run(*arguments, "--json")[0])["error"]

    assert "4/7/8" in error["shapes"]


def test_text_shows_the_tables_in_french():
    text, _, exit_code = run("--tables", "5", "--rounds", "2")

    assert exit_code == 0
    assert "Position 2" in text
    assert "N   1  S  18  E  15  O  12  étuis 5 à 8" in text
    assert "Chacun rencontre 6 des 19 autres" in text


def test_text_of_a_refusal_goes_to_the_errors():
    text, error_text, exit_code = run("--tables", "6", "--rounds", "24")

    assert (text, exit_code) == ("", 1)
    assert error_text.startswith("Pas de mouvement pour ces nombres de tables (6) et de positions (24).")


def test_tables_that_deal_for_themselves_name_no_boards():
    text, _, exit_code = run("--format", "libre", "--tables", "6", "--rounds", "2", "--players", "23")

    assert (exit_code, "étuis" in text) == (0, False)
    assert "N   –  S" in text
