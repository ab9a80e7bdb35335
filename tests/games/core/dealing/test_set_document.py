"""The JSON document of a set of deals: round trip, and every fault of form with its place."""

import json
from dataclasses import replace

import pytest

from games.core.dealing import seal_set
from games.core.dealing.dealt_set import Scope, Takers
from games.core.dealing.set_document import format_set_document, parse_set_document, read_set_document
from games.core.errors import NotationError

SEED = bytes(range(32))


def altered(document, path, value):
    """The text of a document with the value of one member replaced."""
    values = json.loads(format_set_document(document))
    *parents, last = path
    holder = values
    for step in parents:
        holder = holder[step]
    holder[last] = value
    return json.dumps(values)


@pytest.mark.parametrize("change", [{}, {"seed": None}])
def test_document_reads_back(small_set, change):
    document = replace(small_set, **change)

    assert parse_set_document(format_set_document(document)) == document


def test_free_takers_read_back(small_set):
    boards = tuple(replace(board, taker=None) for board in small_set.boards)
    document = replace(small_set, boards=boards)

    assert parse_set_document(format_set_document(document).encode()) == document


@pytest.mark.parametrize("game", ["tarot-3", "tarot-2-decouverte", "tarot-16", "grelin-4", "cold-poker-2"])
def test_documents_of_other_games_read_back(game):
    document = seal_set(SEED, 2, game=game)

    assert parse_set_document(format_set_document(document)) == document


def test_taker_hands_alone_read_back():
    document = seal_set(SEED, 4, scope=Scope.TAKERS)

    assert parse_set_document(format_set_document(document)) == document


@pytest.mark.parametrize(
    ("hands", "code"),
    [("T1/S1 - - - +-", "hand_sizes"), ("- T1/S1 - - +-", "card_missing"), ("- - - - +-", "hand_sizes")],
)
def test_part_of_a_deal_is_the_whole_hand_of_the_taker(hands, code):
    """The first board's taker is North."""
    document = seal_set(SEED, 1, scope=Scope.TAKERS)

    with pytest.raises(NotationError) as refused:
        parse_set_document(altered(document, ["deals", 0, "hands"], hands))

    assert (refused.value.code, refused.value.field) == (code, "deals[0].hands")


@pytest.mark.parametrize("taker", [0, None])
def test_first_version_says_by_its_boards_whether_there_are_takers(taker):
    free = seal_set(SEED, 1, takers=Takers.NONE)
    boards = (replace(free.boards[0], taker=taker),)
    first = replace(
        free, algorithm="etui-1", boards=boards, takers=Takers.NONE if taker is None else Takers.FFT
    )

    assert json.loads(format_set_document(first))["version"] == 1
    assert parse_set_document(format_set_document(first)) == first


def test_faults_of_all_deals_are_found_together(small_set):
    values = json.loads(format_set_document(small_set))
    values["deals"][0]["hands"] = "x"
    values["deals"][2]["number"] = 0

    document, faults = read_set_document(json.dumps(values))

    assert document.boards == small_set.boards[1:2]
    assert [fault.field for fault in faults] == ["deals[0].hands", "deals[2].number"]


def test_dog_may_be_written_in_any_order(small_set):
    hands, dog = format_set_document(small_set).split('"hands": "')[1].split('"')[0].split("+")
    groups = "/".join(reversed(dog.split("/")))

    text = altered(small_set, ["deals", 0, "hands"], f"{hands}+{groups}")

    assert parse_set_document(text) == small_set


def test_each_deal_has_its_line(small_set):
    text = format_set_document(small_set)

    assert text.isascii()
    assert [line[:16] for line in text.splitlines() if '"hands"' in line] == [
        '  {"number": 1, ',
        '  {"number": 2, ',
        '  {"number": 3, ',
    ]


@pytest.mark.parametrize(
    ("path", "value", "code", "field"),
    [
        (["format"], "etui", "not_a_deal_set", "format"),
        (["version"], 3, "unknown_version", "version"),
        (["version"], True, "unknown_version", "version"),
        (["takers"], "club", "json_value", "takers"),
        (["dealt"], None, "json_value", "dealt"),
        (["more"], 1, "json_member", "more"),
        (["game"], 4, "json_value", "game"),
        (["boards"], 0, "json_value", "boards"),
        (["boards"], True, "json_value", "boards"),
        (["commitment"], "00", "json_value", "commitment"),
        (["seed"], "ABCD", "json_value", "seed"),
        (["seed"], "abc", "json_value", "seed"),
        (["constraints"], [], "json_value", "constraints"),
        (["constraints", "scale"], "other", "constraints_malformed", "constraints"),
        (["deals"], [], "json_value", "deals"),
        (["deals"], {}, "json_value", "deals"),
        (["deals", 1], "x", "json_value", "deals[1]"),
        (["deals", 1, "number"], "2", "json_value", "deals[1].number"),
        (["deals", 1, "dealer"], "O", "no_such_seat", "deals[1].dealer"),
        (["deals", 1, "taker"], 2, "json_value", "deals[1].taker"),
        (["deals", 2, "hands"], "x", "deal_text", "deals[2].hands"),
        (["deals", 2, "hands"], "T1 +T1", "card_twice", "deals[2].hands"),
        (["deals", 2, "hands"], "T1 T2 T3 T4 +T5", "card_missing", "deals[2].hands"),
        (["deals", 2, "note"], "x", "json_member", "deals[2].note"),
    ],
)
def test_wrong_value_is_named(small_set, path, value, code, field):
    with pytest.raises(NotationError) as refused:
        parse_set_document(altered(small_set, path, value))

    assert (refused.value.code, refused.value.field) == (code, field)
    assert str(refused.value).startswith(f"{field}: ")


def test_missing_member_is_named(small_set):
    values = json.loads(format_set_document(small_set))
    del values["deals"][2]["taker"]

    with pytest.raises(NotationError, match=r"^deals\[2\]\.taker: missing$"):
        parse_set_document(json.dumps(values))


def test_fault_of_syntax_has_its_line_and_column(small_set):
    text = format_set_document(small_set).replace(' "seed": ', ' "seed" ')

    with pytest.raises(NotationError) as refused:
        parse_set_document(text)

    assert (refused.value.code, refused.value.line, refused.value.column) == ("json_syntax", 12, 9)
