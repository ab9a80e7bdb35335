"""Games: complete random deals, legal moves, scored outcomes, notation."""

import time
from collections.abc import Callable
from random import Random

from games.core.exchange import record_of_state
from games.core.notation import format_played_deal, parse_played_deal
from games.core.outcome import Bid, Handful, Outcome, PetitAtEnd
from games.core.play import GameVariant, State, play_randomly
from games.core.scoring import check_outcome, score_outcome
from games.core.variant import TAROT_4
from games.core.variants.registry import GAMES

PLAYED = ("tarot-4", "tarot-3", "tarot-5", "tarot-10", "nullo-4", "papayou-4", "grelin-4", "contrat-4")
SECONDS = 2.0


def measure_rate(function: Callable[[], int]) -> float:
    """Return the operations per second of a function that returns their number. Takes `SECONDS`."""
    function()
    done, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < SECONDS:
        done += function()
    return done / elapsed


def show_rate(label: str, per_second: float) -> None:
    print(f"{label:<58} {per_second:14,.0f} a second")


def play_some(variant: GameVariant, rng: Random, count: int = 20) -> list[State]:
    """Deal, play and score random deals. Return their final states."""
    ends = [play_randomly(variant.start(variant.random_layout(rng)), rng) for _ in range(count)]
    for end in ends:
        end.scores()
    return ends


def count_listed_moves(states: list[State]) -> int:
    for state in states:
        state.legal_actions()
    return len(states)


def moments(variant: GameVariant, rng: Random) -> list[State]:
    """Return every state of some random deals."""
    states = []
    for _ in range(20):
        state = variant.start(variant.random_layout(rng))
        while not state.is_over:
            states.append(state)
            state = state.apply(rng.choice(state.legal_actions()))
    return states


def random_outcomes(rng: Random, count: int) -> list[Outcome]:
    """Return random possible outcomes without a slam."""
    return [
        Outcome(
            taker=rng.randrange(4),
            bid=rng.choice((Bid.PRISE, Bid.GARDE, Bid.GARDE_SANS, Bid.GARDE_CONTRE)),
            bouts=rng.randint(1, 2),
            half_points=2 * rng.randint(20, 70),
            handfuls=(Handful.SIMPLE,) * rng.randrange(2),
            petit=rng.choice(tuple(PetitAtEnd)),
        )
        for _ in range(count)
    ]


def score_some(outcomes: list[Outcome]) -> int:
    for outcome in outcomes:
        check_outcome(outcome, TAROT_4)
        score_outcome(outcome, TAROT_4)
    return len(outcomes)


def main() -> None:
    rng = Random(1)
    for name in PLAYED:
        variant = GAMES[name]
        per_second = measure_rate(lambda variant=variant: len(play_some(variant, rng)))
        show_rate(f"{name}: complete random deals, dealt and scored", per_second)
    states = moments(GAMES["tarot-4"], rng)
    show_rate("tarot-4: lists of legal moves", measure_rate(lambda: count_listed_moves(states)))
    outcomes = random_outcomes(rng, 1000)
    show_rate("tarot-4: outcomes checked and scored, one by one", measure_rate(lambda: score_some(outcomes)))
    deal = record_of_state(play_some(GAMES["tarot-4"], rng, 1)[0])
    text = format_played_deal(deal)
    show_rate(
        "tarot-4: whole deals written as text", measure_rate(lambda: len(format_played_deal(deal)) and 1)
    )
    show_rate(
        "tarot-4: whole deals read from text", measure_rate(lambda: len(parse_played_deal(text).steps) and 1)
    )


if __name__ == "__main__":
    main()
