"""Short ways to set up one deal of Tarot."""

import pytest

from games.core.cards import parse_card
from games.core.layouts import Layout
from games.core.variants.registry import find_variant


@pytest.fixture
def deal():
    """Return the start of a deal whose seats and piles have the cards named.

    The deck's order fills the rest. A bare Petit is played, unless the options differ.
    """

    def build(game, hands=(), piles=(), **start):
        variant = find_variant(game)
        sizes = [*variant.hand_sizes(variant.make_rules()), *variant.pile_sizes(variant.make_rules())]
        texts = [*hands, *[""] * (variant.player_count - len(hands)), *piles]
        parts = [[parse_card(word) for word in text.split()] for text in texts]
        parts += [[] for _ in range(len(sizes) - len(parts))]
        named_cards = {card for part in parts for card in part}
        other_cards = iter([card for card in variant.deck if card not in named_cards])
        full = [
            part + [next(other_cards) for _ in range(size - len(part))]
            for part, size in zip(parts, sizes, strict=True)
        ]
        count = variant.player_count
        layout = Layout(tuple(map(frozenset, full[:count])), tuple(map(tuple, full[count:])))
        plays_on = {"petit_sec": "play"} if "petit_sec" in {o.name for o in variant.options} else {}
        options = {**plays_on, **start.pop("options", {})}
        rules = variant.make_rules(start.pop("rules", "fft"), options)
        return variant.start(layout, rules=rules, **start)

    return build
