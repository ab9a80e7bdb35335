"""Rules of thumb of Nullo and Papayou."""

from random import Random

import pytest

from games.core.actions import PlayCard
from games.core.bots.choosing import LEAST_WORLDS, RobotLevel, explain_action
from games.core.bots.habits.avoiding import avoid_points, find_cost, split_tricks
from games.core.bots.habits.choices import ChoiceMethod
from games.core.cards import format_card, parse_card
from games.core.variants.registry import find_variant


def choose(game: str, cards: str, trick: str, *, is_last: bool = False) -> str:
    """Return the card chosen among the legal ones, as text."""
    cost = find_cost(find_variant(game))
    assert cost is not None
    legal, played = ([parse_card(text) for text in texts.split()] for texts in (cards, trick))
    return format_card(avoid_points(legal, played, is_last=is_last, cost=cost))


@pytest.mark.parametrize(
    ("cards", "trick", "is_last", "card"),
    [
        # a low card of a suit is led, and never the Excuse while there is another card
        ("S9 H3 HR EX", "", False, "H3"),
        ("EX", "", False, "EX"),
        # the highest card below the trick, though a lower one is legal too
        ("S2 S9 SR", "SC", False, "S9"),
        # no card of the suit: the dearest one goes to the player who takes
        ("H2 HD D10", "SC", False, "HD"),
        # below a trump too
        ("5T 9T", "S3 12T", False, "9T"),
        # every card takes: the Excuse ducks
        ("SR EX", "S3", False, "EX"),
        # without it others may still go over the lowest
        ("S9 SR", "S3", False, "S9"),
        # as the last one a strong card is got rid of
        ("S9 SV", "S3 S4 S5", True, "SV"),
        # an Excuse that was led sets no suit: any card takes
        ("S9 H2", "EX", False, "H2"),
    ],
)
def test_points_are_avoided_at_nullo(cards: str, trick: str, is_last: bool, card: str) -> None:
    assert choose("nullo-4", cards, trick, is_last=is_last) == card


def test_queen_costs_more_than_a_king_and_than_any_trump_at_papayou() -> None:
    assert choose("papayou-4", "HR HD 21T", "S5") == "HD"
    assert choose("papayou-4", "HR H3 20T", "S5 21T") == "20T"


def test_other_games_have_no_card_that_costs() -> None:
    assert [find_cost(find_variant(game)) for game in ("tarot-9", "contrat-4", "cold-poker-3")] == [None] * 3


@pytest.mark.parametrize("game", ["nullo-4", "papayou-4"])
@pytest.mark.parametrize(("worlds", "method"), [(-1, ChoiceMethod.THUMB), (0, ChoiceMethod.PLAYED_OUT)])
def test_few_worlds_are_left_to_the_rules_of_thumb(game: str, worlds: int, method: ChoiceMethod) -> None:
    variant = find_variant(game)
    state = variant.start(variant.random_layout(Random(4)), dealer=0)
    while not all(isinstance(action, PlayCard) for action in state.legal_actions()):
        state = state.apply(state.legal_actions()[0])
    view = state.view(state.to_act or 0)
    budget = len(view.legal) * (LEAST_WORLDS + worlds) + len(view.legal) - 1

    choice = explain_action(view, RobotLevel.CLUB, seed=1, budget=budget)

    assert choice.method is method
    assert choice.action in view.legal


def test_trick_on_the_table_is_that_after_the_last_whole_one() -> None:
    variant = find_variant("nullo-3")
    state = variant.start(variant.random_layout(Random(4)), dealer=0)
    for _ in range(5):
        state = state.apply(state.legal_actions()[0])
    view = state.view(state.to_act or 0)

    cards, trick = split_tricks(view)

    assert len(cards) == 5
    assert trick == cards[3:]
