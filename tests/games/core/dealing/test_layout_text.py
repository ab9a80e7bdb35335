"""Layouts of every game on one line, both ways, and the limits of such a line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.dealing import deal_board, lay_out
from games.core.dealing.dealt_game import dealt_game
from games.core.dealing.dealt_set import taker_hand_only
from games.core.dealing.layout_text import format_layout, parse_layout
from games.core.deals import format_deal
from games.core.errors import NotationError
from games.core.variants.registry import GAMES
from tests.cases import examples
from tests.factories.layouts import layout_with_one_dog

SEED = bytes(range(32))


@examples(30)
@given(name=st.sampled_from(list(GAMES)), number=st.integers(1, 1000), taker=st.integers(0, 15))
def test_every_layout_reads_back(name, number, taker):
    layout = lay_out(SEED, number, 0, dealt_game(name))

    for written_layout in (layout, taker_hand_only(layout, taker)):
        assert parse_layout(format_layout(written_layout)) == written_layout


def test_text_of_a_deal_is_that_of_deals():
    deal = deal_board(SEED, 1)

    assert format_layout(layout_with_one_dog(deal)) == format_deal(deal)


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("", "deal_text", 1),
        ("T1 x", "deal_text", 4),
        ("T1/S2/Q +-", "deal_text", 7),
        ("+T1", "deal_text", 1),
        ("T1 +S1 S2", "deal_text", 8),
        ("T1 S2/T1", "card_twice", 7),
        ("T1 S2/HR +SR.21T.1T", "card_twice", 18),
    ],
)
def test_fault_has_its_column(text, code, column):
    with pytest.raises(NotationError) as refused:
        parse_layout(text)

    assert (refused.value.code, refused.value.line, refused.value.column) == (code, 1, column)
