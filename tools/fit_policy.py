"""Makes the weights of the policy of play-outs again: `python tools/fit_policy.py`, some minutes of one core.

Robots play deals of Tarot at four, five and three; at each decision every card is played out in sampled
worlds. The weights are those with which the policy would choose most nearly as the scores say: a card as
often as exp(score / TEMPERATURE) says (logistic regression). The play-outs are those of rules of thumb.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.core.actions import Action, PlayCard
from games.core.bots import play_outs
from games.core.bots.bid_weights import Reals
from games.core.bots.club import score_ends, side_of
from games.core.bots.lane_worlds import WorldArrays, lanes_of
from games.core.bots.lanes import Numbers, bit_of, colour_of, play_lanes, same_lanes
from games.core.bots.matches import garde_deals
from games.core.bots.policy import WEIGHTS_FILE, first_choices
from games.core.bots.rules_of_thumb import play_by_thumb
from games.core.bots.sights import read_view
from games.core.bots.tarot_sight import TarotSight
from games.core.play import View
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot
from games.core.variants.tarot.setting import Imposed

DEALS = 300
SEED = 1
GAMES = ("tarot-4", "tarot-4", "tarot-5", "tarot-4", "tarot-3")
WORLDS = 48
BY_THUMB = 0.1
"""The share of decisions left to rules of thumb, so that other moments come up too."""
TEMPERATURE = 8.0
"""Points of score by which one card is better when the policy should take it e times as often."""
STEPS = 400
RATE, DECAY, SMALLEST = 0.05, 1e-5, 1e-8
"""Of the gradient descent (Adam)."""
THOUSANDTHS = 1000

Decision = tuple[Numbers, Reals]
"""The features of each choice, shape (choices, features), and its mean score for the seat."""


def decisions() -> Iterator[Decision]:
    """The decisions of some deals, every card of each tried."""
    rng = Random(SEED)  # noqa: S311 - not for secrets
    for number in range(DEALS):
        game = find_variant(GAMES[number % len(GAMES)])
        assert isinstance(game, Tarot)
        layout, taker = next(garde_deals(game, 1, SEED * 100_000 + number))
        state = game.start(layout, dealer=number % game.player_count, imposed=Imposed(taker))
        while state.to_act is not None:
            view = state.view(state.to_act)
            sight = read_view(view)
            assert isinstance(sight, TarotSight)
            action = play_by_thumb(sight)
            if isinstance(action, PlayCard) and len(view.legal) > 1 and rng.random() >= BY_THUMB:
                features, means, action = try_cards(sight, rng)
                if len(means) > 1:
                    yield features, means
            state = state.apply(action)


def try_cards(sight: TarotSight, rng: Random) -> tuple[Numbers, Reals, Action]:
    """Features and mean score of each choice, and the best of them."""
    lanes = lanes_of(WorldArrays(sight, rng, WORLDS))
    choices = first_choices(lanes, sight)
    cards = choices[:, :2]
    first = np.repeat(cards[:, 0], WORLDS), np.repeat(cards[:, 1], WORLDS)
    ends = play_lanes(same_lanes(lanes, len(cards)), first)
    scores = score_ends(sight, ends).reshape(len(cards), WORLDS) * side_of(lanes, sight.view.seat)
    means = scores.mean(axis=1)
    return choices[:, 2:], means, card_of(sight.view, *cards[int(means.argmax())].tolist())


def card_of(view: View, colour: int, bit: int) -> Action:
    """The legal card of a colour and a bit."""
    cards = (action for action in view.legal if isinstance(action, PlayCard))
    return next(action for action in cards if (colour_of(action.card), bit_of(action.card)) == (colour, bit))


def fit(found: list[Decision]) -> Numbers:
    """The weights that explain some decisions best, in thousandths."""
    counts = np.array([len(means) for _, means in found])
    starts = np.cumsum(counts) - counts
    of_choice = np.repeat(np.arange(len(counts)), counts)
    features = np.concatenate([features for features, _ in found])
    wanted = shares(np.concatenate([means for _, means in found]) / TEMPERATURE, starts, of_choice)
    weights, slope, square = (np.zeros(play_outs.WEIGHTS) for _ in range(3))
    for step in range(1, STEPS + 1):
        missed = shares(weights[features].sum(axis=1), starts, of_choice) - wanted
        each = np.repeat(missed, play_outs.FEATURES)
        gradient = np.bincount(features.reshape(-1), each, play_outs.WEIGHTS) / len(found) + DECAY * weights
        slope = 0.9 * slope + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        weights -= RATE * slope / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + SMALLEST)
        weights[0] = 0
    rounded: Numbers = np.round(weights * THOUSANDTHS).astype(np.int64)
    return rounded


def shares(values: Reals, starts: Numbers, of_choice: Numbers) -> Reals:
    """How often each choice is taken, in proportion to the exponential of its value, decision by decision."""
    powers = np.exp(values - np.maximum.reduceat(values, starts)[of_choice])
    shared: Reals = powers / np.add.reduceat(powers, starts)[of_choice]
    return shared


def main() -> None:
    """Play, fit and write."""
    numbers = fit(list(decisions()))
    WEIGHTS_FILE.write_text("\n".join(map(str, numbers.tolist())) + "\n", "ascii")


if __name__ == "__main__":
    main()
