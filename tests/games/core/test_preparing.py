"""Calls, discards and announcements: the rule functions on their own."""

import pytest

from games.core.actions import Announce
from games.core.announcements import (
    check_handful,
    check_misere,
    offered_handfuls,
    offered_miseres,
)
from games.core.calls import callable_cards, check_call
from games.core.cards import format_card, parse_card
from games.core.discards import check_discard, discardable, must_be_shown
from games.core.errors import IllegalAction
from games.core.outcome import Handful
from games.core.tricks import card_set, cards_in

SIZES = (3, 4, 6)
KINGS = "SR HR DR CR"
QUEENS = "SD HD DD CD"
KNIGHTS = "SC HC DC CC"
JACKS = "SV HV DV CV"


def hand(text):
    return card_set(parse_card(word) for word in text.split())


def texts(cards):
    return " ".join(format_card(card) for card in cards)


def refusal(check):
    with pytest.raises(IllegalAction) as refused:
        check()
    return refused.value


@pytest.mark.parametrize(
    ("held", "packs", "faces"),
    [
        ("SR HR DR", 1, KINGS),
        (KINGS, 1, f"{KINGS} {QUEENS}"),
        (f"{QUEENS} SR", 1, KINGS),
        (f"{KINGS} {QUEENS}", 1, f"{KINGS} {QUEENS} {KNIGHTS}"),
        (f"{KINGS} {QUEENS} {KNIGHTS}", 1, f"{KINGS} {QUEENS} {KNIGHTS} {JACKS}"),
        (f"{KINGS} {QUEENS} {KNIGHTS} {JACKS}", 1, f"{KINGS} {QUEENS} {KNIGHTS} {JACKS}"),
        (KINGS, 2, KINGS),
        (f"{KINGS} SRb HRb DRb CRb", 2, f"{KINGS} {QUEENS}"),
    ],
)
def test_callable_cards(held, packs, faces):
    assert texts(callable_cards(hand(held), packs)) == faces


@pytest.mark.parametrize(
    ("card", "called", "code"),
    [("SD", "", "card_not_callable"), ("S1", "", "card_not_callable"), ("SR", "SR", "called_twice")],
)
def test_call_refusals(card, called, code):
    called_cards = tuple(parse_card(word) for word in called.split())

    refused = refusal(lambda: check_call(parse_card(card), hand("SR"), 1, called_cards))

    assert (refused.code, refused.values["card"]) == (code, card)


def test_a_card_of_his_own_may_be_called():
    check_call(parse_card("SR"), hand("SR"), 1)


@pytest.mark.parametrize(
    ("held", "kings", "allowed"),
    [
        ("S1 SD SR 5T 1T EX", False, "S1 SD"),
        ("S1 SD SR 5T 1T EX", True, "S1 SD SR"),
        ("SR 5T 2T 1T 21T EX", False, "2T 5T"),
        ("SR 5T 2T 1T 21T EX", True, "SR"),
        ("SR HRb 1T 21T EX", False, "SR HRb"),
        ("1T 21Tb EX", False, "1T EX 21Tb"),
    ],
)
def test_discardable_cards(held, kings, allowed):
    assert texts(cards_in(discardable(hand(held), kings_allowed=kings))) == allowed


@pytest.mark.parametrize(
    ("card", "held", "code"),
    [
        ("S2", "S1", "card_not_held"),
        ("SR", "S1 SR", "king_discarded"),
        ("5T", "S1 5T", "trump_discarded"),
        ("1T", "S1 1T", "bout_discarded"),
        ("21Tb", "S1 21Tb", "bout_discarded"),
        ("EX", "5T EX", "bout_discarded"),
    ],
)
def test_discard_refusals(card, held, code):
    refused = refusal(lambda: check_discard(parse_card(card), hand(held)))

    assert (refused.code, refused.field, refused.values["card"]) == (code, "card", card)


def test_plain_cards_are_discarded_face_down():
    cards_shown = [
        text for text in ["S1", "SD", "SR", "2T", "1T", "EX", "HRb"] if must_be_shown(parse_card(text))
    ]

    assert cards_shown == ["SR", "2T", "1T", "EX", "HRb"]


@pytest.mark.parametrize(
    ("held", "offered"),
    [
        ("S1 1T 2T", []),
        ("S1 1T 2T 3T", ["1T 2T 3T"]),
        ("S1 1T 2T EX", ["1T 2T EX"]),
        ("1T 2T 3T EX", ["1T 2T 3T", "1T 2T 3T EX"]),
        ("1T 2T 3T 4T 5T 6T 7T EX", ["5T 6T 7T", "4T 5T 6T 7T", "2T 3T 4T 5T 6T 7T"]),
        ("20T 20Tb 3T", ["3T 20T 20Tb"]),
        ("20T 20Tb 3T 21T", ["20T 21T 20Tb", "3T 20T 21T 20Tb"]),
        ("20T EX EXb", ["20T EX EXb"]),
        ("21Tb 20Tb 20T 21T", ["20T 21T 21Tb", "20T 21T 20Tb 21Tb"]),
        ("9Tb 10T 8T 2T", ["8T 10T 9Tb", "2T 8T 10T 9Tb"]),
    ],
)
def test_offered_handfuls_take_the_highest_trumps(held, offered):
    actions = offered_handfuls(hand(held), SIZES)

    assert [texts(sorted(action.cards)) for action in actions] == offered
    for action, level in zip(actions, Handful, strict=False):
        assert check_handful(action.cards, hand(held), SIZES) is level


@pytest.mark.parametrize(
    ("cards", "held", "code"),
    [
        ("1T 2T S1", "1T 2T 3T S1", "handful_of_trumps"),
        ("1T 2T CRb", "1T 2T 3T CRb", "handful_of_trumps"),
        ("1T 2T CR", "1T 2T 3T CR", "handful_of_trumps"),
        ("1T 2T 4T", "1T 2T 3T S1", "handful_not_held"),
        ("1T 2T", "1T 2T 3T S1", "handful_size"),
        ("1T 2T 3T 4T 5T", "1T 2T 3T 4T 5T", "handful_size"),
        ("1T 2T EX", "1T 2T 3T EX", "handful_excuse"),
    ],
)
def test_handful_refusals(cards, held, code):
    handful = frozenset(parse_card(word) for word in cards.split())

    assert refusal(lambda: check_handful(handful, hand(held), SIZES)).code == code


def test_any_trumps_of_the_right_number_make_a_handful():
    handful = frozenset(parse_card(word) for word in ("1T", "2T", "3T"))

    assert check_handful(handful, hand("1T 2T 3T 20T 21T"), SIZES) is Handful.SIMPLE


@pytest.mark.parametrize(
    ("held", "names"),
    [
        ("S1 H2", ["misere_trumps", "misere_figures"]),
        ("S1 EX", ["misere_trumps", "misere_figures"]),
        ("S1 SVb", ["misere_trumps"]),
        ("S1 1T", ["misere_figures"]),
        ("SR 1T", []),
    ],
)
def test_offered_miseres(held, names):
    assert offered_miseres(hand(held), ()) == tuple(map(Announce, names))


def test_a_misere_is_announced_once():
    assert offered_miseres(hand("S1"), ("misere_trumps",)) == (Announce("misere_figures"),)
    refused = refusal(lambda: check_misere("misere_trumps", hand("S1"), ("misere_trumps",)))
    assert refused.code == "misere_not_held"


@pytest.mark.parametrize(
    ("name", "held", "code"),
    [("misere_trumps", "1T", "misere_not_held"), ("belote", "S1", "unknown_announcement")],
)
def test_misere_refusals(name, held, code):
    refused = refusal(lambda: check_misere(name, hand(held), ()))

    assert (refused.code, refused.field) == (code, "name")
