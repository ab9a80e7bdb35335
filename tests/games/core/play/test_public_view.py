"""Knowledge of a person who only watches a table."""

from random import Random

import pytest

from games.core.actions import DiscardCard, Hidden, parse_action
from games.core.play import public_view
from games.core.variants.registry import GAMES, find_variant


@pytest.mark.parametrize("game", GAMES)
def test_looking_on_shows_what_every_seat_sees_and_no_hand(game: str) -> None:
    variant, rng = find_variant(game), Random(3)
    state = variant.start(variant.random_layout(rng), dealer=0)

    for _ in range(20):
        if state.is_over:
            break
        public = public_view(state)
        views = [state.view(seat) for seat in range(variant.player_count)]
        assert (public.hand, public.legal) == (frozenset(), ())
        assert (public.to_act, public.hand_counts) == (views[0].to_act, views[0].hand_counts)
        for view in views:
            assert set(public.exposed) <= set(view.exposed)
            for mine, theirs in zip(public.steps, view.steps, strict=True):
                assert mine == theirs or isinstance(mine.action, Hidden)
        state = state.apply(rng.choice(state.legal_actions()))


def test_discard_is_hidden_and_the_dog_is_seen() -> None:
    variant = find_variant("tarot-4")
    state = variant.start(variant.random_layout(Random(5)), dealer=0)
    for text in ("bid:garde", "pass", "pass", "pass"):
        state = state.apply(parse_action(text))
    dog = dict(public_view(state).exposed)["dog"]
    state = state.apply(state.legal_actions()[0])

    assert dog == frozenset(state.layout.piles[0])
    assert isinstance(state.history[-1], DiscardCard)
    assert isinstance(public_view(state).steps[-1].action, Hidden)
