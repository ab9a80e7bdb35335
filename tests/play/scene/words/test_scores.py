"""How the end of a deal is said."""

from random import Random
from typing import Any

import pytest

from games.core.outcome import Bid, Outcome
from games.core.variants.registry import find_variant
from play.scene.words.scores import end_words

NAMES = ("Nord", "Est", "Sud", "Ouest")


@pytest.mark.parametrize(
    ("half_points", "me", "words"),
    [
        (82, 0, "Vous réussissez tout juste votre garde sans."),
        (82, 1, "Nord réussit tout juste sa garde sans."),
        (84, 0, "Vous réussissez votre garde sans de 1."),
        (80, 1, "Nord chute de 1 à la garde sans."),
    ],
)
def test_contract_just_made_is_not_made_by_nought(
    half_points: int, me: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = find_variant("tarot-4")
    state: Any = variant.start(variant.random_layout(Random(1)), dealer=0)
    outcome = Outcome(taker=0, bid=Bid.GARDE_SANS, bouts=2, half_points=half_points)
    monkeypatch.setattr(type(state), "outcome", lambda _self: outcome)

    assert end_words(state, me, NAMES) == words
