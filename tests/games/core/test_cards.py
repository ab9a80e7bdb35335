"""Cards: points, text and order."""

import pytest

from games.core.cards import (
    BOUTS,
    EXCUSE,
    PETIT,
    TOTAL_HALF_POINTS,
    TWENTY_ONE,
    Card,
    format_card,
    half_points,
    parse_card,
    rank_of,
    sort_hand,
    suit_card,
    suit_of,
    trump_card,
    trump_number,
)
from games.core.decks import ONE_PACK
from games.core.errors import InvalidCard


def test_pack_counts_91_points():
    counts = {}
    for card in ONE_PACK:
        counts[half_points(card)] = counts.get(half_points(card), 0) + 1

    assert counts == {9: 7, 7: 4, 5: 4, 3: 4, 1: 59}
    assert sum(map(half_points, ONE_PACK)) == TOTAL_HALF_POINTS == 2 * 91


@pytest.mark.parametrize(
    ("card", "text"),
    [
        (0, "S1"),
        (9, "S10"),
        (13, "SR"),
        (14, "H1"),
        (38, "DV"),
        (53, "CC"),
        (54, "CD"),
        (56, "1T"),
        (76, "21T"),
        (77, "EX"),
    ],
)
def test_card_numbers_and_texts(card, text):
    assert format_card(Card(card)) == text
    assert parse_card(text) == card


def test_every_card_text_reads_back():
    texts = [format_card(card) for card in ONE_PACK]

    assert [parse_card(text) for text in texts] == list(ONE_PACK)
    assert len(set(texts)) == 78


def test_card_is_made_of_its_parts():
    for card in ONE_PACK:
        suit, rank, number = suit_of(card), rank_of(card), trump_number(card)
        if suit is not None and rank is not None:
            assert suit_card(suit, rank) == card
            assert number is None
        elif number is not None:
            assert trump_card(number) == card
        else:
            assert card == EXCUSE


def test_bouts_are_the_petit_the_21_and_the_excuse():
    assert {PETIT, TWENTY_ONE, EXCUSE} == BOUTS
    assert [format_card(card) for card in (PETIT, TWENTY_ONE, EXCUSE)] == ["1T", "21T", "EX"]


def test_sorted_hand_follows_the_diagram():
    expected = ["21T", "2T", "1T", "EX", "SR", "S1", "HD", "H3", "D10", "CR", "C2"]

    ordered = sort_hand(parse_card(text) for text in sorted(expected))

    assert [format_card(card) for card in ordered] == expected


@pytest.mark.parametrize("text", ["", "S0", "S11", "SA", "22T", "0T", "01T", "T", "EXX", "ex", "1T ", "O3"])
def test_text_of_no_card_is_refused(text):
    with pytest.raises(InvalidCard, match="is none of S1…CR, 1T…21T, EX") as refused:
        parse_card(text)

    assert refused.value.code == "no_such_card"
    assert refused.value.values == {"text": text}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: format_card(Card(156)), "card 156 not in 0..155"),
        (lambda: format_card(Card(-1)), "card -1 not in 0..155"),
        (lambda: trump_card(0), "trump 0 not in 1..21"),
        (lambda: trump_card(22), "trump 22 not in 1..21"),
        (lambda: suit_card(4, 1), "suit 4 not in 0..3 or rank 1 not in 1..14"),
        (lambda: suit_card(0, 15), "suit 0 not in 0..3 or rank 15 not in 1..14"),
        (lambda: suit_card(0, 0), "suit 0 not in 0..3 or rank 0 not in 1..14"),
    ],
)
def test_number_of_no_card_is_refused(make, message):
    with pytest.raises(InvalidCard) as refused:
        make()

    assert str(refused.value) == message
    assert refused.value.code == "no_such_card"
