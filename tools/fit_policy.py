"""Makes the weights of the policy of play-outs again: `python tools/fit_policy.py PLAYS`, half an hour.

Robots of the level club play deals of Tarot at four, five and three into the file PLAYS, unless it is there.
The weights are those of a small network (`play_outs`) with which the policy would choose most nearly as they
did: each card as often as e to its weight says (logistic regression by gradient descent, Adagrad). Of every
ten deals the last is left out, and the program says how well it is foreseen.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.core.actions import PlayCard
from games.core.bots import play_outs
from games.core.bots.choosing import RobotLevel, choose_action
from games.core.bots.lanes import NOBODY, Flags, Numbers, bit_of, colour_of
from games.core.bots.matches import garde_deals
from games.core.bots.play_outs import clear, list_choices, load_lane, put
from games.core.bots.policy import DIGITS, WEIGHTS_FILE, ZERO
from games.core.bots.sights import read_view
from games.core.bots.tarot_sight import TarotSight
from games.core.bots.thumb_lanes import cards_memory
from games.core.compiled import compiled_entry, use_compiled, zeros
from games.core.tricks import NOTHING_LED, SUIT_OF, cards_in
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot
from games.core.variants.tarot.playing import Playing
from games.core.variants.tarot.setting import Imposed

DEALS = (("tarot-4", 867, 510_000), ("tarot-5", 110, 520_000), ("tarot-3", 90, 530_000))
"""The games, how many deals of each, and their seeds."""
LEFT_OUT = 10
STEPS = 8
RATE, DECAY = 0.05, 0.7
"""Of the gradient descent: the rate, and what it is multiplied by after each of the last steps."""
FIRST_DECAY = 3
SPREAD, FIRST_SQUARE = 0.15, 0.1
GREATEST = 127

Play = dict[str, Any]


def plays(name: str, count: int, seed: int) -> Iterator[Play]:
    """Deals played by club, each as it was before the first card, with the cards in the order played."""
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
    """Who holds what before the first card, who takes and leads, and the suit that is not led at first."""
    assert isinstance(sight, TarotSight)
    assert sight.taker is not None
    called = [card for card in sight.called if not sight.dogs[sight.taker][1] >> card & 1]
    return {
        "hands": [cards_in(hand) for hand in hands],
        "taker": sight.taker,
        "attack": [
            int(seat == sight.taker or any(hand >> card & 1 for card in called))
            for seat, hand in enumerate(hands)
        ],
        "leader": sight.leader,
        "barred": SUIT_OF[sight.called[0]] if sight.called else NOTHING_LED,
    }


@compiled_entry
def walk(
    s: Any,
    m: Any,
    p: Any,
    hands: Any,
    holder: Any,
    attack: Any,
    played: Any,
    trick_count: Any,
    barred: Any,
    found: Any,
    counts: Any,
    chosen: Any,
) -> Any:
    """Write the choices of each card played that was one of several; how many there are."""
    load_lane(s, p, hands, holder, attack, 0)
    number, seats = 0, s[play_outs.SEATS]
    for card in range(len(played) // 2):
        trick = card // seats
        count = list_choices(s, m, trick_count - trick, barred if trick == 0 else -1)
        if count > 1:
            for choice in range(count):
                first = choice * play_outs.STRIDE
                if m[first] == played[2 * card] and (
                    m[first + 1] == played[2 * card + 1] or m[first + play_outs.ALIKE] & played[2 * card + 1]
                ):
                    chosen[number] = choice
            for place in range(play_outs.SUMS):
                found[number, place] = m[place]
            counts[number] = count
            number += 1
        put(s, played[2 * card], played[2 * card + 1], True)
        if s[play_outs.PLACE] == seats:
            s[play_outs.PETIT_BEFORE], s[play_outs.TURN] = s[play_outs.HAS_PETIT], s[play_outs.WINNER]
            clear(s)
    return number


def decisions(play: Play) -> tuple[Numbers, Numbers, Numbers]:
    """The choices of each card of a play, how many they are, and the one chosen."""
    seats, size = len(play["hands"]), len(play["cards"])
    hands, holder = np.zeros((seats, play_outs.COLOURS), np.int64), np.array([NOBODY])
    for seat, hand in enumerate(play["hands"]):
        for card in hand:
            if bit_of(card):
                hands[seat, colour_of(card)] |= bit_of(card)
            else:
                holder[0] = seat
    played, p = cards_memory(play["cards"]), zeros(play_outs.LENGTH)
    play_outs.read_play(p, cards_memory(()), seats, play["taker"], play["taker"], play["leader"])
    found = np.zeros((size, play_outs.SUMS), np.int64)
    counts, chosen = np.zeros(size, np.int64), np.zeros(size, np.int64)
    attack = np.array(play["attack"], np.int64)
    number = walk(
        zeros(play_outs.LENGTH),
        zeros(play_outs.CHOICES_LENGTH),
        p,
        hands.reshape(-1),
        holder,
        attack,
        played,
        size // seats,
        play["barred"],
        found,
        counts,
        chosen,
    )
    return found[:number], counts[:number], chosen[:number]


@compiled_entry
def learn(
    order: Any,
    found: Any,
    counts: Any,
    chosen: Any,
    rows: Any,
    last: Any,
    row_squares: Any,
    last_squares: Any,
    rate: Any,
) -> Any:
    """A step through all decisions, at rate 0 none; the mean logarithm of the chances of the choices."""
    width, stride = play_outs.WIDTH, play_outs.STRIDE
    hidden = width - 1
    sums, weights = np.zeros((play_outs.MOST_CHOICES, width)), np.zeros(play_outs.MOST_CHOICES)
    slope, of_moment = np.zeros(width), np.zeros(width)
    total = 0.0
    for decision in order:
        m, count = found[decision], counts[decision]
        most = -1e30
        for choice in range(count):
            first = choice * stride
            kind = 0 if m[first] < 4 else 1 if m[first] == 4 else 2
            sums[choice] = 0
            for row in m[play_outs.MOMENT : play_outs.MOMENT + play_outs.MOMENT_ROWS]:
                sums[choice] += rows[row]
            for row in m[
                first + play_outs.FIRST_ROW : first + play_outs.FIRST_ROW + m[first + play_outs.ROWS]
            ]:
                sums[choice] += rows[row]
            weights[choice] = sums[choice, hidden]
            for place in range(hidden):
                if sums[choice, place] > 0:
                    weights[choice] += sums[choice, place] * last[kind, place]
            most = max(most, weights[choice])
        whole = 0.0
        for choice in range(count):
            whole += np.exp(weights[choice] - most)
        total += weights[chosen[decision]] - most - np.log(whole)
        if rate == 0.0:
            continue
        of_moment[:] = 0
        for choice in range(count):
            first = choice * stride
            kind = 0 if m[first] < 4 else 1 if m[first] == 4 else 2
            missed = np.exp(weights[choice] - most) / whole - (1.0 if choice == chosen[decision] else 0.0)
            slope[hidden] = missed
            for place in range(hidden):
                slope[place] = 0
                if sums[choice, place] > 0:
                    slope[place] = missed * last[kind, place]
                    of_last = missed * sums[choice, place]
                    last_squares[kind, place] += of_last**2
                    last[kind, place] -= rate * of_last / np.sqrt(last_squares[kind, place])
            of_moment += slope
            for row in m[
                first + play_outs.FIRST_ROW : first + play_outs.FIRST_ROW + m[first + play_outs.ROWS]
            ]:
                for place in range(width):
                    row_squares[row, place] += slope[place] ** 2
                    rows[row, place] -= rate * slope[place] / np.sqrt(row_squares[row, place])
        for row in m[play_outs.MOMENT : play_outs.MOMENT + play_outs.MOMENT_ROWS]:
            for place in range(width):
                row_squares[row, place] += of_moment[place] ** 2
                rows[row, place] -= rate * of_moment[place] / np.sqrt(row_squares[row, place])
    return total / len(order)


def fit(found: Numbers, counts: Numbers, chosen: Numbers, is_left_out: Flags) -> tuple[Numbers, Numbers]:
    """The weights as they are written: the rows, and what the hidden numbers count."""
    rng = np.random.default_rng(1)
    rows = rng.normal(0, SPREAD, (play_outs.ROW_COUNT, play_outs.WIDTH))
    rows[:, -1] = 0
    last = rng.normal(0, 2 * SPREAD, (3, play_outs.HIDDEN))
    squares = np.full(rows.shape, FIRST_SQUARE), np.full(last.shape, 10 * FIRST_SQUARE)
    learnt, tested = np.nonzero(~is_left_out)[0], np.nonzero(is_left_out)[0]
    used = np.zeros(play_outs.ROW_COUNT, np.bool_)
    for m, count in zip(found[learnt], counts[learnt], strict=True):
        used[m[play_outs.MOMENT :]] = True
        for first in range(0, count * play_outs.STRIDE, play_outs.STRIDE):
            used[m[first + play_outs.FIRST_ROW : first + play_outs.FIRST_ROW + m[first + play_outs.ROWS]]] = (
                True
            )
    rows[~used] = 0
    rate = RATE
    for step in range(STEPS):
        rate *= DECAY if step >= FIRST_DECAY else 1
        logs = learn(rng.permutation(learnt), found, counts, chosen, rows, last, *squares, rate)
        test = learn(tested, found, counts, chosen, rows, last, *squares, 0.0)
        print(f"{step + 1}: {logs:.4f}, in deals left out {test:.4f}")
    whole = [np.clip(np.round(part * play_outs.UNIT), -GREATEST, GREATEST) for part in (rows, last)]
    test = learn(
        tested, found, counts, chosen, whole[0] / play_outs.UNIT, whole[1] / play_outs.UNIT, *squares, 0.0
    )
    print(f"as written: {test:.4f}")
    return whole[0].astype(np.int64), whole[1].astype(np.int64)


def written(part: Numbers) -> str:
    """Rows of hexadecimal digits."""
    return "".join("".join(f"{number + ZERO:0{DIGITS}x}" for number in row) + "\n" for row in part.tolist())


def main() -> None:
    """Play, fit and write."""
    use_compiled()
    file = Path(sys.argv[1])
    if not file.exists():
        with file.open("w", encoding="ascii") as lines:
            for name, count, seed in DEALS:
                lines.writelines(json.dumps(play) + "\n" for play in plays(name, count, seed))
    walked = [decisions(json.loads(line)) for line in file.open(encoding="ascii")]
    is_last = [number % LEFT_OUT == LEFT_OUT - 1 for number in range(len(walked))]
    left_out = np.repeat(np.array(is_last), [len(found) for found, _, _ in walked])
    found, counts, chosen = (np.concatenate(part) for part in zip(*walked, strict=True))
    WEIGHTS_FILE.write_text("".join(map(written, fit(found, counts, chosen, left_out))), "ascii")


if __name__ == "__main__":
    main()
