"""Reasons for a called card, from the taker's hand."""

from dataclasses import replace

import pytest

from games.core.bots.habits.call_reasons import CallReason, find_call_reason
from games.core.cards import CARD_COUNT, parse_card
from tests.games.core.bots.test_rules_of_thumb import started


@pytest.mark.parametrize(
    ("hand", "called", "reason"),
    [
        ("SR HR H2", "SR", CallReason.OWN),
        ("HR SD S2 S3 S4", "SR", CallReason.WITH_QUEEN),
        ("SR HR DR CR SD", "SD", CallReason.OWN),  # the queen itself is called
        ("SR HR DR CR S2", "SD", CallReason.SHORT),
        ("HR S2 S3", "SR", CallReason.SHORT),
        ("HR S2 S3 S4", "SR", None),
        ("HR S2 S3 S4 S5", "SR", CallReason.LONG),
        ("HR H2", "SR", None),  # nothing leads to it
    ],
)
def test_call_has_the_reason_of_the_suit_held(hand, called, reason):
    view = replace(started(game="tarot-5").view(0), hand=frozenset(map(parse_card, hand.split())))

    assert find_call_reason(view, parse_card(called)) is reason


@pytest.mark.parametrize(("copies", "reason"), [(1, CallReason.SHORT), (2, CallReason.OWN)])
def test_taker_of_two_packs_is_alone_with_both_copies_only(copies, reason):
    king = parse_card("SR")
    view = replace(started(game="tarot-10").view(0), hand=frozenset({king, king + CARD_COUNT * (copies - 1)}))

    assert find_call_reason(view, king) is reason
