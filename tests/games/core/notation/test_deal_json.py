"""Whole deals as JSON: both ways, and every fault with its place."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.cards import parse_card
from games.core.errors import (
    GameError,
    IllegalAction,
    InvalidDeal,
    InvalidRules,
    InvalidSeat,
    NotationError,
)
from games.core.notation import (
    format_deal_json,
    format_played_deal,
    parse_deal_json,
    parse_played_deal,
    read_deal_values,
)

VALUES = {
    "format": "etui-deal",
    "version": 1,
    "game": "contrat-2",
    "rules": "fft",
    "options": {"doubling": True, "sizes": [1, 2]},
    "notes": {"event": "Soirée"},
    "dealer": 1,
    "contract": {"taker": 0, "bid": "garde"},
    "hands": [["21T", "3T"], ["1T", "EX"]],
    "piles": [["9T", "5T"]],
    "steps": [{"seat": 0, "action": "bet:2"}, {"seat": 1, "action": "worth:EX=22"}],
}

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*VALUES, "seat"]), inner),
    max_leaves=20,
)


def refusal(source, parse=parse_deal_json):
    with pytest.raises(NotationError) as refused:
        parse(source)
    return refused.value


def read_or_refuse(values):
    try:
        return read_deal_values(values)
    except NotationError as error:
        return error


def test_deal_reads_from_json_and_is_written_alike():
    deal = parse_deal_json(json.dumps(VALUES))

    assert json.loads(format_deal_json(deal)) == VALUES
    assert "\n" not in format_deal_json(deal)


def test_members_that_may_be_left_out():
    required = {name: VALUES[name] for name in ("format", "version", "game", "dealer", "hands")}

    deal = read_deal_values(required)

    assert (deal.rules.name, deal.rules.overrides, deal.notes, deal.steps) == ("fft", (), (), ())
    assert deal.layout.piles == ()


@given(data=st.data())
def test_any_deal_reads_back_and_agrees_with_its_text(any_deal, data):
    deal = data.draw(any_deal)

    assert parse_deal_json(format_deal_json(deal)) == deal
    assert parse_played_deal(format_played_deal(parse_deal_json(format_deal_json(deal)))) == deal


@given(st.binary() | st.text().map(str.encode))
def test_any_bytes_are_refused(source):
    refusal(source)


@given(name=st.sampled_from(list(VALUES)), value=JSON_VALUES)
def test_any_member_is_read_or_refused(name, value):
    result = read_or_refuse({**VALUES, name: value})

    if isinstance(result, NotationError):
        assert result.field
    else:
        assert parse_deal_json(format_deal_json(result)) == result


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"format": "pgn"}, "not_a_deal", "format"),
        ({"version": 2}, "unknown_version", "version"),
        ({"version": True}, "unknown_version", "version"),
        ({"game": 4}, "json_value", "game"),
        ({"game": "Tarot"}, "name", "game"),
        ({"rules": None}, "json_value", "rules"),
        ({"options": {"a": 1.5}}, "option_text", "options.a"),
        ({"options": {"a": "yes"}}, "option_text", "options.a"),
        ({"options": {"a": "two words"}}, "option_text", "options.a"),
        ({"options": {"a": [5]}}, "option_text", "options.a"),
        ({"options": {"a": 10**5000}}, "json_number", "options.a"),
        ({"notes": {"event": " x"}}, "note", "notes.event"),
        ({"dealer": 2}, "no_such_seat", "dealer"),
        ({"dealer": True}, "json_value", "dealer"),
        ({"contract": {"taker": 0}}, "json_member", "contract"),
        ({"contract": {"taker": 2, "bid": "garde"}}, "no_such_seat", "contract.taker"),
        ({"contract": {"taker": 0, "bid": 2}}, "json_value", "contract.bid"),
        ({"contract": "garde"}, "json_value", "contract"),
        ({"hands": [["21T"]]}, "json_value", "hands"),
        ({"hands": [["21T"]] * 17}, "card_twice", "hands[1][0]"),
        ({"hands": [["21T", "S0"], []]}, "no_such_card", "hands[0][1]"),
        ({"hands": ["21T", []]}, "json_value", "hands[0]"),
        ({"piles": [["3T"]]}, "card_twice", "piles[0][0]"),
        ({"steps": [{"seat": 0}]}, "json_member", "steps[0]"),
        ({"steps": [{"seat": 5, "action": "pass"}]}, "no_such_seat", "steps[0].seat"),
        ({"steps": [{"seat": 0, "action": "hidden:bid"}]}, "action_text", "steps[0].action"),
        ({"steps": [{"seat": 0, "action": "fold"}]}, "action_text", "steps[0].action"),
        ({"north": "x"}, "json_member", "north"),
        ({"North": "x"}, "json_member", ""),
    ],
)
def test_fault_is_named_with_its_path(change, code, field):
    error = refusal({**VALUES, **change}, read_deal_values)

    assert (error.code, error.field, error.line) == (code, field, 0)
    assert str(error).startswith(f"{field}: " if field else "no such member as 'North'")


def test_member_left_out_is_named():
    values = {name: value for name, value in VALUES.items() if name != "hands"}

    error = refusal(values, read_deal_values)

    assert (error.code, error.field) == ("json_member", "hands")


@pytest.mark.parametrize(
    ("source", "code", "line", "column"),
    [
        ("", "json_syntax", 1, 1),
        ('{"format":\n oops}', "json_syntax", 2, 2),
        ('{"a": 1,\n "a": 2}', "json_key_twice", 2, 2),
        ('{"b": {"a": [{"a": 1}], "c": "x", "a": 2} oops', "json_key_twice", 1, 35),
        ('{"a":\n\n [1, NaN]}', "json_number", 3, 6),
        ('{"Infinity": -Infinity}', "json_number", 1, 14),
        ('{"a": 12, "b": "9", "c": -' + "9" * 5000 + "}", "json_number", 1, 26),
        ('{"a": 1234567890123456789}', "json_number", 1, 7),
        ('{"a": "x", "b": [-1e999]}', "json_number", 1, 18),
        # the number is wrong before the sign behind it
        ('{"a": 1234567890123456789x, b: 1}', "json_number", 1, 7),
        ('{"a": 1, "b": 1e999Ö, c: 1}', "json_number", 1, 15),
        ('{"a": -Infinity-, b: 1}', "json_number", 1, 7),
        ('{"a": "[",\n "b": ' + "[" * 100_000, "json_depth", 2, 70),
        ('{"a": "\\\\ud800", "b": "\\ud83d\\ude00\\ud83d"}', "json_text", 1, 36),
        ('{"\\u0000": 1}', "json_text", 1, 3),
        ('{"a": "\ud800"}', "json_text", 1, 8),
        (b'{"a": "\xe9"}', "encoding", 1, 8),
    ],
)
def test_document_that_is_no_json_is_refused(source, code, line, column):
    error = refusal(source)

    assert (error.code, error.line, error.column) == (code, line, column)


LINES = """\ufeff{
  "format": "etui-deal", "version": 1, "game": "contrat-2", "dealer": 1,
  "options": {"doubling": true},
  "contract": {"taker": 0, "bid": "garde"},
  "hands": [
    ["21T", "3T"],
    ["1T", "EX"]
  ],
  "piles": [["9T", "5T"]],
  "steps": [{"seat": 0, "action": "bet:2"},
            {"seat": 1, "action": "worth:EX=22"}]
}"""


def test_document_on_several_lines_is_read():
    assert parse_deal_json(LINES).layout.piles == ((parse_card("9T"), parse_card("5T")),)


@pytest.mark.parametrize(
    ("written", "wrong", "code", "path", "line", "column"),
    [
        ('"EX"]', '"S0"]', "no_such_card", "hands[1][1]", 7, 12),
        ('"1T"', '"21T"', "card_twice", "hands[1][0]", 7, 6),
        ('["9T"', '["3T"', "card_twice", "piles[0][0]", 9, 14),
        ('"bet:2"', '"fold"', "action_text", "steps[0].action", 10, 35),
        ('"seat": 1', '"seat": 2', "no_such_seat", "steps[1].seat", 11, 22),
        ('"action": "w', '"act": "w', "json_member", "steps[1]", 11, 13),
        ('"dealer"', '"giver"', "json_member", "dealer", 1, 1),
        ('"hands": [', '"north": 5, "hands": [', "json_member", "north", 5, 12),
        ("true", "1.5", "option_text", "options.doubling", 3, 27),
        ('"taker": 0', '"taker": 9', "no_such_seat", "contract.taker", 4, 25),
    ],
)
def test_fault_in_a_document_has_line_and_column(written, wrong, code, path, line, column):
    assert LINES.count(written) == 1

    error = refusal(LINES.replace(written, wrong))

    assert (error.code, error.field, error.line, error.column) == (code, path, line, column)
    assert str(error).startswith(f"line {line}, column {column}: {path}: ")


@pytest.mark.parametrize(
    ("error", "path", "line"),
    [
        (InvalidDeal("card_missing", "card missing: 2T", cards="2T"), "hands", 5),
        (InvalidDeal("card_unknown", "card unknown: 5T EX", cards="5T EX"), "piles[0][1]", 9),
        (InvalidDeal("pile_sizes", "pile sizes 2, expected 1", sizes="2"), "piles", 9),
        (InvalidRules("unknown_game", "no such game", field="game"), "game", 2),
        (InvalidRules("unknown_option", "no such option", field="doubling"), "options.doubling", 3),
        (InvalidRules("unknown_rules", "no such rules"), "rules", 1),
        (InvalidSeat("no_such_seat", "no such seat", field="taker"), "contract.taker", 4),
        (InvalidSeat("no_such_seat", "no such seat", field="dealer"), "dealer", 2),
        (IllegalAction("bid_not_on_ladder", "no such bid", field="bid"), "contract.bid", 4),
        (IllegalAction("must_trump", "no trump", field="card", step=1), "steps[1]", 11),
        (GameError("strange", "strange"), "game", 2),
    ],
)
def test_error_of_the_game_keeps_its_code_and_values_and_has_its_place(error, path, line):
    def check(deal):
        raise error

    error_found = refusal(LINES, lambda source: parse_deal_json(source, check))

    assert (error_found.code, error_found.values, error_found.field, error_found.line) == (
        error.code,
        error.values,
        path,
        line,
    )
