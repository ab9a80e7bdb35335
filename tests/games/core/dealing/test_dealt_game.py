"""The shape of every game of the registry: deck, hands, piles, and which piles keep their order."""

import pytest

from games.core.dealing import lay_out
from games.core.dealing.dealt_game import dealt_game
from games.core.errors import InvalidDeal, InvalidRules
from games.core.layouts import Layout
from games.core.variants.registry import GAMES

ORDERED = {"stock", "up 0", "down 0", "up 1", "down 1"}
UNORDERED = {"dog", "dog 2", "dummy", "left_over"}
SEED = bytes(range(32))


@pytest.mark.parametrize("name", GAMES)
def test_order_of_every_pile_is_decided(name):
    """A pile of another name needs a decision: does the order of its cards count in play?"""
    game = dealt_game(name)

    ordered_piles = dict(zip(game.pile_names, game.pile_is_ordered, strict=True))
    assert ordered_piles == {pile: pile in ORDERED for pile in game.pile_names}
    assert set(ordered_piles) <= ORDERED | UNORDERED


@pytest.mark.parametrize("name", GAMES)
def test_shape_holds_the_whole_deck_and_starts_the_game(name):
    game, variant = dealt_game(name), GAMES[name]

    assert sum(game.hand_sizes) + sum(game.pile_sizes) == len(game.deck) == len(set(game.deck))
    assert game.player_count == variant.player_count
    assert variant.start(lay_out(SEED, 1, 0, game)).layout == lay_out(SEED, 1, 0, game)


@pytest.mark.parametrize(
    ("name", "rules", "cancels"),
    [
        ("tarot-4", "fft", True),
        ("tarot-5", "fft petit_sec=play", False),
        ("tarot-2-decouverte", "fft", False),
        ("nullo-3", "fft", False),
    ],
)
def test_bare_petit_cancels_where_the_rules_say_so(name, rules, cancels):
    assert dealt_game(name, rules).cancels_bare_petit == cancels


def test_rules_decide_how_many_cards_are_dealt():
    assert dealt_game("contrat-4", "fft cards_each=3").hand_sizes == (3, 3, 3, 3)


@pytest.mark.parametrize(
    ("name", "rules", "code"),
    [
        ("bridge", "fft", "unknown_game"),
        ("tarot-4", "club", "unknown_rules"),
        ("tarot-4", "fft mouche=perhaps", "option_value"),
        ("tarot-4", "fft cards_each=3", "unknown_option"),
    ],
)
def test_unknown_game_or_rules_are_refused(name, rules, code):
    with pytest.raises(InvalidRules) as refused:
        dealt_game(name, rules)

    assert refused.value.code == code


def test_hand_that_is_no_whole_suit_is_refused_where_it_must_be():
    game = dealt_game("cold-poker-2")
    layout = lay_out(SEED, 1, 0, game)
    first, second = layout.hands
    mixed = Layout((first - {0} | {14}, second - {14} | {0}), layout.piles)

    with pytest.raises(InvalidDeal, match="not a whole suit"):
        game.check(mixed)


@pytest.mark.parametrize("name", GAMES)
def test_hands_are_chance_but_where_each_seat_has_its_suit(name):
    assert bool(dealt_game(name).fixed_hands) == name.startswith("cold-poker")


def test_layout_of_other_sizes_is_refused():
    layout = lay_out(SEED, 1, 0)
    moved = Layout((*layout.hands[:3], layout.hands[3] | set(layout.piles[0])), ((),))

    with pytest.raises(InvalidDeal, match=r"^hand sizes 18 18 18 24, expected 18 18 18 18$"):
        dealt_game("tarot-4").check(moved)
