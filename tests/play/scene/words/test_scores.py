"""Sentences about the end of a deal."""

import re
from random import Random
from typing import Any

import pytest

from games.core.outcome import Bid, Outcome, Slam
from games.core.variants.registry import find_variant
from play.scene.words.scores import end_words, score_lines
from tournaments.results.words.facts import points_words

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


@pytest.mark.parametrize(
    ("slam", "words"),
    [
        (Slam.ANNOUNCED_FAILED, "Vous réussissez votre garde de 20. Le chelem annoncé est chuté."),
        (Slam.NONE, "Vous réussissez votre garde de 20."),
    ],
)
def test_slam_announced_in_vain_is_named_beside_a_contract_that_was_made(
    slam: Slam, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = find_variant("tarot-4")
    state: Any = variant.start(variant.random_layout(Random(1)), dealer=0)
    outcome = Outcome(taker=0, bid=Bid.GARDE, bouts=3, half_points=112, slam=slam)
    monkeypatch.setattr(type(state), "outcome", lambda _self: outcome)

    assert end_words(state, 0, NAMES) == words


SIDE_GAMES = ("papayou-4", "nullo-4", "grelin-3", "contrat-3", "cold-poker-4")


def played(game: str, seed: int) -> Any:
    """A deal played at random to its end."""
    variant = find_variant(game)
    rng = Random(seed)
    state: Any = variant.start(variant.random_layout(rng), dealer=0)
    while not state.is_over:
        state = state.apply(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("game", SIDE_GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_each_seat_has_its_line_with_its_score(game: str, seed: int) -> None:
    state = played(game, seed)

    lines = score_lines(state, 1, NAMES)

    expected = ["Vous" if seat == 1 else name for seat, name in enumerate(NAMES)]
    assert [line.words.split("\xa0: ")[0] for line in lines] == expected[: state.variant.player_count]
    assert [line.points for line in lines] == [points_words(score) for score in state.scores()]


@pytest.mark.parametrize(
    ("game", "scores", "me", "words"),
    [
        ("papayou-4", (3, 0, 5, 9), 1, "Vous gagnez, avec le moins de points."),
        ("papayou-4", (3, 0, 5, 9), 0, "Est gagne, avec le moins de points."),
        ("papayou-4", (0, 0, 5, 9), 0, "À égalité avec le moins de points : Est et vous."),
        ("papayou-4", (0, 0, 5, 0), None, "À égalité avec le moins de points : Nord, Est et Ouest."),
        ("cold-poker-4", (3, 0, 5, 9), 3, "Vous gagnez, avec le plus de points."),
        ("cold-poker-4", (3, 0, 5, 9), 0, "Ouest gagne, avec le plus de points."),
        ("cold-poker-4", (9, 0, 5, 9), 0, "À égalité avec le plus de points : Ouest et vous."),
    ],
)
def test_end_says_who_won_and_what_for(
    game: str, scores: tuple[int, ...], me: int | None, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = played(game, 1)
    monkeypatch.setattr(type(state), "scores", lambda _self: scores)

    assert end_words(state, me, NAMES).replace("\xa0", " ") == words


def test_lines_of_papayou_count_queens_and_trumps() -> None:
    state = played("papayou-4", 1)
    queens, trumps = re.findall(
        r"(\d+) × 50 pour les dames, (\d+) d’atouts",
        " ".join(line.words for line in score_lines(state, None, NAMES)).replace("\xa0", " "),
    )[0]

    assert state.scores()[0] == 50 * int(queens) + int(trumps)


def test_lines_of_grelin_count_tokens_and_cards() -> None:
    words = [line.words.replace("\xa0", " ") for line in score_lines(played("grelin-4", 1), None, NAMES)]

    counts = [re.search(r"\d+ pour les jetons, \d+ pour les cartes restantes$", line) for line in words]
    assert sum(map(bool, counts)) == 3
    assert sum("4 de moins pour le gagnant" in line for line in words) == 1
