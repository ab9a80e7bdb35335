"""Whole deals as JSON: both ways, and every fault with its path."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import InvalidDeal, NotationError
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


def refusal(source, read=parse_deal_json):
    with pytest.raises(NotationError) as refused:
        read(source)
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
    found = read_or_refuse({**VALUES, name: value})

    if isinstance(found, NotationError):
        assert found.field
    else:
        assert parse_deal_json(format_deal_json(found)) == found


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
        ({"north": "x"}, "json_member", "'north'"),
    ],
)
def test_fault_is_named_with_its_path(change, code, field):
    error = refusal({**VALUES, **change}, read_deal_values)

    assert (error.code, error.field, error.line) == (code, field, 0)
    assert str(error).startswith(f"{field}: ")


def test_member_left_out_is_named():
    values = {name: value for name, value in VALUES.items() if name != "hands"}

    error = refusal(values, read_deal_values)

    assert (error.code, error.field) == ("json_member", "hands")


@pytest.mark.parametrize(
    ("source", "code", "line", "column"),
    [
        ("", "json_syntax", 1, 1),
        ('{"format":\n oops}', "json_syntax", 2, 2),
        ('{"a": 1, "a": 2}', "json_key_twice", 1, 1),
        ('{"a": NaN}', "json_number", 1, 1),
        ('{"a": ' + "9" * 5000 + "}", "json_number", 1, 1),
        ("[" * 100_000, "json_depth", 1, 1),
        (b'{"a": "\xe9"}', "encoding", 1, 8),
    ],
)
def test_document_that_is_no_json_is_refused(source, code, line, column):
    error = refusal(source)

    assert (error.code, error.line, error.column) == (code, line, column)


def test_error_of_the_game_keeps_its_code_and_values():
    def check(deal):
        raise InvalidDeal("card_missing", "card missing: 2T", cards="2T")

    error = refusal(json.dumps(VALUES), lambda source: parse_deal_json(source, check))

    assert (error.code, error.values) == ("card_missing", {"cards": "2T"})
