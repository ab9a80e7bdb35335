"""Train the learnt policy by self-play: `python tools/train_policy.py DEALS [other]`, half an hour of a core.

The policy begins with weights at random and plays against itself as in a duplicate tournament: each deal is
played at eight tables, and each table is compared with the others. Every card of a table that did better
becomes likelier, of one that did worse less likely (policy gradient). It learns from nothing else, no play of
people or of other robots. Deals and discards are those of level club. They are in the file DEALS, which is
written if it is missing. With `other` it learns the other forms of one pack, for up to eight players.

Sources:
    Policy gradient: R. J. Williams, "Simple statistical gradient-following algorithms for connectionist
    reinforcement learning", Machine Learning 8, 1992. The other tables as a baseline: W. Kool, H. van Hoof,
    M. Welling, "Buy 4 REINFORCE samples, get a baseline for free!", 2019. Steps: D. Kingma, J. Ba, "Adam: a
    method for stochastic optimization", 2015.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.core.actions import PlayCard
from games.core.bots.choosing import RobotLevel, choose_action
from games.core.bots.ends.play_outs import UNIT
from games.core.bots.ends.policy import DIGITS, OTHER_WEIGHTS_FILE, WEIGHTS_FILE, ZERO
from games.core.bots.ends.policy_choices import (
    HIDDEN,
    MOMENT_ROWS,
    MOST_CHOICES,
    MOST_ROWS,
    ROW_COUNT,
    WIDTH,
    Choices,
    write_choices,
)
from games.core.bots.knowledge.sights import read_view
from games.core.bots.knowledge.tarot_sight import TarotSight, barred_suit
from games.core.bots.knowledge.tarot_table import HALF_POINTS
from games.core.bots.matches import garde_deals
from games.core.bots.numbers.chances import RANDOM, next_chance
from games.core.bots.numbers.lane_scores import score_table
from games.core.bots.numbers.lanes import COLOURS, NOBODY, Numbers, bit_of, card_colour_number
from games.core.bots.numbers.moments import (
    MOST_SEATS,
    Deal,
    PlayMoment,
    finish_played_trick,
    others_hold,
    put_card,
    write_first_moment,
)
from games.core.bots.worlds.bid_weights import Reals as Floats
from games.core.cards import BOUTS, CARD_COUNT, Card
from games.core.compiled import Memory, Reals, compiled, compiled_entry, new_record, use_compiled
from games.core.outcome import Bid
from games.core.tarot_rules import FFT_TAROT
from games.core.tricks import TRUMP_LED, cards_in
from games.core.variant import TAROT_4
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot
from games.core.variants.tarot.playing import Playing
from games.core.variants.tarot.setting import Imposed

DEALS = (("tarot-4", 12_000, 881), ("tarot-5", 4_000, 882), ("tarot-3", 3_000, 883))
OTHER_DEALS = (
    ("tarot-6", 5_000, 884),
    ("tarot-6-dog", 4_000, 885),
    ("tarot-8", 4_000, 886),
    ("tarot-7", 3_000, 887),
    ("tarot-5-flambeuse", 3_000, 888),
)
"""Games, numbers of deals, and seeds."""
TABLES = 8
"""Tables at which each deal of a step is played."""
DEALS_EACH = 512
"""Deals of one step."""
STEPS = 1_500
RATE = 0.005
"""Length of a step; in the last `SLOWING` part of the steps it goes down to a fiftieth."""
SLOWING, LAST_RATE = 0.5, 0.02
HALF_GAIN = 20.0
"""Difference of two tables in points that counts half as much as a very large one (`club.gains_of`)."""
VARIETY = 0.003
"""Worth of an undecided choice (entropy), so that the policy goes on to try cards."""
MOST_CARDS = 78
SPREADS = 0.1, 0.2
"""Spread of the first weights: of the rows, and of the hidden numbers."""
GREATEST = 127 / UNIT
"""Greatest weight that the file holds."""
DEAL_NUMBERS = 6
"""Fields of a `Deal`."""
FIRST_MOMENT, SECOND_MOMENT = 0.9, 0.99
"""Share of the older steps in the means of the gradient and of its square (Adam)."""
LEAST = 1e-7
"""Added where 0 would be divided by, or have no logarithm."""
KINDS = 3
SHOWN = 50
"""Steps after which the program prints how far it is."""


class DealRows(NamedTuple):
    """Deals before the first card, as plain arrays."""

    deals: Memory
    """Fields of `Deal`."""
    hands: Memory
    holders: Memory
    attacks: Memory
    half_points: Memory
    """Half points that the attack has aside."""
    bouts: Memory


class Network(NamedTuple):
    """Weights of the policy as real numbers, in the order of the file."""

    rows: Reals
    last: Reals


class Outputs(NamedTuple):
    """Memory for the weights of the choices at one moment."""

    sums: Reals
    """The hidden layer of each choice, and what is added directly."""
    moment: Reals
    weights: Reals
    shares: Reals
    """Chance of each choice."""


@compiled
def load_deal(s: PlayMoment, rows: DealRows, number: int) -> None:
    """Write a deal before its first card."""
    first, fields = number * DEAL_NUMBERS, rows.deals
    deal = Deal(
        fields[first],
        fields[first + 1],
        fields[first + 2],
        fields[first + 3],
        fields[first + 4],
        fields[first + 5],
    )
    write_first_moment(s, deal)
    for place in range(s.seats * COLOURS):
        s.hands[place] = rows.hands[number * MOST_SEATS * COLOURS + place]
    for seat in range(s.seats):
        s.attacks[seat] = rows.attacks[number * MOST_SEATS + seat]
    s.holder = rows.holders[number]
    for colour in range(COLOURS):
        s.aside[colour] = s.left[colour] & ~others_hold(s, NOBODY, colour)
    s.attack_points, s.attack_bouts = rows.half_points[number], rows.bouts[number]
    s.attack_tricks, s.petit = 0, 0


@compiled
def kind_of(colour: int) -> int:
    """Return the kind of a choice: 0 for a suit card, 1 for a trump, 2 for the Excuse."""
    return 0 if colour < TRUMP_LED else 1 if colour == TRUMP_LED else 2


@compiled
def weigh_by_network(m: Choices, network: Network, outputs: Outputs) -> None:
    """Write the weight of each choice, as `play_outs.weigh_choices` does with integers."""
    rows, last, sums, moment = network.rows, network.last, outputs.sums, outputs.moment
    for place in range(WIDTH):
        moment[place] = 0.0
    for row in range(MOMENT_ROWS):
        start = m.moment_rows[row] * WIDTH
        for place in range(WIDTH):
            moment[place] += rows[start + place]
    for choice in range(m.count):
        own = choice * WIDTH
        for place in range(WIDTH):
            sums[own + place] = moment[place]
        for row in range(choice * MOST_ROWS, choice * MOST_ROWS + m.row_counts[choice]):
            start = m.rows[row] * WIDTH
            for place in range(WIDTH):
                sums[own + place] += rows[start + place]
        start, weight = kind_of(m.colours[choice]) * HIDDEN, sums[own + HIDDEN]
        for place in range(HIDDEN):
            if sums[own + place] > 0:
                weight += sums[own + place] * last[start + place]
        outputs.weights[choice] = weight


@compiled_entry
def play_tables(
    s: Any, m: Any, rows: Any, network: Any, outputs: Any, scores: Any, chance: Any, moves: Any, results: Any
) -> None:
    """Play each deal at `TABLES` tables, each choice as often as the policy weighs it.

    Args:
        scores: the result of `garde_scores`.
        moves: receives the choices in order, one row for each table.
        results: receives the scores.
    """
    for table in range(len(results)):
        load_deal(s, rows, table // TABLES)
        number = 0
        while s.tricks < s.trick_count:
            while s.place < s.seats:
                write_choices(s, m)
                choice = 0
                if m.count > 1:
                    weigh_by_network(m, network, outputs)
                    best = -np.inf
                    for other in range(m.count):
                        chance = next_chance(chance)
                        # Gumbel noise: the greatest sum is each choice as often as its weight states
                        noise = -np.log(-np.log(((chance >> 8) + 0.5) / ((RANDOM >> 8) + 1)))
                        if outputs.weights[other] + noise > best:
                            best, choice = outputs.weights[other] + noise, other
                moves[table, number] = choice
                number += 1
                put_card(s, m.colours[choice], m.bits[choice], True)
            finish_played_trick(s)
        slam = 0 if s.attack_tricks == 0 else 2 if s.attack_tricks == s.trick_count else 1
        results[table] = scores[s.attack_bouts, s.attack_points, s.petit + 1, slam]


@compiled
def add_choice_slope(
    m: Choices, choice: int, error: float, network: Network, outputs: Outputs, slopes: Network
) -> None:
    """Add to the slopes those of one choice, and to `outputs.moment` those of the moment.

    Args:
        error: slope of the weight of the choice.
    """
    own, start = choice * WIDTH, kind_of(m.colours[choice]) * HIDDEN
    for place in range(HIDDEN):
        hidden = outputs.sums[own + place]
        outputs.sums[own + place] = 0.0
        if hidden > 0:
            slopes.last[start + place] += error * hidden
            outputs.sums[own + place] = error * network.last[start + place]
    outputs.sums[own + HIDDEN] = error
    for row in range(choice * MOST_ROWS, choice * MOST_ROWS + m.row_counts[choice]):
        start = m.rows[row] * WIDTH
        for place in range(WIDTH):
            slopes.rows[start + place] += outputs.sums[own + place]
    for place in range(WIDTH):
        outputs.moment[place] += outputs.sums[own + place]


@compiled
def add_slopes(
    m: Choices, pick: int, gain: float, network: Network, outputs: Outputs, slopes: Network
) -> None:
    """Add the slopes of one decision: of the gain by the logarithm of its chance, and of its variety."""
    weigh_by_network(m, network, outputs)
    most = outputs.weights[0]
    for choice in range(m.count):
        most = max(most, outputs.weights[choice])
    total = 0.0
    shares = outputs.shares
    for choice in range(m.count):
        shares[choice] = np.exp(outputs.weights[choice] - most)
        total += shares[choice]
    variety = 0.0
    for choice in range(m.count):
        shares[choice] /= total
        variety -= shares[choice] * np.log(shares[choice] + LEAST)
    for place in range(WIDTH):
        outputs.moment[place] = 0.0
    for choice in range(m.count):
        share = shares[choice]
        error = gain * ((1.0 if choice == pick else 0.0) - share)
        error -= VARIETY * share * (np.log(share + LEAST) + variety)
        add_choice_slope(m, choice, error, network, outputs, slopes)
    for row in range(MOMENT_ROWS):
        start = m.moment_rows[row] * WIDTH
        for place in range(WIDTH):
            slopes.rows[start + place] += outputs.moment[place]


@compiled_entry
def learn_tables(
    s: Any, m: Any, rows: Any, network: Any, outputs: Any, slopes: Any, moves: Any, gains: Any
) -> None:
    """Add the slopes of all cards of the tables, played again.

    Args:
        moves: the choices, as `play_tables` writes them.
        gains: gain of the attack at each table over the others.
    """
    for table in range(len(gains)):
        load_deal(s, rows, table // TABLES)
        number = 0
        while s.tricks < s.trick_count:
            while s.place < s.seats:
                write_choices(s, m)
                pick = moves[table, number]
                number += 1
                if m.count > 1:
                    gain = gains[table] if s.attacks[s.turn] else -gains[table]
                    add_slopes(m, pick, gain, network, outputs, slopes)
                put_card(s, m.colours[pick], m.bits[pick], True)
            finish_played_trick(s)


def deal_numbers(name: str, count: int, seed: int) -> Iterator[list[int]]:
    """Yield deals of the level club before the first card, one row of the numbers of `DealRows` each."""
    game = find_variant(name)
    assert isinstance(game, Tarot)
    for number, (layout, taker) in enumerate(garde_deals(game, count, seed)):
        state = game.start(layout, dealer=number % game.player_count, imposed=Imposed(taker))
        seat = state.to_act
        while seat is not None and not isinstance(state.view(seat).legal[0], PlayCard):
            state = state.apply(choose_action(state.view(seat), RobotLevel.CLUB, seed=number))
            seat = state.to_act
        assert seat is not None
        assert isinstance(state.phase, Playing)
        sight = read_view(state.view(seat))
        assert isinstance(sight, TarotSight)
        yield row_of_deal(sight, state.phase.hands)


def row_of_deal(sight: TarotSight, hands: tuple[int, ...]) -> list[int]:
    """Return the numbers of one deal, in the order of `DealRows`."""
    taker, seats = sight.taker, sight.row.player_count
    assert taker is not None
    called_cards = [card for card in sight.called if not sight.dogs[taker][1] >> card & 1]
    bits, holder, aside = np.zeros((MOST_SEATS, COLOURS), np.int64), NOBODY, set(map(Card, range(CARD_COUNT)))
    attacks = [0] * MOST_SEATS
    for seat, hand in enumerate(hands):
        is_in_team = seat in sight.row.team_members(taker)
        attacks[seat] = int(is_in_team or any(hand >> card & 1 for card in called_cards))
        for card in cards_in(hand):
            aside.discard(Card(card))
            if bit_of(Card(card)):
                bits[seat, card_colour_number(Card(card))] |= bit_of(Card(card))
            else:
                holder = seat
    facts = Deal(seats, taker, taker, sight.leader, sight.row.hand_size, barred_suit(sight))
    half_points, bouts = sum(HALF_POINTS[card] for card in aside), sum(card in BOUTS for card in aside)
    return [*facts, *bits.reshape(-1).tolist(), holder, *attacks, half_points, bouts]


def rows_of(numbers: Numbers) -> DealRows:
    """Return deals as arrays, from their rows of numbers."""
    sizes = (DEAL_NUMBERS, MOST_SEATS * COLOURS, 1, MOST_SEATS, 1, 1)
    parts = np.split(numbers, np.cumsum(sizes)[:-1], axis=1)
    return DealRows(*(np.ascontiguousarray(part).reshape(-1) for part in parts))


def garde_scores() -> Floats:
    """Return the scores of a garde by bouts, half points, Petit and slam, the same in all one-pack forms."""
    return score_table(Bid.GARDE, 0, TAROT_4, FFT_TAROT, TAROT_4.hand_size).astype(np.float64)


class Part:
    """Some weights, and the means of their slopes (Adam)."""

    def __init__(self, weights: Floats) -> None:
        self.weights = weights
        self.mean, self.square = np.zeros_like(weights), np.zeros_like(weights)

    def climb(self, slopes: Floats, step: int, rate: float) -> None:
        """Change the weights by one step, counted from 1."""
        self.mean += (1 - FIRST_MOMENT) * (slopes - self.mean)
        self.square += (1 - SECOND_MOMENT) * (slopes**2 - self.square)
        mean, square = self.mean / (1 - FIRST_MOMENT**step), self.square / (1 - SECOND_MOMENT**step)
        self.weights += rate * mean / (np.sqrt(square) + LEAST)
        np.clip(self.weights, -GREATEST, GREATEST, out=self.weights)


def train(deals: Numbers) -> tuple[Floats, Floats]:
    """Return the weights: the rows, and the weights of the hidden numbers."""
    rng = np.random.default_rng(1)
    first_rows = rng.normal(0, SPREADS[0], (ROW_COUNT, WIDTH))
    first_rows[:, HIDDEN] = 0
    parts = Part(first_rows.reshape(-1)), Part(rng.normal(0, SPREADS[1], KINDS * HIDDEN))
    s, m, scores = new_record(PlayMoment), new_record(Choices), garde_scores()
    outputs = Outputs(np.zeros(MOST_CHOICES * WIDTH), np.zeros(WIDTH), *np.zeros((2, MOST_CHOICES)))
    for step in range(1, STEPS + 1):
        chosen = rows_of(deals[rng.integers(0, len(deals), DEALS_EACH)])
        moves, results = np.zeros((DEALS_EACH * TABLES, MOST_CARDS), np.int8), np.zeros(DEALS_EACH * TABLES)
        network = Network(*(part.weights for part in parts))
        slopes = Network(*(np.zeros_like(part.weights) for part in parts))
        play_tables(s, m, chosen, network, outputs, scores, int(rng.integers(RANDOM)), moves, results)
        gains = gains_at_tables(results)
        learn_tables(s, m, chosen, network, outputs, slopes, moves, gains)
        rate = RATE * max(min((STEPS - step) / (SLOWING * STEPS), 1), LAST_RATE)
        for part, sums in zip(parts, slopes, strict=True):
            part.climb(np.asarray(sums) / len(results), step, rate)
        if step % SHOWN == 0:
            print(f"{step}: mean gain of a table over another {np.abs(gains).mean():.3f}", flush=True)
    return parts[0].weights.reshape(-1, WIDTH), parts[1].weights.reshape(-1, HIDDEN)


def gains_at_tables(results: Floats) -> Floats:
    """Return the mean gain of the attack at each table over the other tables of its deal, from -1 to 1."""
    scores = results.reshape(-1, TABLES)
    differences = scores[:, :, None] - scores[:, None]
    gains: Floats = (differences / (np.abs(differences) + HALF_GAIN)).sum(axis=2) / (TABLES - 1)
    return gains.reshape(-1)


def written(part: Floats) -> str:
    """Return rows of hexadecimal digits."""
    numbers = np.round(part * UNIT).astype(np.int64) + ZERO
    return "".join("".join(f"{number:0{DIGITS}x}" for number in row) + "\n" for row in numbers.tolist())


def main() -> None:
    """Deal, train and write."""
    use_compiled()
    file, is_other = Path(sys.argv[1]), sys.argv[2:] == ["other"]
    if not file.exists():
        kinds = OTHER_DEALS if is_other else DEALS
        np.save(file, np.array([row for deals in kinds for row in deal_numbers(*deals)], np.int64))
    weights = "".join(map(written, train(np.load(file))))
    (OTHER_WEIGHTS_FILE if is_other else WEIGHTS_FILE).write_text(weights, "ascii")


if __name__ == "__main__":
    main()
