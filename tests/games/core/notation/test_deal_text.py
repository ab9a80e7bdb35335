"""Whole deals as text: both ways, and every fault with its place."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.actions import MakeBid, Pass, PlayCard, parse_action
from games.core.cards import parse_card
from games.core.errors import GameError, IllegalAction, InvalidDeal, InvalidRules, InvalidSeat, NotationError
from games.core.layouts import Layout
from games.core.notation import PlayedDeal, format_played_deal, parse_played_deal, parse_played_deals
from games.core.rules import RuleSet

TEXT = """\
etui-deal 1
game tarot-4
rules fft mouche=yes handfuls=8/10/12
note event Coupe d’été
dealer E
hand N T21/SR
hand W E/S10
hand S T1/SV
hand E S1/H9
pile T2.3
N> pass bid:garde pass pass
W: discard:S2 discard:S3
N> SR S10 SV S1
N> 21T EX 1T H9
end
"""


def cards(text):
    return frozenset(parse_card(word) for word in text.split())


DEAL = PlayedDeal(
    "tarot-4",
    Layout(
        (cards("21T SR"), cards("EX S10"), cards("1T SV"), cards("H9 S1")),
        ((parse_card("2T"), parse_card("3T")),),
    ),
    3,
    (
        *zip((0, 1, 2, 3), (Pass(), MakeBid("garde"), Pass(), Pass()), strict=True),
        *((1, parse_action(text)) for text in ("discard:S2", "discard:S3")),
        *zip((0, 1, 2, 3), map(parse_action, ("SR", "S10", "SV", "S1")), strict=True),
        *zip((0, 1, 2, 3), map(parse_action, ("21T", "EX", "1T", "H9")), strict=True),
    ),
    RuleSet("fft", (("handfuls", (8, 10, 12)), ("mouche", True))),
    notes=(("event", "Coupe d’été"),),
)


def refusal(text):
    with pytest.raises(NotationError) as refused:
        parse_played_deals(text)
    return refused.value


def read_or_refuse(source):
    try:
        return parse_played_deals(source)
    except NotationError as error:
        return error


def test_deal_reads_from_its_text():
    assert parse_played_deal(TEXT) == DEAL


def test_deal_is_written_in_one_way():
    tidy = TEXT.replace("pile T2.3", "pile 2T.3T").replace(
        "mouche=yes handfuls=8/10/12", "handfuls=8/10/12 mouche=yes"
    )

    assert format_played_deal(DEAL) == tidy


def test_headings_come_in_any_order_with_comments_and_blank_lines():
    lines = TEXT.splitlines()
    shuffled = [lines[0], "", "# a comment", *reversed(lines[1:5]), "\t", *lines[5:]]

    assert parse_played_deal("\r\n".join(shuffled).encode()) == DEAL
    assert parse_played_deal(b"\xef\xbb\xbf" + TEXT.encode()) == DEAL


def test_contract_comes_with_the_deal():
    text = TEXT.replace("dealer E\n", "dealer E\ncontract W garde\n")

    deal = parse_played_deal(text)

    assert deal == replace(DEAL, contract=(1, "garde"))
    assert "\ncontract W garde\n" in format_played_deal(deal)


def test_several_deals_follow_each_other():
    assert parse_played_deals(TEXT + "\n" + TEXT) == (DEAL, DEAL)
    with pytest.raises(NotationError, match="2 deals where one is expected") as refused:
        parse_played_deal(TEXT + TEXT)
    assert refused.value.code == "several_deals"


def test_table_of_five_counts_its_seats():
    hands = tuple(cards(text) for text in ("S1", "S2", "S3", "S4", "S5"))
    deal = PlayedDeal("tarot-5", Layout(hands, ((),)), 4, ((0, Pass()), (0, PlayCard(parse_card("S1")))))

    text = format_played_deal(deal)

    assert text.splitlines()[3:] == [
        "dealer 4",
        *(f"hand {seat} S{seat + 1}" for seat in range(5)),
        "pile -",
        "0: pass",
        "0: S1",
        "end",
    ]
    assert parse_played_deal(text) == deal


@given(data=st.data())
def test_any_deal_reads_back(any_deal, data):
    deal = data.draw(any_deal)

    text = format_played_deal(deal)

    assert parse_played_deal(text) == deal
    assert format_played_deal(parse_played_deal(text.encode())) == text


@given(st.binary())
def test_any_bytes_are_read_or_refused(source):
    with pytest.raises(NotationError):
        parse_played_deals(source)


@given(data=st.data())
def test_altered_deal_is_read_or_refused(any_deal, data):
    source = format_played_deal(data.draw(any_deal)).encode()
    start = data.draw(st.integers(0, len(source)))
    stop = start + data.draw(st.integers(0, 3))

    result = read_or_refuse(source[:start] + data.draw(st.binary(max_size=3)) + source[stop:])

    if isinstance(result, NotationError):
        assert (result.line >= 1, result.column >= 1) == (True, True)
    else:
        assert all(parse_played_deal(format_played_deal(deal)) == deal for deal in result)


@given(data=st.data())
def test_truncated_deal_is_refused(any_deal, data):
    text = format_played_deal(data.draw(any_deal))
    cut = text[: data.draw(st.integers(0, len(text) - 5))]

    assert refusal(cut).code


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "column"),
    [
        ("etui-deal 1", "etui-deal 2", "unknown_version", 1, 11),
        ("etui-deal 1", "tarot deal", "not_a_deal", 1, 1),
        ("etui-deal 1\n", "", "not_a_deal", 1, 1),
        (TEXT, "", "not_a_deal", 1, 1),
        ("\nend\n", "\n", "truncated", 15, 1),
        ("\nend\n", "", "truncated", 14, 16),
        ("\nend\n", "\nend of file\n", "word_too_many", 15, 5),
        ("game tarot-4", "game", "word_missing", 2, 1),
        ("game tarot-4", "game tarot 4", "word_too_many", 2, 12),
        ("game tarot-4", "game Tarot", "name", 2, 6),
        ("game tarot-4\n", "", "heading_missing", 14, 1),
        ("game tarot-4", "jeu tarot-4", "unknown_line", 2, 1),
        ("dealer E", "dealer E\ndealer N", "heading_twice", 6, 1),
        ("dealer E\n", "", "heading_missing", 14, 1),
        ("dealer E", "dealer 3", "no_such_seat", 5, 8),
        ("dealer E", "dealer E now", "word_too_many", 5, 10),
        ("dealer E", "dealer E\ncontract W", "word_missing", 6, 10),
        ("dealer E", "dealer E\ncontract W garde now", "word_too_many", 6, 18),
        ("dealer E", "dealer E\ncontract O garde", "no_such_seat", 6, 10),
        ("dealer E", "dealer E\ncontract W Garde", "name", 6, 12),
        ("rules fft", "rules fft mouche", "option_text", 3, 11),
        ("mouche=yes", "mouche=", "option_text", 3, 11),
        ("mouche=yes", "handfuls=1", "option_text", 3, 22),
        ("rules fft", "rules fft Mouche=yes", "name", 3, 11),
        ("note event Coupe", "note event\x07 Coupe", "name", 4, 6),
        ("Coupe d’été", "Coupe\x07", "note", 4, 12),
        ("note event Coupe d’été", "note event", "note", 4, 6),
        ("Coupe d’été", "Coupe\nnote event 2", "heading_twice", 5, 6),
        ("hand N T21/SR", "hand N", "word_missing", 6, 6),
        ("hand N T21/SR", "hand N T21 SR", "word_too_many", 6, 12),
        ("T21/SR", "T22/SR", "deal_text", 6, 8),
        ("T21/SR", "T21/SX", "deal_text", 6, 12),
        ("T21/SR", "T21/-", "deal_text", 6, 12),
        ("T21/SR", "T21/SR/SR", "card_twice", 6, 15),
        ("S1/H9", "S1/SR", "card_twice", 9, 11),
        ("pile T2.3", "pile 2T.1T", "card_twice", 10, 9),
        ("pile T2.3", "pile T2.3 T4", "word_too_many", 10, 11),
        ("hand W E/S10\nhand S T1/SV", "hand S E/S10\nhand W T1/SV", "hand_order", 7, 6),
        ("hand W E/S10\n", "", "hand_order", 6, 6),
        ("pile T2.3", "N: pass\npile T2.3", "heading_late", 11, 1),
        ("W: discard:S2 discard:S3", "W:", "word_missing", 12, 1),
        ("N> pass", "O> pass", "no_such_seat", 11, 1),
        ("N> pass", "> pass", "no_such_seat", 11, 1),
        ("N> pass", "N> passe", "action_text", 11, 4),
        ("bid:garde", "hidden:bid", "action_text", 11, 9),
        ("S10 SV", "S11 SV", "action_text", 13, 7),
    ],
)
def test_fault_is_named_with_its_place(old, new, code, line, column):
    assert old in TEXT

    error = refusal(TEXT.replace(old, new, 1))

    assert (error.code, error.line, error.column) == (code, line, column)
    assert str(error).startswith(f"line {line}, column {column}: ")


def test_other_encoding_is_refused_at_its_first_byte():
    error = refusal(TEXT.encode("latin-1", "replace").replace(b"\n", b"\n", 1))

    assert (error.code, error.line, error.column) == ("encoding", 4, 20)
    assert refusal(TEXT.encode("utf-16")).code == "encoding"


@pytest.mark.parametrize(
    ("raised", "line", "column"),
    [
        (InvalidRules("unknown_game", "no"), 2, 6),
        (InvalidRules("unknown_option", "no"), 3, 7),
        (InvalidSeat("no_such_seat", "no"), 5, 8),
        (InvalidSeat("no_such_seat", "no", field="dealer"), 5, 8),
        (IllegalAction("must_trump", "no", step=5), 12, 15),
        (InvalidDeal("card_missing", "no", cards="S5"), 6, 6),
        (InvalidDeal("card_unknown", "no", cards="S1 S5"), 9, 8),
        (InvalidDeal("hand_sizes", "no"), 6, 6),
    ],
)
def test_error_of_the_game_gets_the_place_it_is_about(raised, line, column):
    def check(deal: PlayedDeal) -> None:
        raise raised

    with pytest.raises(NotationError) as refused:
        parse_played_deal(TEXT, check)

    assert isinstance(refused.value.__cause__, GameError)
    assert (refused.value.code, refused.value.line, refused.value.column) == (raised.code, line, column)
