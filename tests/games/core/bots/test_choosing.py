"""Robots do what the rules allow, from what they know alone, and always the same."""

import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.actions import Bet, MakeBid, Pass
from games.core.bots.choosing import RobotLevel, choose_action, explain_action
from games.core.bots.habits.choices import ChoiceMethod
from games.core.bots.knowledge.sights import read_view
from games.core.cards import parse_card, trump_card
from games.core.variants.registry import GAMES
from tests.cases import by_day, examples
from tests.games.core.bots.test_lanes import LEVELLED
from tests.games.core.variants.watching import is_of_the_day, start_of

every_variant = pytest.mark.parametrize("variant", by_day(GAMES.values(), is_of_the_day), ids=list(GAMES))
MIDDLING = "20T 16T 12T 10T 7T 5T SR SV S4 HD H8 H7 H3 DR D10 D2 C9 C4"
SAMPLED_IN = 9
"""One decision in so many is made by play-outs where whole deals of every game are played: they take long."""
ROBOT_DEALS = int(os.environ.get("ETUI_ROBOT_DEALS", "6"))
"""Deals of Tarot that beginners play at three, four and five; `script/test --long` asks for thousands."""
DEALS_FOR_ONE = 20
"""Deals of beginners for each of a level that computes."""
SMALL_BUDGET = 8


def play_by_robots(start, level, budget_of):
    """The end of a deal with a robot in every seat, each action one of those that are legal."""
    state = start
    while not state.is_over:
        budget = budget_of(len(state.steps))
        action = choose_action(state.view(state.to_act), level, seed=1, budget=budget)
        assert action in state.legal_actions()
        state = state.apply(action)
    return state


@every_variant
def test_robots_play_a_whole_deal_of_every_game(variant):
    start = next(start for number in range(9) if not (start := start_of(variant, number)).is_over)

    end = play_by_robots(start, RobotLevel.CLUB, lambda step: 2 if step % SAMPLED_IN == 0 else 1)

    assert len(end.scores()) == variant.player_count


@pytest.mark.parametrize("name", ["tarot-3", "tarot-4", "tarot-5"])
def test_beginners_play_whole_deals_of_tarot(name):
    for number in range(ROBOT_DEALS):
        end = play_by_robots(start_of(GAMES[name], number), RobotLevel.DEBUTANT, lambda step: 1)

        assert sum(end.scores()) == 0


@pytest.mark.nights
@pytest.mark.parametrize("level", [RobotLevel.CLUB, RobotLevel.FORT])
@pytest.mark.parametrize("name", LEVELLED)
def test_robots_that_compute_play_whole_deals_of_tarot(name, level):
    for number in range(1 + ROBOT_DEALS // DEALS_FOR_ONE):
        end = play_by_robots(start_of(GAMES[name], number), level, lambda step: SMALL_BUDGET)

        assert sum(end.scores()) == 0


@examples(6)
@given(
    st.sampled_from((*LEVELLED, "nullo-4", "papayou-4", "grelin-4", "contrat-3")),
    st.integers(0, 1000),
    st.sampled_from(RobotLevel),
    st.randoms(use_true_random=True),
)
def test_another_deal_that_looks_the_same_gets_the_same_action(name, number, level, rng):
    state = next(start for n in range(number, number + 9) if not (start := start_of(GAMES[name], n)).is_over)
    for _ in range(rng.randrange(60)):
        next_state = state.apply(rng.choice(state.legal_actions()))
        state = state if next_state.is_over else next_state
    view = state.view(state.to_act)
    forged = read_view(view).world(rng)

    assert choose_action(view, level, seed=number, budget=4) == choose_action(
        forged.view(view.seat), level, seed=number, budget=4
    )


def test_who_has_nothing_to_do_is_refused():
    view = start_of(GAMES["nullo-4"], 0).view(0)

    with pytest.raises(ValueError, match="seat 0 has nothing to do"):
        choose_action(view, RobotLevel.CLUB, seed=1)


@pytest.mark.parametrize(
    ("module", "unloaded"),
    [
        ("exchange.replays", "games.core.bots.levels.club"),
        ("bots.choosing", "numpy"),
        ("bots.levels.club", "numba"),
    ],
)
def test_who_plays_against_nobody_loads_nothing(module, unloaded):
    """The games load no robot that computes; robots load NumPy at the level club, and numba at fort."""
    code = f"import sys, games.core.{module}; print({unloaded!r} in sys.modules)"

    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert output.strip() == "False"


@pytest.mark.parametrize(("trump", "bet"), [(21, Bet(1)), (1, Bet(0))])
def test_general_player_sees_what_a_choice_brings(trump, bet):
    """The highest trump makes the trick and the lowest does not, with one card each in Contrat."""
    game = GAMES["contrat-2"]
    rules = game.make_rules("fft", {"cards_each": 1})
    trump_held = trump_card(trump)
    other_cards = [card for card in game.deck if card != trump_held]
    state = game.start(
        game.cut([other_cards[9], trump_held, *other_cards[:9], *other_cards[10:]], rules), rules=rules
    )

    assert choose_action(state.view(1), RobotLevel.CLUB, seed=1, budget=40) == bet


def test_who_overbids_does_not_count_on_the_other_bidder():
    """A middling hand passes over a garde: once it took its bidder for a partner, and bid garde sans."""
    game = GAMES["tarot-4"]
    hand = [parse_card(text) for text in MIDDLING.split()]
    other_cards = [card for card in game.deck if card not in hand]
    layout = game.cut([*other_cards[:36], *hand, *other_cards[36:]], game.make_rules())
    state = game.start(layout, dealer=0).apply(MakeBid("garde"))

    assert choose_action(state.view(2), RobotLevel.CLUB, seed=1, budget=100) == Pass()


@pytest.mark.parametrize(
    "who",
    by_day(
        [(name, level) for name in ("tarot-4", "tarot-5", "contrat-3") for level in RobotLevel],
        lambda who: who[0] == "tarot-4" or who == ("contrat-3", RobotLevel.CLUB),
    ),
    ids=str,
)
def test_reasons_name_the_action_that_is_worth_most(who):
    name, level = who
    state = start_of(GAMES[name], 2)
    methods = set()
    while not state.is_over:
        view = state.view(state.to_act)
        choice = explain_action(view, level, seed=1, budget=6)
        assert choice.action == choose_action(view, level, seed=1, budget=6)
        assert choice.action in view.legal
        assert (
            (choice.worlds > 0)
            == bool(choice.means)
            == (choice.method in (ChoiceMethod.PLAYED_OUT, ChoiceMethod.SEARCHED))
        )
        if choice.means:
            # bids and cards weigh more than the mean: test_bidding.py and test_lanes.py beside this file
            assert choice.made or choice.wins or choice.means[choice.action] == max(choice.means.values())
            assert choice.action in choice.means
            assert set(choice.wins) in (set(), set(choice.means))
            assert set(choice.means) <= set(view.legal)
        methods.add(choice.method)
        state = state.apply(choice.action)

    by_thumb = level is RobotLevel.DEBUTANT and name != "contrat-3"
    assert (ChoiceMethod.THUMB if by_thumb else ChoiceMethod.PLAYED_OUT) in methods
