"""Knowledge of a seat: every world drawn looks to it like the real deal, which is never ruled out."""

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.core.actions import DiscardCard, Hidden
from games.core.bots.knowledge.places import NoWorldFound, Place, lay_cards
from games.core.bots.knowledge.sights import read_view
from games.core.tricks import card_set, cards_in
from games.core.variants.registry import GAMES
from games.core.variants.tarot.setting import Imposed
from tests.cases import by_day, examples
from tests.games.core.variants.watching import is_of_the_day, start_of

every_variant = pytest.mark.parametrize("variant", by_day(GAMES.values(), is_of_the_day), ids=list(GAMES))
FEDERATION = ("tarot-3", "tarot-4", "tarot-5")
LOOKS = 4
"""Moments of a random deal at which a view is read, in the tests of every variant."""


def moments(start, rng, count):
    """Some moments of a deal played at random, in order."""
    states = [start]
    while not states[-1].is_over:
        states.append(states[-1].apply(rng.choice(states[-1].legal_actions())))
    return [states[place] for place in sorted(rng.choices(range(len(states)), k=count))]


def played_start(variant, numbers):
    """The first of some random deals that is not over at once."""
    return next(start for number in numbers if not (start := start_of(variant, number)).is_over)


@every_variant
def test_world_looks_like_the_real_deal(variant):
    rng = Random(variant.name)
    for number in range(2):
        start = played_start(variant, range(10 * number, 10 * number + 9))
        for state in moments(start, rng, LOOKS):
            view = state.view(rng.randrange(variant.player_count))

            assert read_view(view).world(rng).view(view.seat) == view


@examples(15)
@example("tarot-3", 301, Random(46344))  # a trump is discarded
@given(st.sampled_from(FEDERATION), st.integers(0, 10_000), st.randoms(use_true_random=True))
def test_real_deal_is_never_ruled_out(name, number, rng):
    start = played_start(GAMES[name], range(number, number + 9))
    for state in moments(start, rng, LOOKS):
        sight = read_view(state.view(rng.randrange(start.variant.player_count)))

        cards_of_lots = real_cards(sight, state)
        lot_keys = {lot.key for lot in sight.lots}
        for key, cards in sight.fixed.items():
            # of a hidden discard, trumps alone are shown
            known_cards = cards_of_lots[key] & cards if key in lot_keys else cards_of_lots[key]
            assert cards == known_cards
        for lot, place in zip(sight.lots, sight.places, strict=True):
            unknown = cards_of_lots[lot.key] & ~sight.fixed.get(lot.key, 0)
            assert (unknown.bit_count(), unknown & ~place.allowed) == (lot.size, 0)


def real_cards(sight, state):
    """Return the cards of the real deal in each lot of a sight, and in every fixed pile."""
    layout = state.layout
    cards_of_lots = {("dog", number): card_set(pile) for number, pile in enumerate(layout.piles)}
    for seat, hand in enumerate(layout.hands):
        discards = [
            step.action.card
            for step in state.steps
            if step.seat == seat and isinstance(step.action, DiscardCard)
        ]
        dog = sight.dogs[seat][1] if seat in sight.dogs else 0
        cards_of_lots["discard", seat] = card_set(discards)
        cards_of_lots["hand", seat] = (card_set(hand) | dog) & ~card_set(discards)
    return cards_of_lots


def test_worlds_differ_and_the_same_seed_gives_the_same_ones():
    sight = read_view(played_start(GAMES["tarot-4"], range(9)).view(0))

    hands = [sight.world(Random(seed)).layout.hands for seed in (1, 2, 1)]

    assert hands[0] == hands[2] != hands[1]


def test_world_fills_in_what_was_discarded_face_down():
    game = GAMES["tarot-4"]
    start = game.start(game.random_layout(Random(1)), imposed=Imposed(0))
    view = start.apply(start.legal_actions()[0]).view(1)

    world = read_view(view).world(Random(1))

    assert view.steps == ((0, Hidden("discard")),)
    assert isinstance(world.steps[0].action, DiscardCard)


def test_full_places_make_room_along_a_chain():
    places = [Place(1, 0b011), Place(1, 0b110), Place(1, 0b101)]

    ways = {tuple(lay_cards(places, 0b111, Random(seed))) for seed in range(40)}

    assert ways == {(0b001, 0b010, 0b100), (0b010, 0b100, 0b001)}


def test_cards_that_cannot_lie_anywhere_are_refused():
    with pytest.raises(NoWorldFound, match="nowhere"):
        lay_cards([Place(1, 0b01), Place(1, 0b01)], 0b11, Random(1))
    with pytest.raises(NoWorldFound, match="2 cards for 1 places"):
        lay_cards([Place(1, 0b11)], 0b11, Random(1))


def test_all_ways_of_laying_come_about_as_often():
    places = [Place(2, 0b1111), Place(1, 0b0011), Place(1, 0b1111)]
    counts = {}
    for seed in range(1200):
        way = tuple(lay_cards(places, 0b1111, Random(seed)))
        counts[way] = counts.get(way, 0) + 1

    assert len(counts) == 6
    assert all(150 < count < 250 for count in counts.values()), counts
    assert all(
        len(cards_in(cards)) == place.size for way in counts for cards, place in zip(way, places, strict=True)
    )
