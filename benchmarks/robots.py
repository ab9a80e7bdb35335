"""Robots: play-outs by the engine and by rules of thumb, worlds drawn, decisions, open searches, loading.

Times are processor times of one core: other jobs of the machine do not count.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from random import Random

import numpy as np

from benchmarks.games import SECONDS, show_rate
from games.core.actions import PlayCard
from games.core.analysis.open_search import OpenSearch
from games.core.analysis.positions import open_position
from games.core.bots.choosing import RobotLevel, choose_action
from games.core.bots.ends.policy import first_choices, play_by_policy
from games.core.bots.ends.thumb_lanes import play_lanes
from games.core.bots.habits.rules_of_thumb import play_by_thumb
from games.core.bots.knowledge.sights import read_view
from games.core.bots.knowledge.tarot_sight import TarotSight
from games.core.bots.matches import garde_deals
from games.core.bots.numbers.lanes import same_lanes
from games.core.bots.worlds.lane_worlds import WorldArrays, lanes_of
from games.core.compiled import use_compiled
from games.core.play import State, play_randomly
from games.core.variant import VARIANTS
from games.core.variants.registry import GAMES
from games.core.variants.tarot.game import Tarot
from games.core.variants.tarot.setting import Imposed

SIZES = (60, 240, 600, 2000)
MANY = SIZES[-1]
LOADED = ("choosing", "levels.club", "levels.fort")
DECIDED = (*VARIANTS, "tarot-6", "tarot-8")
DEALS = 4
SEARCHED = (8, 9, 10, 11, 12)
SEARCHES = 20
SEARCH_BUDGET = 50_000_000
LEVELS = tuple(RobotLevel)


def measure_core_rate(function: Callable[[], int]) -> float:
    """Return the operations per second of one core, of a function that returns their number."""
    function()
    done, start = 0, time.process_time()
    while (elapsed := time.process_time() - start) < SECONDS:
        done += function()
    return done / elapsed


def deal_first_lead(name: str) -> State:
    """Return a deal before its first card."""
    game = GAMES[name]
    assert isinstance(game, Tarot)
    layout, taker = next(garde_deals(game, 1, 1))
    state: State = game.start(layout, imposed=Imposed(taker))
    while not isinstance(state.legal_actions()[0], PlayCard):
        state = state.apply(play_by_thumb(sight_of(state)))
    return state


def sight_of(state: State) -> TarotSight:
    seat = state.to_act
    assert seat is not None
    sight = read_view(state.view(seat))
    assert isinstance(sight, TarotSight)
    return sight


def show_engine() -> None:
    state, rng = deal_first_lead("tarot-4"), Random(1)
    show_rate(
        "whole deals at random through the engine",
        measure_core_rate(lambda: len(play_randomly(state, rng).steps) and 1),
    )


def show_thumbs(label: str, sizes: Sequence[int]) -> None:
    """Measure play-outs by rules of thumb, and the worlds that they use."""
    state, rng = deal_first_lead("tarot-4"), Random(1)
    for size in sizes:
        worlds = WorldArrays(sight_of(state), rng, size)
        lanes = lanes_of(worlds)
        count = worlds.count
        ends = measure_core_rate(
            lambda lanes=lanes, count=count: len(play_lanes(same_lanes(lanes, 1)).bouts) and count
        )
        show_rate(f"whole deals by rules of thumb, {label}, {size} at once", ends)
        sight = sight_of(state)
        show_rate(
            f"worlds drawn, {label}, {size} at once",
            measure_core_rate(lambda sight=sight, size=size: WorldArrays(sight, rng, size).count),
        )


def show_policy() -> None:
    state, rng = deal_first_lead("tarot-4"), Random(1)
    lanes, sight = lanes_of(WorldArrays(sight_of(state), rng, MANY)), sight_of(state)
    colour, bit = first_choices(lanes, sight)[0, :2]
    first = np.full(MANY, colour), np.full(MANY, bit)
    show_rate(
        f"whole deals by the learnt policy, {MANY} at once",
        measure_core_rate(lambda: len(play_by_policy(sight, lanes, first).bouts)),
    )


def decision_times(name: str, level: RobotLevel) -> list[float]:
    """Return the milliseconds of one core for each decision of some deals, without forced cards."""
    game, milliseconds = GAMES[name], []
    assert isinstance(game, Tarot)
    for number, (layout, taker) in enumerate(garde_deals(game, DEALS, 2)):
        state: State = game.start(layout, imposed=Imposed(taker))
        while (seat := state.to_act) is not None:
            view, start = state.view(seat), time.process_time()
            action = choose_action(view, level, seed=number)
            if len(view.legal) > 1:
                milliseconds.append(1000 * (time.process_time() - start))
            state = state.apply(action)
    return milliseconds


def show_searches() -> None:
    """Measure the exact score of an end played so far by rules of thumb:
    its time, and how often it is found.
    """
    # compiles the functions before the measurement
    OpenSearch(open_position(end_of(0, 2))).score(open_position(end_of(0, 2)))
    for cards in SEARCHED:
        milliseconds, exact = [], 0
        for number in range(SEARCHES):
            position = open_position(end_of(number, cards))
            search, start = OpenSearch(position, SEARCH_BUDGET), time.process_time()
            exact += search.score(position).is_exact
            milliseconds.append(1000 * (time.process_time() - start))
        middle, p90 = statistics.median(milliseconds), sorted(milliseconds)[int(0.9 * SEARCHES)]
        share = f"{exact} of {SEARCHES} exact"
        print(f"open search, {cards:2} cards each, {share:<31} {middle:9.0f} ms   90 % below {p90:9.0f} ms")


def end_of(number: int, card_count: int) -> State:
    """Return a deal of Tarot at four with so many cards left in each hand."""
    game = GAMES["tarot-4"]
    assert isinstance(game, Tarot)
    layout, taker = next(garde_deals(game, 1, number))
    state: State = game.start(layout, imposed=Imposed(taker))
    while not isinstance(state.legal_actions()[0], PlayCard) or len(state.view(0).hand) > card_count:
        state = state.apply(play_by_thumb(sight_of(state)))
    return state


def load_time(module: str) -> float:
    """Return the milliseconds in which a fresh process loads a module."""
    code = f"import time; t = time.process_time(); import {module}; print(1000 * (time.process_time() - t))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    return float(out.stdout)


def show_decisions(name: str, level: RobotLevel, label: str = "") -> None:
    times = sorted(decision_times(name, level))
    middle, p95 = statistics.median(times), times[int(0.95 * len(times))]
    print(f"{name}: decisions of {level.value + label:<46} {middle:9.1f} ms   95 % below {p95:9.1f} ms")


def main() -> None:
    show_engine()
    show_thumbs("in Python", SIZES[:1])
    for name in DECIDED:
        show_decisions(name, RobotLevel.CLUB, ", in Python")
    use_compiled()
    show_thumbs("compiled", SIZES)
    show_policy()
    for name in DECIDED:
        for level in LEVELS:
            show_decisions(name, level)
    show_searches()
    for module in ("games.core.variants.registry", *(f"games.core.bots.{name}" for name in LOADED)):
        print(f"loading {module:<50} {load_time(module):9.1f} ms")


if __name__ == "__main__":
    main()
