"""The exact score of an end of Tarot with best play by all and all hands seen.

Source:
    Alpha-beta with a null window and a table of positions, as in double-dummy solvers of bridge. One score
    after the other is tested, and results are stored by the relative order of the cards.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from hashlib import blake2b
from random import Random

import numpy as np
import numpy.typing as npt

from games.core.analysis import kernel
from games.core.analysis.kernel import SearchMemory
from games.core.analysis.positions import Contract, NotSearchable, OpenPosition
from games.core.analysis.readings import Bounds
from games.core.announcements import PETIT_SLAM
from games.core.cards import BOUTS, EXCUSE, PETIT, TOTAL_HALF_POINTS, TWENTY_ONE, Card, half_points
from games.core.compiled import Memory, as_memory, new_record, use_compiled, zeros
from games.core.scoring import PETIT_POINTS, contract_score
from games.core.tricks import EXCUSES, NOTHING_LED, SUIT_OF, card_set, cards_in, playable, read_trick

Numbers = npt.NDArray[np.int64]

MOST_CARDS = 61
"""Largest number of cards to be played in one search, with those on the table and without the Excuse."""
PLENTY = 50_000_000
"""Nodes of a search without time pressure."""
_NO_SEAT = -1
_SLAMS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2))
"""Tricks of the attack and of the defence for each state of the slam; 1 and 2 stand for more."""
_LEAST, _MOST = -200, TOTAL_HALF_POINTS + 200
"""Limits of half points, beyond those of any deal: the needs of scores out of reach keep their
differences.
"""


class OpenSearch:
    """Searches of one deal with a common memory: positions of the same play share their results."""

    def __init__(self, position: OpenPosition, budget: int = PLENTY, table_bits: int = 20) -> None:
        """Reserve memory for searches of a position and its successors.

        Args:
            budget: nodes (cards tried) for all searches together.
            table_bits: the table holds two to this power of values, 24 bytes each.

        Raises:
            NotSearchable: `too_many_cards`.
        """
        cards_left = _cards_left(position)
        self._bits = {card: 1 << place for place, card in enumerate(cards_in(cards_left & ~EXCUSES))}
        if len(self._bits) > MOST_CARDS:
            raise NotSearchable("too_many_cards", f"{len(self._bits)} cards to play, more than {MOST_CARDS}")
        # a colour of n cards can be left in 2^n ways, with two keys each
        sizes = Counter(SUIT_OF[card] for card in self._bits)
        self._w, self._room = search_memory(
            sum(2 << sizes[colour] for colour in range(kernel.COLOURS)), table_bits
        )
        self._bits.update(dict.fromkeys(cards_in(cards_left & EXCUSES), 1 << MOST_CARDS))
        self.budget = budget
        self._write_deal(position)

    @property
    def spent(self) -> int:
        """Nodes used so far."""
        return int(self._w.nodes)

    def score(
        self,
        position: OpenPosition,
        card: Card | None = None,
        *,
        guess: int | None = None,
        within: int | None = None,
    ) -> Bounds:
        """Return the score, as each defender pays it, or its bounds when the budget is spent.

        Args:
            position: the first position, or a successor of it.
            card: a legal card to play first; None to let the seat choose.
            guess: the first score to test; a near one saves time. None to let the search find one.
            within: nodes for this score alone; None for the remaining budget.
        """
        w = self._w
        self._write_moment(position, card)
        w.last_node = self.budget if within is None else min(self.budget, self.spent + within)
        scale = scale_of(position.contract)
        limits = scale.limits(position)
        ends = scale.least, limits.low, limits.high, 1 if guess is None else guess
        kernel.search_exact_score(w, self._room, scale.rows, *ends, guess is not None)
        return Bounds(int(w.low), int(w.high))

    def _write_deal(self, position: OpenPosition) -> None:
        """Write the data that all searches share."""
        w, seats = self._w, len(position.hands)
        w.seats = seats
        for seat in range(seats):
            w.attacks[seat] = int(position.attack[seat])
            w.owned[seat] = self._set(cards_in(position.hands[seat]))
        room = 0
        for colour in range(kernel.COLOURS):
            suit = w.suits[colour] = self._set(card for card in self._bits if SUIT_OF[card] == colour)
            w.shifts[colour] = max((suit & -suit).bit_length() - 1, 0)
            w.first_keys[colour] = room
            room += 1 << suit.bit_count()
        w.trumps = w.suits[kernel.TRUMP]
        # always the highest bit, whatever number of cards is left
        w.excuse = 1 << MOST_CARDS
        w.petit = self._set([PETIT])
        w.bouts = self._set([PETIT, TWENTY_ONE])
        worths = ("small", 1), ("jacks", 3), ("knights", 5), ("queens", 7), ("highest", 9)
        for name, worth in worths:
            setattr(w, name, self._set(card for card in self._bits if half_points(card) == worth))
        w.canon[:] = scale_of(position.contract).slam_states

    def _write_moment(self, position: OpenPosition, card: Card | None) -> None:
        """Write the hands of a position, and the position as the first moment of the line."""
        w, seats = self._w, len(position.hands)
        for seat in range(seats):
            w.hands[seat] = self._set(cards_in(position.hands[seat]))
            if EXCUSES & position.hands[seat]:
                w.excuse_key = w.excuse_keys[seat]
        trick = position.trick
        if card is not None:
            w.hands[position.to_act] ^= self._bits[card]
            trick = (*trick, card)
        w.stopped = 0
        led, place, _ = read_trick(trick)
        w.line[: kernel.TOLD] = kernel.OpenMoment(
            position.half_points,
            position.bouts,
            int(w.canon[3 * min(position.won, 1) + min(position.lost, 2)]),
            position.tricks_left,
            int(position.had_petit),
            len(trick),
            (position.leader + len(trick)) % seats,
            led,
            0 if led == NOTHING_LED else self._bits[trick[place]],
            (position.leader + place) % seats,
            self._set(trick),
            (position.leader + trick.index(EXCUSE)) % seats if EXCUSE in trick else _NO_SEAT,
        )

    def _set(self, cards: Iterable[Card]) -> int:
        return sum(self._bits[card] for card in cards if card in self._bits)


def search_memory(suit_keys: int, table_bits: int) -> tuple[SearchMemory, Memory]:
    """Return the memory of a search and its room, with only the random numbers and the table's place filled
    in.

    Args:
        suit_keys: numbers in the room for the keys of the colours.
        table_bits: the table holds two to this power of values.
    """
    use_compiled()
    w, room = new_record(SearchMemory), zeros(suit_keys + (kernel.ENTRY << table_bits))
    w.table, w.table_mask = suit_keys, (1 << table_bits) // kernel.BUCKET - 1
    numbers = random_numbers()
    others_start, excuse_start = len(w.random), len(w.random) + len(w.others)
    w.random[:], w.others[:], w.excuse_keys[:] = (
        numbers[:others_start],
        numbers[others_start:excuse_start],
        numbers[excuse_start:],
    )
    return w, room


class Scale:
    """Scores of each count of the attack under one contract, and the needs of each score."""

    def __init__(self, contract: Contract) -> None:
        row, rules = contract.row, contract.rules
        counts = range(_LEAST, _MOST)
        self._contracts = np.array(
            [
                [
                    contract_score(count, bouts, contract.bid, row, rules, contract.handfuls)
                    for count in counts
                ]
                for bouts in range(row.bout_count + 1)
            ]
        )
        petit = PETIT_POINTS * rules.multiplier(contract.bid)
        slams = np.array([contract.slam_points(*tricks) for tricks in _SLAMS])
        self._bonuses = petit * np.array([-1, 0, 1])[:, None] + slams[None, :]
        is_petit = contract.announced == PETIT_SLAM
        self.slam_states = (
            list(range(kernel.MIXED + 1)) if is_petit else [0, 2, 2, 3, kernel.MIXED, kernel.MIXED]
        )
        """State with the same score, for each state of the slam."""

    def limits(self, position: OpenPosition) -> Bounds:
        """The lowest and the highest score that are still possible."""
        cards_left = _cards_left(position)
        first = position.half_points - _LEAST
        last = first + sum(half_points(card) for card in cards_in(cards_left))
        to_come = sum(card in BOUTS for card in cards_in(cards_left))
        ends = self._contracts[position.bouts : position.bouts + to_come + 1, [first, last]]
        states = [kernel.MIXED] if position.won and position.lost > 1 else range(kernel.MIXED + 1)
        bonuses = self._bonuses[:, states]
        return Bounds(int(ends.min() + bonuses.min()), int(ends.max() + bonuses.max()))

    @cached_property
    def least(self) -> int:
        """A score below those of all deals: the first of the rows is for it."""
        return int(self._contracts[:, -_LEAST].min() + self._bonuses.min()) - 1

    @cached_property
    def most(self) -> int:
        """A score that no deal exceeds."""
        return int(self._contracts[:, TOTAL_HALF_POINTS - _LEAST].max() + self._bonuses.max())

    @cached_property
    def rows(self) -> Memory:
        """The data of the kernel for each score from the least on, `ROW` numbers each."""
        scores = np.arange(self.least, self.most + 1)
        contract_needs = (scores[:, None, None] - self._bonuses).reshape(-1)
        count_tables = [np.searchsorted(contracts, contract_needs) + _LEAST for contracts in self._contracts]
        needs = np.stack(count_tables, axis=-1).reshape(len(scores), *self._bonuses.shape, -1)
        # axes of the kernel: score, bouts, Petit, slam
        needs = needs.transpose(0, 3, 1, 2)
        shapes = [[_shape_number(row)] for row in needs]
        return as_memory(
            np.concatenate([needs.reshape(len(scores), -1), *_extremes(needs), shapes], axis=1).reshape(-1)
        )


def _extremes(needs: Numbers) -> Iterator[Numbers]:
    """Yield the minima, then the maxima, of the needs that are still possible, a column each, in the kernel's
    order.
    """
    most = needs.shape[1] - 1
    for function in (np.min, np.max):
        for bouts in range(most + 1):
            for to_come in range(most + 1):
                for petits in ([1], [0, 1, 2]):
                    possible_needs = needs[:, bouts : bouts + to_come + 1, petits, kernel.MIXED]
                    yield function(possible_needs, axis=(1, 2))[:, None]


@lru_cache(maxsize=32)
def scale_of(contract: Contract) -> Scale:
    """Return the scale of a contract, from a cache."""
    return Scale(contract)


def score_cards(position: OpenPosition, budget: int = PLENTY) -> dict[Card, Bounds]:
    """Return the score to which each legal card leads, by card number. The cards share the budget.

    Raises:
        NotSearchable: `too_many_cards`.
    """
    search, scores = OpenSearch(position, budget), {}
    legal, guess = legal_in(position), None
    for number, card in enumerate(legal):
        # nodes that a card leaves go to the cards after it
        within = (budget - search.spent) // (len(legal) - number)
        scores[card] = search.score(position, card, guess=guess, within=within)
        guess = scores[card].low
    return scores


def best_bounds(position: OpenPosition, scores: Iterable[Bounds]) -> Bounds:
    """Return the score of a position from the scores of its cards."""
    bounds_of_cards = list(scores)
    best = max if position.attack[position.to_act] else min
    return Bounds(
        best(bounds.low for bounds in bounds_of_cards), best(bounds.high for bounds in bounds_of_cards)
    )


def limits_of(position: OpenPosition) -> Bounds:
    """Return the lowest and the highest possible score, without a search."""
    return scale_of(position.contract).limits(position)


def is_in_reach(position: OpenPosition) -> bool:
    """Return whether the number of cards fits into a search."""
    return (_cards_left(position) & ~EXCUSES).bit_count() <= MOST_CARDS


def _cards_left(position: OpenPosition) -> int:
    return sum(position.hands) | card_set(position.trick)


def legal_in(position: OpenPosition) -> list[Card]:
    """The cards that the seat to act may play, by card number."""
    led, _, higher = read_trick(position.trick)
    return cards_in(playable(position.hands[position.to_act], led, higher))


def _shape_number(needs: Numbers) -> int:
    """Return a hash of the differences between the needs."""
    shape = (needs - needs[0, 1, kernel.MIXED]).tobytes()
    return int.from_bytes(blake2b(shape, digest_size=8).digest()) >> 2


@lru_cache(maxsize=1)
def random_numbers() -> list[int]:
    """Return the random numbers from which the kernel makes keys."""
    rng = Random(20)  # noqa: S311 - any numbers will do, as long as they are always the same
    return [rng.getrandbits(62) for _ in range(kernel.RANDOM + kernel.OTHERS + kernel.MOST_SEATS)]
