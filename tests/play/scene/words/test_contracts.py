"""The contract of a deal of Tarot above its table."""

from random import Random
from typing import Any

import pytest

from games.core.actions import CallCard, DiscardCard
from games.core.calls import copies
from games.core.outcome import Bid
from games.core.rules import parse_rules
from games.core.variants.registry import find_variant
from games.core.variants.tarot.setting import Imposed
from games.core.variants.tarot.views import preparation_of
from play.scene.words.contracts import contract_above_table
from tournaments.base.words.cards import the_card

NAMES = tuple(f"{initial}ora" for initial in "NÉABCDFGHIJKL")


def after_call(game: str, *, taker: int) -> Any:
    """A deal of a garde whose taker called kings of other hands."""
    variant = find_variant(game)
    state: Any = variant.start(variant.random_layout(Random(4)), dealer=0, imposed=Imposed(taker, Bid.GARDE))
    for _ in range(variant.row.call_count):
        hand = sum(1 << card for card in state.view(taker).hand)
        calls = [action for action in state.legal_actions() if not hand & copies(action.card)]
        assert isinstance(calls[0], CallCard)
        state = state.apply(calls[0])
    return state


def words_of(state: Any, me: int | None) -> str:
    preparation = preparation_of(state.phase)
    assert preparation is not None
    return contract_above_table(preparation, me, NAMES)


def holders(state: Any) -> set[int]:
    called = preparation_of(state.phase).called
    return {
        seat
        for seat in range(state.variant.player_count)
        if any(sum(1 << held for held in state.view(seat).hand) & copies(card) for card in called)
    }


@pytest.mark.pure
@pytest.mark.parametrize(("game", "taker"), [("tarot-5", 0), ("tarot-5", 1), ("tarot-7", 0)])
def test_contract_names_taker_called_cards_and_to_a_called_player_their_side(game: str, taker: int) -> None:
    state = after_call(game, taker=taker)
    preparation = preparation_of(state.phase)
    assert preparation is not None
    called_players = holders(state)
    assert called_players

    of_taker = "Garde d’Éora" if taker else "Garde de Nora"
    expected = {seat: f"{of_taker}, avec vous" if seat in called_players else of_taker for seat in range(5)}
    expected[taker] = "Garde, par vous"
    assert {seat: words_of(state, seat).split(" · ")[0] for seat in range(5)} == expected
    words = words_of(state, None)
    assert words.startswith(f"{of_taker} · appel\u00a0: ")
    assert all(the_card(card).split(" de ")[1] in words for card in preparation.called)


@pytest.mark.pure
def test_nobody_is_told_to_attack_before_the_first_player_of_the_called_card_is_known() -> None:
    state = after_call("tarot-13", taker=0)
    assert holders(state)

    assert not any("avec vous" in words_of(state, seat) for seat in range(1, 13))


@pytest.mark.pure
@pytest.mark.parametrize("announced", ["slam", "petit_slam"])
def test_announced_slam_stays_in_the_contract(announced: str) -> None:
    variant = find_variant("tarot-4")
    rules = parse_rules(variant.options, "fft petit_slam=yes")
    state: Any = variant.start(
        variant.random_layout(Random(4)), dealer=0, rules=rules, imposed=Imposed(0, Bid.GARDE_SANS)
    )
    announcement = next(
        action for action in state.legal_actions() if announced == getattr(action, "name", "")
    )
    assert not isinstance(state.legal_actions()[0], DiscardCard)

    words = {"slam": "chelem annoncé", "petit_slam": "petit chelem annoncé"}[announced]
    assert words_of(state.apply(announcement), 0) == f"Garde sans, par vous · {words}"
    assert words_of(state, 1) == "Garde sans de Nora"
