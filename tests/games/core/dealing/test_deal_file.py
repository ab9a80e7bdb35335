"""Deals from a file: the three forms, and every fault with its line and column."""

import json
from dataclasses import replace

import pytest

from games.core.dealing import lay_out, seal_set
from games.core.dealing.deal_file import read_deal_file
from games.core.dealing.dealt_game import dealt_game
from games.core.dealing.dealt_set import Scope, Takers
from games.core.dealing.layout_text import format_layout
from games.core.dealing.set_document import format_set_document
from games.core.notation import PlayedDeal, format_played_deal

SEED = bytes(range(32))
GAME = dealt_game("tarot-4")
LAYOUTS = [lay_out(SEED, number, 0) for number in (1, 2, 3)]
LINES = [format_layout(layout) for layout in LAYOUTS]


def read(source, takers=Takers.FFT, game=GAME):
    return read_deal_file(source, game, takers=takers)


def faults_of(source):
    deal_file = read(source)
    assert (deal_file.boards == ()) == bool(deal_file.faults)
    return [(fault.code, fault.line, fault.column) for fault in deal_file.faults]


def test_a_deal_a_line_is_numbered_from_one():
    deal_file = read("# our deals\n\n" + "\n".join(LINES) + "\n")

    assert deal_file.faults == ()
    assert [board.layout for board in deal_file.boards] == LAYOUTS
    assert [(board.number, board.dealer, board.taker) for board in deal_file.boards] == [
        (1, 0, 0),
        (2, 3, 1),
        (3, 2, 3),
    ]
    assert [board.taker for board in read("\n".join(LINES), takers=Takers.NONE).boards] == [None] * 3


def test_groups_of_a_line_may_come_in_any_order():
    hands, dog = LINES[0].split("+")

    turned = f"{hands}+{'/'.join(reversed(dog.split('/')))}"

    assert read(turned).boards[0].layout == LAYOUTS[0]


@pytest.mark.parametrize("scope", Scope)
def test_document_of_a_set_is_read_whole(scope):
    document = seal_set(SEED, 3, scope=scope)

    deal_file = read(format_set_document(document))

    assert (deal_file.document, deal_file.boards) == (document, document.boards)
    assert deal_file.faults == ()


def test_takers_of_the_table_are_given_to_a_set_without():
    free = seal_set(SEED, 3, takers=Takers.NONE)

    assert [board.taker for board in read(format_set_document(free)).boards] == [0, 1, 3]


def test_played_deals_are_read():
    deals = [
        PlayedDeal("tarot-4", LAYOUTS[0], 0, contract=(0, "garde")),
        PlayedDeal("tarot-4", LAYOUTS[1], 3),
    ]

    deal_file = read("".join(map(format_played_deal, deals)))

    assert deal_file.faults == ()
    assert [(board.layout, board.dealer, board.taker) for board in deal_file.boards] == [
        (LAYOUTS[0], 0, 0),
        (LAYOUTS[1], 3, 1),
    ]


def test_all_lines_at_fault_are_told_together():
    twice = LINES[1].replace("+", "+T21.", 1)

    faults = faults_of("\n".join([LINES[0], "x" + LINES[1], LINES[2], "T1 T2 T3 T4 +T5", twice, "T1/T1 S1"]))

    assert faults[:2] == [("deal_text", 2, 1), ("card_missing", 4, 1)]
    assert [(code, line) for code, line, _ in faults[2:]] == [("deal_text", 5), ("card_twice", 6)]
    assert faults[3][2] == 4


def test_faults_of_a_document_have_the_line_of_their_deal():
    text = format_set_document(seal_set(SEED, 3))
    values = json.loads(text)
    values["deals"][0]["hands"] = "x"
    values["deals"][2]["dealer"] = "E"

    assert faults_of(json.dumps(values, indent=1)) == [("deal_text", 20, 3), ("dealer_differs", 32, 3)]
    assert [line for _, line, _ in faults_of(text.replace('"number": 2', '"number": "2"'))] == [15]


def test_name_written_with_escapes_still_has_a_place():
    text = format_set_document(seal_set(SEED, 2)).replace('"deals"', r'"d\u0065als"')

    assert faults_of(text.replace('"number": 2', '"number": 0')) == [("json_value", 1, 1)]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"dealer": 1}, "dealer_differs"),
        ({"taker": 2}, "taker_differs"),
        ({"number": 25}, "number_repeated"),
    ],
)
def test_board_that_differs_from_the_table_is_told(change, code):
    first, second = seal_set(SEED, 2, takers=Takers.NONE).boards
    changed = (replace(first, **change), second)
    if code == "number_repeated":
        changed = (first, replace(first, layout=second.layout))
    document = replace(seal_set(SEED, 2, takers=Takers.NONE), boards=changed)

    assert [fault[0] for fault in faults_of(format_set_document(document))] == [code]


def test_deal_of_another_game_is_told():
    three_player_game = dealt_game("tarot-3")
    three_player_deal = PlayedDeal("tarot-3", lay_out(SEED, 1, 0, three_player_game), 0)

    assert faults_of(format_set_document(seal_set(SEED, 1, game="tarot-5")))[0][0] == "other_game"
    assert faults_of(format_played_deal(three_player_deal))[0] == ("other_game", 1, 1)


@pytest.mark.parametrize(
    ("source", "code", "line", "column"),
    [
        ("", "no_deals", 1, 1),
        ("# nothing\n", "no_deals", 1, 1),
        ("{\n oops}", "json_syntax", 2, 2),
        ("{}", "not_a_deal_set", 0, 0),
        (b"T1\xff", "encoding", 1, 3),
        ("etui-deal 2\n", "unknown_version", 1, 11),
        ("T1\n" * 201, "too_many_deals", 201, 1),
    ],
)
def test_file_of_no_form_is_told(source, code, line, column):
    assert faults_of(source) == [(code, line, column)]


def test_other_games_are_read_too():
    game = dealt_game("tarot-10")
    document = seal_set(SEED, 2, game="tarot-10")

    deal_file = read("\n".join(format_layout(board.layout) for board in document.boards), Takers.NONE, game)

    assert deal_file.boards == document.boards
