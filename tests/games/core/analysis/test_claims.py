"""Claims of all remaining tricks: true ones, false ones, and how such an end is played."""

from random import Random

import pytest

from games.core.actions import PlayCard
from games.core.analysis.claims import can_claim, is_claim_true, play_claim
from games.core.play import State
from games.core.variants.registry import find_variant
from tests.cases import by_day

GAMES = ("tarot-3", "tarot-4", "tarot-5", "nullo-4", "papayou-3")


def ends(game: str, cards: int) -> list[State]:
    """Moments at which somebody leads with so many cards each, of deals played at random."""
    found, variant = list[State](), find_variant(game)
    for number in range(40):
        rng = Random(number)
        state = variant.start(variant.random_layout(rng), dealer=0)
        while not state.is_over:
            if can_claim(state) and len(state.view(state.to_act or 0).hand) == cards:
                found.append(state)
                break
            state = state.apply(rng.choice(state.legal_actions()))
    return found


def takes_all(state: State, seat: int, *, is_helped: bool) -> bool:
    """The answer by trying every card, without a thought for time."""
    if state.is_over:
        return True
    tricks = len(state.tricks())
    answers = (
        all(trick.winner == seat for trick in after.tricks()[tricks:])
        and takes_all(after, seat, is_helped=is_helped)
        for after in map(state.apply, state.legal_actions())
    )
    return any(answers) if is_helped or state.to_act == seat else all(answers)


@pytest.mark.parametrize("game", GAMES)
def test_verdict_is_that_of_trying_every_card(game: str) -> None:
    moments = ends(game, 2)

    verdicts = [is_claim_true(state) for state in moments]

    assert verdicts == [takes_all(state, state.to_act or 0, is_helped=False) for state in moments]
    assert moments


def test_both_verdicts_occur() -> None:
    assert {is_claim_true(state) for game in GAMES for state in ends(game, 2)} == {True, False}


@pytest.mark.parametrize("game", by_day(GAMES, lambda game: game != "nullo-4"))
def test_played_claim_ends_the_deal_with_every_trick_for_who_claimed(game: str) -> None:
    for state in ends(game, 3):
        seat, tricks = state.to_act, len(state.tricks())
        line = play_claim(state)
        assert (line is not None) == takes_all(state, seat or 0, is_helped=True)
        for action in line or ():
            state = state.apply(action)  # noqa: PLW2901 - the deal goes on
        assert line is None or state.is_over
        assert line is None or {trick.winner for trick in state.tricks()[tricks:]} == {seat}


def test_high_trumps_need_no_search() -> None:
    state = next(
        state for cards in (3, 4, 5, 6) for state in ends("tarot-4", cards) if is_claim_true(state, budget=0)
    )

    assert is_claim_true(state, budget=1_000_000)
    assert play_claim(state) is not None


def test_claim_that_cannot_be_shown_in_time_is_left_to_people() -> None:
    state = next(state for state in ends("nullo-4", 2) if is_claim_true(state))

    assert not is_claim_true(state, budget=1)
    assert play_claim(state, budget=1) is None


def test_only_who_leads_with_tricks_to_come_may_claim() -> None:
    state = ends("tarot-4", 2)[0]

    assert not can_claim(state.apply(state.legal_actions()[0]))
    assert not can_claim(
        find_variant("grelin-3").start(find_variant("grelin-3").random_layout(Random(1)), dealer=0)
    )
    while not state.is_over:
        state = state.apply(state.legal_actions()[0])
        has_one = state.is_over or len(state.view(state.to_act or 0).hand) == 1
        assert not (has_one and can_claim(state))
    assert all(isinstance(action, PlayCard) for action in state.history[-8:])
