"""The aim of a game without a taker, and the count of a seat during the deal."""

from random import Random
from typing import Any

import pytest

from games.core.actions import Bet, parse_action
from games.core.cards import QUEEN, rank_of, trump_number
from games.core.outcome import Bid
from games.core.variants.registry import GAMES
from games.core.variants.tarot.setting import Imposed
from play.scene.words.aims import aim_words, count_words, left_words, stock_words

SIDE_GAMES = [name for name in GAMES if not name.startswith("tarot")]


def after(game: str, steps: int, seed: int = 1) -> Any:
    """A deal after so many random actions, or at its end."""
    rng = Random(seed)
    state: Any = GAMES[game].start(GAMES[game].random_layout(rng), dealer=0)
    for _ in range(steps):
        if state.is_over:
            break
        state = state.apply(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("game", SIDE_GAMES)
def test_every_game_without_a_taker_says_its_aim(game: str) -> None:
    assert aim_words(after(game, 0))
    assert count_words(after(game, 20), 1)


def test_tarot_has_its_contract_instead() -> None:
    assert (aim_words(after("tarot-4", 0)), count_words(after("tarot-4", 0), 0)) == ("", "")


def test_points_taken_are_those_of_the_tricks_won() -> None:
    state = after("papayou-4", 40)
    points = sum(50 * (rank_of(card) == QUEEN) + (trump_number(card) or 0) for card in state.won[2])

    assert count_words(state, 2).replace("\xa0", " ") == f"points pris : {points}"


def test_bets_of_a_single_trick_are_summed_in_the_singular() -> None:
    game = GAMES["contrat-4"]
    rules = game.make_rules("fft", {"cards_each": 1})
    state: Any = game.start(game.random_layout(Random(1), rules), dealer=0, rules=rules)

    assert count_words(state, 1).replace("\xa0", " ") == "annonces : 0 sur 1 pli"


def test_bets_are_summed_until_all_have_bet_and_then_compared_with_the_tricks() -> None:
    state: Any = GAMES["contrat-3"].start(GAMES["contrat-3"].random_layout(Random(1)), dealer=0)
    state = state.apply(Bet(2))
    betting = count_words(state, 1)
    while len(state.bets) < 3:
        state = state.apply(state.legal_actions()[0])

    assert betting.replace("\xa0", " ") == f"annonces : 2 sur {len(state.layout.hands[0])} plis"
    assert count_words(state, 1) == "annonce 2, plis 0"


@pytest.mark.parametrize(("tokens", "words"), [(1, "1 jeton"), (2, "2 jetons")])
def test_tokens_are_counted(tokens: int, words: str) -> None:
    state, steps = after("grelin-3", 0), 0
    while tokens not in state.tokens:
        steps += 1
        state = after("grelin-3", steps)

    assert count_words(state, state.tokens.index(tokens)) == words


def test_suit_of_another_player_at_cold_poker_loses_the_cards_that_were_shown() -> None:
    game = GAMES["cold-poker-2"]
    state: Any = game.start(game.random_layout(Random(1)), dealer=1)
    texts = ["SR", "HR", "SD", "H1", "S10"]
    for text in texts:
        state = state.apply(parse_action(text))

    # the last card lies face down: it is still among those left
    assert left_words(state, 0).replace("\xa0", " ") == "♠ C V 10 9 8 7 6 5 4 3 2 1"
    assert left_words(state, 1).replace("\xa0", " ") == "♥ D C V 10 9 8 7 6 5 4 3 2"
    assert left_words(after("cold-poker-2", 40), 0) == ""


@pytest.mark.parametrize(
    ("game", "steps", "words"),
    [
        # a hand that follows no auction, so that the first steps are the bids
        ("tarot-2-tirette", 0, ""),
        ("tarot-4", 60, ""),
        ("cold-poker-2", 4, ""),
        ("papayou-4", 3, "talon : 2 cartes"),
        ("papayou-4", 200, ""),
    ],
)
def test_stock_is_counted_while_it_lasts(game: str, steps: int, words: str) -> None:
    assert stock_words(after(game, steps)).replace("\xa0", " ") == words


def test_stock_of_the_tirette_goes_down_to_its_last_card() -> None:
    rules = GAMES["tarot-2-tirette"].make_rules()
    tarot: Any = GAMES["tarot-2-tirette"]
    state = tarot.start(tarot.random_layout(Random(1)), rules=rules, imposed=Imposed(0, Bid.GARDE_SANS))
    words = []
    while not state.is_over:
        words.append(stock_words(state).replace("\xa0", " "))
        state = state.apply(state.legal_actions()[0])

    counts = list(dict.fromkeys(words))
    assert counts[:3] == ["", "talon : 24 cartes", "talon : 23 cartes"]
    assert counts[-1] == "talon : 1 carte"
    assert words[-1] == ""


def test_terms_of_papayou_come_before_its_stock() -> None:
    game = GAMES["papayou-4"]
    rules = game.make_rules("traditional")
    state: Any = game.start(game.random_layout(Random(1), rules), dealer=0, rules=rules)

    assert stock_words(state) == ""
