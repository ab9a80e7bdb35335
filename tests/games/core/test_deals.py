"""Deals: one whole pack, and their text both ways."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.cards import Card, parse_card
from games.core.deals import Deal, format_deal, format_pile, has_bare_petit, parse_deal, parse_pile
from games.core.decks import ONE_PACK, TWO_PACKS
from games.core.errors import InvalidDeal
from games.core.variant import VARIANTS

TEXT = (
    "T21.19.16.8.4.3.1/S5/H983/DR1/CRCV43 T15.11.10/E/SR8643/H106521/DV7/C62 "
    "T20.17.12.9.7.6/S72/HDCV4/D9853/C85 T18.14.13.5/SDV101/HR7/DDC64/CD971 +T2/SC9/D102/C10"
)


def cards(text):
    return frozenset(parse_card(word) for word in text.split())


def test_deal_reads_from_its_text():
    deal = parse_deal(TEXT)

    assert deal.hands[0] == cards("21T 19T 16T 8T 4T 3T 1T S5 H9 H8 H3 DR D1 CR CC CV C4 C3")
    assert deal.dog == cards("2T SC S9 D10 D2 C10")
    assert format_deal(deal) == TEXT


@given(variant=st.sampled_from(list(VARIANTS.values())), cards=st.permutations(ONE_PACK))
def test_any_deal_reads_back_from_its_text(variant, cards):
    size = variant.hand_size
    hands = tuple(frozenset(cards[seat * size : (seat + 1) * size]) for seat in range(variant.player_count))
    deal = Deal(hands, frozenset(cards[variant.player_count * size :]))

    text = format_deal(deal)

    assert parse_deal(text) == deal
    assert text.isascii()
    assert len(text) <= 161 or variant.player_count == 5


def test_deal_without_dog_is_written_with_a_dash():
    hands = tuple(frozenset(ONE_PACK[start : start + 13]) for start in range(0, 78, 13))

    text = format_deal(Deal(hands, frozenset()))

    assert text.endswith(" +-")
    assert parse_deal(text) == Deal(hands, frozenset())


def test_card_dealt_twice_is_refused():
    hands = [list(ONE_PACK[start : start + 18]) for start in range(0, 72, 18)]
    hands[1][0] = hands[0][0]

    with pytest.raises(InvalidDeal, match=re.escape("card twice: S1")) as refused:
        Deal(tuple(frozenset(hand) for hand in hands), frozenset(ONE_PACK[72:]))

    assert (refused.value.code, refused.value.values) == ("card_twice", {"cards": "S1"})


def test_card_left_out_is_refused():
    hands = tuple(frozenset(ONE_PACK[start : start + 18]) for start in range(0, 72, 18))

    with pytest.raises(InvalidDeal, match=re.escape("card missing: 21T EX")) as refused:
        Deal(hands, frozenset(ONE_PACK[72:76]))

    assert (refused.value.code, refused.value.values) == ("card_missing", {"cards": "21T EX"})


def test_card_of_a_second_pack_is_refused():
    hands = tuple(frozenset(ONE_PACK[start : start + 18]) for start in range(0, 72, 18))

    with pytest.raises(InvalidDeal, match="card unknown: S1b") as refused:
        Deal(hands, frozenset((*ONE_PACK[72:], parse_card("S1b"))))

    assert refused.value.code == "card_unknown"


def test_pile_of_two_packs_marks_second_copies():
    pile = cards("21Tb 21T 3T EXb EX SR SRb S10b C1")

    text = format_pile(pile)

    assert text == "T21b.21.3/Eb/E/SRbR10b/C1"
    assert parse_pile(text)[:3] == [parse_card(word) for word in ("21Tb", "21T", "3T")]


@given(st.sets(st.sampled_from(TWO_PACKS)))
def test_any_pile_reads_back(pile):
    assert sorted(parse_pile(format_pile(pile))) == sorted(pile)


def test_hands_of_different_sizes_are_refused():
    hands = tuple(frozenset(ONE_PACK[start:stop]) for start, stop in ((0, 18), (18, 37), (37, 54), (54, 72)))

    with pytest.raises(InvalidDeal, match="hands of 18 19 17 18 cards") as refused:
        Deal(hands, frozenset(ONE_PACK[72:]))

    assert (refused.value.code, refused.value.field) == ("hands_unequal", "hands")


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("", "deal_text", "without hands"),
        ("+T2/SC9", "deal_text", "without hands"),
        (TEXT.replace("+", ""), "deal_text", "without hands"),
        (TEXT.replace("S5/", "S5//", 1), "deal_text", "group ''"),
        (TEXT.replace("S72", "X72"), "deal_text", "group 'X72'"),
        (TEXT.replace("S72", "S70"), "deal_text", "group 'S70'"),
        (TEXT.replace("S72", "S"), "deal_text", "group 'S'"),
        (TEXT.replace("T20.", "T22."), "deal_text", "group 'T22.17"),
        (TEXT.replace("T20.", "T."), "deal_text", "group 'T.17"),
        (TEXT.replace("T20.", "T020."), "deal_text", "group 'T020.17"),
        (TEXT.replace("/E/", "/EE/"), "deal_text", "group 'EE'"),
        (TEXT.replace("S72", "S772"), "card_twice", "card twice: S7"),
        (TEXT.replace("S72", "S71"), "card_twice", "card twice: S1"),
        (TEXT.replace("/E/", "/"), "card_missing", "card missing: EX"),
        (TEXT.replace("T2/SC9", "-"), "deal_text", "group '-'"),
    ],
)
def test_wrong_text_is_refused(text, code, message):
    with pytest.raises(InvalidDeal, match=re.escape(message)) as refused:
        parse_deal(text)

    assert refused.value.code == code


@pytest.mark.parametrize(
    ("hand", "bare"),
    [
        ("1T S1 HR", True),
        ("1T EX S1", False),
        ("1T 2T S1", False),
        ("2T S1", False),
        ("EX S1", False),
        ("S1 HR", False),
    ],
)
def test_bare_petit_is_the_only_trump_without_the_excuse(hand, bare):
    assert has_bare_petit(cards(hand)) is bare


def test_hand_may_be_any_iterable():
    assert has_bare_petit(iter([Card(56), Card(0)]))


@pytest.mark.parametrize(("numbers", "bare"), [([134, 0], True), ([56, 134], False), ([134, 155], False)])
def test_bare_petit_of_two_packs(numbers, bare):
    assert has_bare_petit(map(Card, numbers)) is bare
