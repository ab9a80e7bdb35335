"""Fit the weights of the play-out policy again: `python tools/fit_policy.py PLAYS`, half an hour.

Robots of level club play deals of Tarot at four, five and three into the file PLAYS, if it is missing. The
weights are those of a small network (`play_outs`) with which the policy chooses most like these robots: each
card with a probability proportional to e to its weight (logistic regression by gradient descent, Adagrad).
Every tenth deal is left out, and the program prints how well it is predicted.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.core.actions import PlayCard
from games.core.bots.choosing import RobotLevel, choose_action
from games.core.bots.lanes import COLOURS, NOBODY, Flags, Numbers, bit_of, card_colour_number
from games.core.bots.matches import garde_deals
from games.core.bots.moments import Deal, LaneRows, PlayMoment, lead_next, load_lane, put_card, read_play
from games.core.bots.play_outs import UNIT
from games.core.bots.policy import DIGITS, WEIGHTS_FILE, ZERO
from games.core.bots.policy_choices import (
    HIDDEN,
    MOMENT_ROWS,
    MOST_CHOICES,
    MOST_ROWS,
    ROW_COUNT,
    WIDTH,
    Choices,
    write_choices,
)
from games.core.bots.sights import read_view
from games.core.bots.tarot_sight import TarotSight
from games.core.bots.thumb_lanes import cards_memory
from games.core.compiled import compiled_entry, new_record, use_compiled
from games.core.tricks import NOTHING_LED, SUIT_OF, cards_in
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot
from games.core.variants.tarot.playing import Playing
from games.core.variants.tarot.setting import Imposed

DEALS = (("tarot-4", 867, 510_000), ("tarot-5", 110, 520_000), ("tarot-3", 90, 530_000))
"""Games, numbers of deals, and seeds."""
STRIDE = 2 + MOST_ROWS
"""Numbers per choice: its colour, the number of its rows, its rows. The rows of the moment come first."""
LEFT_OUT = 10
STEPS = 8
RATE, DECAY = 0.05, 0.7
"""Rate of the gradient descent, and its factor after each of the last steps."""
FIRST_DECAY = 3
SPREAD, FIRST_SQUARE = 0.15, 0.1
GREATEST = 127

Play = dict[str, Any]


def plays(name: str, count: int, seed: int) -> Iterator[Play]:
    """Yield deals played by level club: the state before the first card, and the cards in order."""
    game = find_variant(name)
    assert isinstance(game, Tarot)
    for number, (layout, taker) in enumerate(garde_deals(game, count, seed)):
        state = game.start(layout, dealer=number % game.player_count, imposed=Imposed(taker))
        start: Play = {}
        cards: list[int] = []
        while state.to_act is not None:
            if not start and isinstance(state.phase, Playing):
                start = read_start(state.phase.hands, read_view(state.view(state.to_act)))
            action = choose_action(state.view(state.to_act), RobotLevel.CLUB, seed=number)
            cards += [action.card] if isinstance(action, PlayCard) else []
            state = state.apply(action)
        yield start | {"cards": cards}


def read_start(hands: tuple[int, ...], sight: object) -> Play:
    """Return the hands before the first card, the taker, the leader, and the suit that may not be led at
    first.
    """
    assert isinstance(sight, TarotSight)
    assert sight.taker is not None
    called_cards = [card for card in sight.called if not sight.dogs[sight.taker][1] >> card & 1]
    return {
        "hands": [cards_in(hand) for hand in hands],
        "taker": sight.taker,
        "attack": [
            int(seat == sight.taker or any(hand >> card & 1 for card in called_cards))
            for seat, hand in enumerate(hands)
        ],
        "leader": sight.leader,
        "barred": SUIT_OF[sight.called[0]] if sight.called else NOTHING_LED,
    }


@compiled_entry
def walk(s: Any, m: Any, view: Any, lanes: Any, moves: Any, decisions: Any, counts: Any, choices: Any) -> Any:
    """Write one row for each card of the play that had alternatives. Return the number of rows."""
    load_lane(s, view, lanes, 0)
    number = 0
    for card in range(len(moves) // 2):
        write_choices(s, m)
        if m.count > 1:
            for choice in range(m.count):
                if m.colours[choice] == moves[2 * card] and (
                    m.bits[choice] == moves[2 * card + 1] or m.alike[choice] & moves[2 * card + 1]
                ):
                    choices[number] = choice
            for row in range(MOMENT_ROWS):
                decisions[number, row] = m.moment_rows[row]
            for choice in range(m.count):
                first = MOMENT_ROWS + choice * STRIDE
                decisions[number, first] = m.colours[choice]
                decisions[number, first + 1] = m.row_counts[choice]
                for row in range(MOST_ROWS):
                    decisions[number, first + 2 + row] = m.rows[choice * MOST_ROWS + row]
            counts[number] = m.count
            number += 1
        put_card(s, moves[2 * card], moves[2 * card + 1], True)
        if s.place == s.seats:
            lead_next(s)
    return number


def decisions(play: Play) -> tuple[Numbers, Numbers, Numbers]:
    """Return the choices, their number, and the index of the chosen one, for each card with alternatives."""
    seats, size = len(play["hands"]), len(play["cards"])
    hands, holder = np.zeros((seats, COLOURS), np.int64), np.array([NOBODY])
    for seat, hand in enumerate(play["hands"]):
        for card in hand:
            if bit_of(card):
                hands[seat, card_colour_number(card)] |= bit_of(card)
            else:
                holder[0] = seat
    zero = np.zeros(1, np.int64)
    lanes = LaneRows(hands.reshape(-1), holder, np.array(play["attack"]), *(zero for _ in range(4)))
    view, taker = new_record(PlayMoment), play["taker"]
    deal = Deal(seats, taker, taker, play["leader"], size // seats, play["barred"])
    read_play(view, deal, cards_memory(()), 0)
    all_choices = np.zeros((size, MOMENT_ROWS + MOST_CHOICES * STRIDE), np.int64)
    counts, choice_indices = np.zeros(size, np.int64), np.zeros(size, np.int64)
    moves = cards_memory(play["cards"])
    number = walk(
        new_record(PlayMoment), new_record(Choices), view, lanes, moves, all_choices, counts, choice_indices
    )
    return all_choices[:number], counts[:number], choice_indices[:number]


@compiled_entry
def learn(
    order: Any,
    choices: Any,
    counts: Any,
    choice_indices: Any,
    rows: Any,
    last: Any,
    row_squares: Any,
    last_squares: Any,
    rate: Any,
) -> Any:
    """Adjust the weights once for each decision, by gradient descent. A rate of 0 changes nothing.

    Return the mean logarithm of the probabilities of the choices.
    """
    width, hidden = WIDTH, HIDDEN
    sums, weights = np.zeros((MOST_CHOICES, width)), np.zeros(MOST_CHOICES)
    slope, of_moment = np.zeros(width), np.zeros(width)
    total = 0.0
    for decision in order:
        m, count = choices[decision], counts[decision]
        most = -1e30
        for choice in range(count):
            first = MOMENT_ROWS + choice * STRIDE
            kind = 0 if m[first] < 4 else 1 if m[first] == 4 else 2
            sums[choice] = 0
            for row in m[:MOMENT_ROWS]:
                sums[choice] += rows[row]
            for row in m[first + 2 : first + 2 + m[first + 1]]:
                sums[choice] += rows[row]
            weights[choice] = sums[choice, hidden]
            for place in range(hidden):
                if sums[choice, place] > 0:
                    weights[choice] += sums[choice, place] * last[kind, place]
            # the largest weight is subtracted below, so that no exponential overflows
            most = max(most, weights[choice])
        total_weight = 0.0
        for choice in range(count):
            total_weight += np.exp(weights[choice] - most)
        total += weights[choice_indices[decision]] - most - np.log(total_weight)
        if rate == 0.0:
            continue
        of_moment[:] = 0
        for choice in range(count):
            first = MOMENT_ROWS + choice * STRIDE
            kind = 0 if m[first] < 4 else 1 if m[first] == 4 else 2
            error = np.exp(weights[choice] - most) / total_weight - (
                1.0 if choice == choice_indices[decision] else 0.0
            )
            slope[hidden] = error
            for place in range(hidden):
                slope[place] = 0
                if sums[choice, place] > 0:
                    slope[place] = error * last[kind, place]
                    of_last = error * sums[choice, place]
                    last_squares[kind, place] += of_last**2
                    last[kind, place] -= rate * of_last / np.sqrt(last_squares[kind, place])
            of_moment += slope
            for row in m[first + 2 : first + 2 + m[first + 1]]:
                for place in range(width):
                    row_squares[row, place] += slope[place] ** 2
                    rows[row, place] -= rate * slope[place] / np.sqrt(row_squares[row, place])
        for row in m[:MOMENT_ROWS]:
            for place in range(width):
                row_squares[row, place] += of_moment[place] ** 2
                rows[row, place] -= rate * of_moment[place] / np.sqrt(row_squares[row, place])
    return total / len(order)


def fit(
    choices: Numbers, counts: Numbers, choice_indices: Numbers, is_left_out: Flags
) -> tuple[Numbers, Numbers]:
    """Return the weights as written: the rows, and the weights of the hidden numbers."""
    rng = np.random.default_rng(1)
    rows = rng.normal(0, SPREAD, (ROW_COUNT, WIDTH))
    rows[:, -1] = 0
    last = rng.normal(0, 2 * SPREAD, (3, HIDDEN))
    squares = np.full(rows.shape, FIRST_SQUARE), np.full(last.shape, 10 * FIRST_SQUARE)
    training_indices, test_indices = np.nonzero(~is_left_out)[0], np.nonzero(is_left_out)[0]
    is_used = np.zeros(ROW_COUNT, np.bool_)
    for m, count in zip(choices[training_indices], counts[training_indices], strict=True):
        is_used[m[:MOMENT_ROWS]] = True
        for first in range(MOMENT_ROWS, MOMENT_ROWS + count * STRIDE, STRIDE):
            is_used[m[first + 2 : first + 2 + m[first + 1]]] = True
    # a row without an example would keep its random start
    rows[~is_used] = 0
    rate = RATE
    for step in range(STEPS):
        rate *= DECAY if step >= FIRST_DECAY else 1
        logs = learn(
            rng.permutation(training_indices), choices, counts, choice_indices, rows, last, *squares, rate
        )
        test = learn(test_indices, choices, counts, choice_indices, rows, last, *squares, 0.0)
        print(f"{step + 1}: {logs:.4f}, in deals left out {test:.4f}")
    rounded_weights = [np.clip(np.round(part * UNIT), -GREATEST, GREATEST) for part in (rows, last)]
    test = learn(
        test_indices,
        choices,
        counts,
        choice_indices,
        rounded_weights[0] / UNIT,
        rounded_weights[1] / UNIT,
        *squares,
        0.0,
    )
    print(f"as written: {test:.4f}")
    return rounded_weights[0].astype(np.int64), rounded_weights[1].astype(np.int64)


def written(part: Numbers) -> str:
    """Return rows of hexadecimal digits."""
    return "".join("".join(f"{number + ZERO:0{DIGITS}x}" for number in row) + "\n" for row in part.tolist())


def main() -> None:
    """Play, fit and write."""
    use_compiled()
    file = Path(sys.argv[1])
    if not file.exists():
        with file.open("w", encoding="ascii") as lines:
            for name, count, seed in DEALS:
                lines.writelines(json.dumps(play) + "\n" for play in plays(name, count, seed))
    decisions_of_plays = [decisions(json.loads(line)) for line in file.open(encoding="ascii")]
    is_last = [number % LEFT_OUT == LEFT_OUT - 1 for number in range(len(decisions_of_plays))]
    left_out = np.repeat(np.array(is_last), [len(choices) for choices, _, _ in decisions_of_plays])
    choices, counts, choice_indices = (np.concatenate(part) for part in zip(*decisions_of_plays, strict=True))
    WEIGHTS_FILE.write_text("".join(map(written, fit(choices, counts, choice_indices, left_out))), "ascii")


if __name__ == "__main__":
    main()
