"""Cards and hands in French and in international letters."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.cards import BOUTS, format_card, parse_card
from games.core.decks import TWO_PACKS
from games.core.errors import NotationError
from games.core.notation import (
    FRENCH,
    INTERNATIONAL,
    format_styled_card,
    format_styled_hand,
    parse_styled_card,
    parse_styled_hand,
)

ANNOTATED = json.loads((Path(__file__).parents[3] / "data" / "games" / "annotated_hands.json").read_text())
STYLES = st.sampled_from([FRENCH, INTERNATIONAL])


def read_or_refuse(text, style):
    try:
        return parse_styled_hand(text, style)
    except NotationError as error:
        return error


def texts(cards):
    return " ".join(format_card(card) for card in cards)


@pytest.mark.parametrize("hand", ANNOTATED["hands"], ids=range(1, 8))
def test_annotated_hand_of_a_book_parses(hand):
    cards = parse_styled_hand(hand["text"], FRENCH)

    assert texts(cards) == hand["cards"]
    assert len(BOUTS & set(cards)) == hand["bouts"]


@pytest.mark.parametrize(
    ("card", "french", "international"),
    [
        ("SR", "♠R", "♠K"),
        ("HD", "♥D", "♥Q"),
        ("DC", "♦C", "♦C"),
        ("CV", "♣V", "♣J"),
        ("S1", "♠A", "♠A"),
        ("H10b", "♥10b", "♥10b"),
        ("21T", "21", "21"),
        ("EX", "Ex.", "Ex."),
    ],
)
def test_card_in_both_styles(card, french, international):
    number = parse_card(card)

    assert format_styled_card(number, FRENCH) == french
    assert format_styled_card(number, INTERNATIONAL) == international


@given(card=st.sampled_from(TWO_PACKS), style=STYLES)
def test_any_card_reads_back(card, style):
    assert parse_styled_card(format_styled_card(card, style), style) == card


@given(cards=st.sets(st.sampled_from(TWO_PACKS)), style=STYLES)
def test_any_hand_reads_back(cards, style):
    text = format_styled_hand(cards, style)

    assert set(parse_styled_hand(text, style)) == cards


@given(text=st.text() | st.text("♠♥♦♣RDCVAKQJExAtout0123456789 b\n"), style=STYLES)
def test_any_text_is_read_or_refused(text, style):
    result = read_or_refuse(text, style)

    if isinstance(result, NotationError):
        assert result.line >= 1
    else:
        assert set(parse_styled_hand(format_styled_hand(result, style), style)) == set(result)


def test_hand_is_written_in_display_order():
    cards = [parse_card(word) for word in ["S1", "H10", "CD", "EX", "1T", "21T"]]

    assert format_styled_hand(cards, FRENCH) == "Atout 21 1 Ex. ♠ A ♥ 10 ♣ D"
    assert format_styled_hand(cards, INTERNATIONAL) == "Trumps 21 1 Ex. ♠ A ♥ 10 ♣ Q"
    assert format_styled_hand([], FRENCH) == "-"


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("Atout 21 22", "no_such_card", 1, 10),
        ("Atout 21\n♠ R K", "no_such_card", 2, 5),
        ("♠ R ♥ R ♠ R", "card_twice", 1, 11),
        ("Atout 21 ♠ 1 As", "card_twice", 1, 14),
        ("R", "no_such_card", 1, 1),
    ],
)
def test_fault_in_a_hand_has_its_place(text, code, line, column):
    with pytest.raises(NotationError) as refused:
        parse_styled_hand(text, FRENCH)

    assert (refused.value.code, refused.value.line, refused.value.column) == (code, line, column)


@pytest.mark.parametrize("text", ["", "♠", "♠R ♠D", "Atout"])
def test_one_card_is_one_card(text):
    with pytest.raises(NotationError, match="is not one card"):
        parse_styled_card(text, FRENCH)
