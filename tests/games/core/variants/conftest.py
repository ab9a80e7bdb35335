"""Short ways to set up a deal and to ask for a refusal."""

import pytest

from games.core.actions import parse_action
from games.core.cards import parse_card
from games.core.errors import GameError
from games.core.layouts import cut_layout
from games.core.play import replay


@pytest.fixture
def layout_with():
    """Lay out a deal in which each seat has the cards named; the others follow in the deck's order."""

    def build(variant, *hands, rules=None):
        agreed = rules or variant.make_rules()
        parsed_hands = [[parse_card(text) for text in hand.split()] for hand in hands]
        named_cards = {card for hand in parsed_hands for card in hand}
        other_cards = iter(card for card in variant.deck if card not in named_cards)
        cards = []
        sizes = variant.hand_sizes(agreed)
        for seat, size in enumerate(sizes):
            hand = parsed_hands[seat] if seat < len(parsed_hands) else []
            cards += hand + [next(other_cards) for _ in range(size - len(hand))]
        return cut_layout([*cards, *other_cards], sizes, variant.pile_sizes(agreed))

    return build


@pytest.fixture
def after():
    """The state after some actions, written one after the other."""

    def play(state, text):
        return replay(state, map(parse_action, text.split()))

    return play


@pytest.fixture
def code_of():
    """The code of the refusal that something raises."""

    def ask(act, *args):
        with pytest.raises(GameError) as refusal:
            act(*args)
        return refusal.value.code

    return ask
