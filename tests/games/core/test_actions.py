"""Actions: their texts."""

import pytest

from games.core.actions import (
    Announce,
    Bet,
    CallCard,
    Choose,
    DiscardCard,
    Draw,
    GiveCard,
    Hidden,
    MakeBid,
    Pass,
    PlayCard,
    PlayWorth,
    Ready,
    ShowHandful,
    format_action,
    parse_action,
)
from games.core.cards import EXCUSE, parse_card, second_copy
from games.core.errors import InvalidAction

TEN_OF_SPADES = parse_card("S10")


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (PlayCard(TEN_OF_SPADES), "S10"),
        (PlayCard(second_copy(TEN_OF_SPADES)), "S10b"),
        (PlayWorth(EXCUSE, 22), "worth:EX=22"),
        (DiscardCard(TEN_OF_SPADES), "discard:S10"),
        (GiveCard(TEN_OF_SPADES), "give:S10"),
        (CallCard(parse_card("HR")), "call:HR"),
        (ShowHandful(frozenset(map(parse_card, ("1T", "EX", "21T")))), "show:21T.1T.EX"),
        (MakeBid("garde_sans"), "bid:garde_sans"),
        (Announce("slam"), "announce:slam"),
        (Choose(1), "choose:1"),
        (Bet(0), "bet:0"),
        (Pass(), "pass"),
        (Draw(), "draw"),
        (Ready(), "ready"),
        (Hidden("discard"), "hidden:discard"),
    ],
)
def test_action_and_its_text(action, text):
    assert format_action(action) == text
    assert parse_action(text) == action


@pytest.mark.parametrize(
    "text", ["", "S11", "play:S10", "bet", "bet:x", "bet:03", "pass:1", "show:1T.21T", "worth:EX", "fly"]
)
def test_other_texts_are_refused(text):
    with pytest.raises(InvalidAction) as refusal:
        parse_action(text)

    assert refusal.value.code == "action_text"
    assert repr(text) in str(refusal.value)
