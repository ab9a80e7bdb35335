"""Tricks: legal cards, winners, refusals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.cards import format_card, parse_card, second_copy
from games.core.decks import ONE_PACK, TWO_PACKS
from games.core.tricks import (
    NOTHING_LED,
    TRUMP_LED,
    TRUMPS,
    card_set,
    cards_in,
    first_lead,
    legal_cards,
    playable,
    read_trick,
    refuse_card,
    trick_winner,
)


def cards(text):
    return [parse_card(word) for word in text.split()]


def texts(found):
    return {format_card(card) for card in found}


@pytest.mark.parametrize(
    ("hand", "trick", "legal"),
    [
        ("S1 H2 3T EX", "", "S1 H2 3T EX"),
        ("S1 SR H2 3T EX", "S5", "S1 SR EX"),
        ("S1 SR H2 3T", "S5 21T", "S1 SR"),
        ("H2 3T 9T EX", "S5", "3T 9T EX"),
        ("H2 3T 9T 20T EX", "S5 8T", "9T 20T EX"),
        ("H2 3T 9T EX", "S5 15T S6", "3T 9T EX"),
        ("H2 D3 EX", "S5", "H2 D3 EX"),
        ("H2 D3", "S5 15T", "H2 D3"),
        ("H2 3T 9T 20T", "8T", "9T 20T"),
        ("H2 3T 9T", "21T", "3T 9T"),
        ("H2 D3 EX", "21T", "H2 D3 EX"),
        ("S1 H2 3T", "EX", "S1 H2 3T"),
        ("S1 H2 3T", "EX H5", "H2"),
        ("S1 H2 3T 9T", "EX 4T", "9T"),
        ("S1 H2 3T 9T", "S3 EX 4T", "S1"),
        ("H2 3T 9T", "S3 EX 4T 2T", "9T"),
    ],
)
def test_legal_cards(hand, trick, legal):
    assert texts(legal_cards(cards(hand), cards(trick))) == set(legal.split())


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("S5 SR S10 SD", 1),
        ("S5 HR DR CR", 0),
        ("S5 1T SR S2", 1),
        ("S5 8T 15T 3T", 2),
        ("2T 1T 21T 20T", 2),
        ("EX S1 HR S2", 3),
        ("EX 1T SR S2", 1),
        ("S1 EX HR D2", 0),
        ("EX S1 HR D2", 1),
        ("SR EX S1 S2", 0),
        ("S1 SRb SR S2", 1),
        ("S1 SR SRb S2", 1),
        ("20Tb 20T", 0),
        ("EX EXb H1 HR", 3),
    ],
)
def test_trick_winner(trick, winner):
    assert trick_winner(cards(trick)) == winner


def test_an_identical_trump_does_not_go_over():
    hand = cards("9Tb 4T")

    assert texts(legal_cards(hand, cards("9T"))) == {"9Tb", "4T"}
    assert texts(legal_cards([*hand, *cards("10T")], cards("9T"))) == {"10T"}


@pytest.mark.parametrize(
    ("hand", "called", "legal"),
    [
        ("S1 SR H2 3T EX", "SR", "SR H2 3T EX"),
        ("S1 SD H2", "SR", "H2"),
        ("S1 H2", "DR", "S1 H2"),
        ("S1 S2", "SR", "S1 S2"),
        ("S1 S2 SR", "SR", "SR"),
    ],
)
def test_first_lead_keeps_off_the_called_suit(hand, called, legal):
    assert texts(legal_cards(cards(hand), [], barred_by=cards(called))) == set(legal.split())


def test_called_suit_may_be_followed_in_the_first_trick():
    assert texts(legal_cards(cards("S1 H2"), cards("S5"), barred_by=cards("SR"))) == {"S1"}


def test_what_a_trick_tells():
    assert read_trick([]) == (NOTHING_LED, 0, TRUMPS)
    assert read_trick(cards("EX")) == (NOTHING_LED, 0, TRUMPS)
    assert read_trick(cards("H3 H5")) == (1, 1, TRUMPS)
    led, place, higher = read_trick(cards("EX H3 5T 2T"))
    assert (led, place) == (1, 2)
    over = set(cards_in(higher))
    assert texts(over & set(ONE_PACK)) == {f"{number}T" for number in range(6, 22)}
    assert len(over) == 32


@pytest.mark.parametrize(
    ("card", "hand", "trick", "code", "message"),
    [
        ("S2", "S1 H2", "", "card_not_held", "card S2 is not held"),
        ("S1", "S1 H2", "", "called_suit_led", "card S1 leads the called suit to the first trick"),
        ("H2", "S1 H2", "S5", "must_follow_suit", "card H2 does not follow S, which is held"),
        ("3T", "S1 3T", "S5", "must_follow_suit", "card 3T does not follow S, which is held"),
        ("H2", "H2 3T", "S5", "must_trump", "card H2 is no trump, and trumps are held"),
        ("H2", "H2 3T", "5T", "must_trump", "card H2 is no trump, and trumps are held"),
        ("3T", "3T 9T 8T", "S5 7T", "must_go_over", "trump 3T does not go over the trick, and 8T would"),
        ("3T", "3T 9T", "7T", "must_go_over", "trump 3T does not go over the trick, and 9T would"),
        ("3T", "S1 3T 20T EX", "5T", "must_go_over", "trump 3T does not go over the trick, and 20T would"),
        ("6Tb", "16T 6Tb", "7Tb", "must_go_over", "trump 6Tb does not go over the trick, and 16T would"),
        (
            "1T",
            "21Tb 1T D3b",
            "1Tb D3",
            "must_go_over",
            "trump 1T does not go over the trick, and 21Tb would",
        ),
        (
            "1T",
            "6Tb 1T EXb S9 S2b HV H9b",
            "C8b 1Tb",
            "must_go_over",
            "trump 1T does not go over the trick, and 6Tb would",
        ),
    ],
)
def test_illegal_card_names_the_rule(card, hand, trick, code, message):
    led, _, higher = read_trick(cards(trick))

    illegal = refuse_card(parse_card(card), card_set(cards(hand)), led, higher)

    assert (illegal.code, str(illegal), illegal.field) == (code, message, "card")


@given(
    hand=st.sets(st.sampled_from(TWO_PACKS), min_size=1, max_size=20),
    trick=st.lists(st.sampled_from(TWO_PACKS), max_size=8, unique=True),
)
def test_something_can_always_be_played(hand, trick):
    led, _, higher = read_trick(trick)
    hand_bits = card_set(hand)

    legal = playable(hand_bits, led, higher)

    assert legal
    assert legal & ~hand_bits == 0
    assert hand_bits & card_set([parse_card("EX"), second_copy(parse_card("EX"))]) & ~legal == 0


@given(hand=st.sets(st.sampled_from(TWO_PACKS), max_size=30))
def test_set_and_cards_go_both_ways(hand):
    assert cards_in(card_set(hand)) == sorted(hand)


@given(trick=st.lists(st.sampled_from(ONE_PACK), min_size=1, max_size=6, unique=True))
def test_winner_does_not_depend_on_the_pack(trick):
    doubled = [second_copy(card) for card in trick]

    assert trick_winner(doubled) == trick_winner(trick)
    assert read_trick(doubled)[0] == read_trick(trick)[0] in range(NOTHING_LED, TRUMP_LED + 1)


def test_a_hand_of_the_called_suit_alone_may_lead_it():
    hand = card_set(cards("S1 S2"))

    assert first_lead(hand, cards("SR")) == hand


def naive_legal(hand, trick):
    """The same rules read a second time, with lists and texts in place of sets of bits."""
    trick_texts = [format_card(card).rstrip("b") for card in trick]
    led = next((text for text in trick_texts if text != "EX"), None)
    if led is None:
        return set(hand)
    hand_texts = {card: format_card(card).rstrip("b") for card in hand}
    excuses = {card for card, text in hand_texts.items() if text == "EX"}
    if led[-1] != "T":
        followed = {card for card, text in hand_texts.items() if text[0] == led[0] and text != "EX"}
        if followed:
            return followed | excuses
    over = max((int(text[:-1]) for text in trick_texts if text[-1] == "T"), default=0)
    trumps = {card: int(text[:-1]) for card, text in hand_texts.items() if text[-1] == "T"}
    if not trumps:
        return set(hand)
    return ({card for card, number in trumps.items() if number > over} or set(trumps)) | excuses


@given(
    hand=st.sets(st.sampled_from(TWO_PACKS), min_size=1, max_size=24),
    trick=st.lists(st.sampled_from(TWO_PACKS), max_size=6, unique=True),
)
def test_legality_is_that_of_a_second_reading(hand, trick):
    assert set(legal_cards(hand, trick)) == naive_legal(hand, trick)
