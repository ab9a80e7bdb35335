"""Many worlds of a view of Tarot at once, as the arrays of `lanes`."""

from collections.abc import Sequence
from random import Random

import numpy as np

from games.core.bots.knowledge.code_truths import code_likelihood
from games.core.bots.knowledge.places import NoWorldFound, Place, lay_cards
from games.core.bots.knowledge.tarot_sight import TarotSight, barred_suit
from games.core.bots.knowledge.tarot_table import HALF_POINTS
from games.core.bots.numbers.lanes import (
    COLOURS,
    NOBODY,
    Flags,
    Lanes,
    Numbers,
    Places,
    bit_of,
    card_colour_number,
)
from games.core.bots.worlds import world_kernel
from games.core.bots.worlds.bid_weights import Reals, bid_weights, resample, world_rows
from games.core.bots.worlds.play_weights import play_weights
from games.core.calls import copies
from games.core.cards import BOUTS, CARD_COUNT, EXCUSE, Card
from games.core.compiled import as_memory, as_reals, small_zeros, zeros
from games.core.tricks import NOTHING_LED, cards_in

SPARE_SHARE = 2
"""Divisor for the extra worlds that are drawn, since some end with cards that cannot be laid."""
DRAWN_FOR_ONE = 4
"""Worlds drawn for each world that remains after the selection by bids and cards played."""
FEWEST_SHARE = 4
"""Divisor of the required worlds. With fewer found, cards are swapped in copies of a few worlds."""
FEWEST_STARTS = 16
"""Least number of worlds from which the copies are made."""
SWAPS_EACH = 3
"""Swaps tried for each card in each copy."""
_ALL = tuple(map(Card, range(CARD_COUNT)))
_SHOWN = np.array([*((card_colour_number(card), bit_of(card)) for card in _ALL), (NOTHING_LED, 0)], np.int64)
"""Colour and bit of each card; the last row is for no card."""


class WorldArrays:
    """Worlds of one view: the place of each card in each of them."""

    def __init__(self, sight: TarotSight, rng: Random, count: int) -> None:
        """Draw about `count` worlds, at least one.

        Raises:
            NoWorldFound: as `Sight.world`.
        """
        self.sight = sight
        self.keys = [lot.key for lot in sight.lots]
        self.cards, self.places = draw_worlds(sight.places, sight.unknown, rng, count * DRAWN_FOR_ONE)
        # number of drawn worlds, until the selection below
        self.count = self.places.shape[1]
        self.numbers = {card: number for number, card in enumerate(self.cards)}
        weights = bid_weights(sight, self.cards, self.places)
        if sight.tricks or sight.trick:
            weights = weights * play_weights(sight, self.first_lanes())
        if sight.partner_codes:
            weights = weights * self._code_weights()
        self.places = self.places[:, resample(weights, count, rng.random())]
        self.count = count

    def _code_weights(self) -> Reals:
        """Return the relative probabilities of worlds, by the coded announcements of partners."""
        weights = np.ones(self.count)
        for seat, names in self.sight.partner_codes.items():
            key = ("hand", seat)
            hands = np.full(self.count, self.sight.fixed.get(key, 0), object)
            for card in self.cards:
                hands[self.lies_in(card, key)] |= 1 << card
            size = self.sight.row.hand_size
            weights *= np.array([code_likelihood(names, hand, size) for hand in hands])
        return weights

    def lies_in(self, card: Card, key: tuple[object, ...]) -> Flags:
        """Return for each world whether a card lies in a lot, shape (worlds,)."""
        if self.sight.fixed.get(key, 0) >> card & 1:
            return np.ones(self.count, np.bool_)
        if card not in self.numbers or key not in self.keys:
            return np.zeros(self.count, np.bool_)
        lies: Flags = np.equal(self.places[self.numbers[card]], self.keys.index(key))
        return lies

    def hands(self, *, before_play: bool = False) -> tuple[Numbers, Numbers]:
        """Return the cards of each seat, now or before the first card, and the holder of the Excuse."""
        seats = self.sight.row.player_count
        lots: dict[tuple[object, ...], int] = {("hand", seat): seat for seat in range(seats)}
        seat_of = np.array([lots.get(key, NOBODY) for key in self.keys], np.int64)
        played_cards = () if before_play else self.sight.clues.left
        cards = [None if card in played_cards else card for card in self.cards]
        return build_world_hands(self.places, cards, seat_of, seats)

    def first_lanes(self) -> Lanes:
        """Return the worlds before the first card, with zero counts."""
        sight = self.sight
        hands, holder = self.hands(before_play=True)
        zero_counts = np.zeros(self.count, np.int64)
        assert sight.taker is not None
        return Lanes(
            hands=hands,
            holder=holder,
            attack=self.attack(sight.taker, sight.called),
            half_points=zero_counts,
            bouts=zero_counts.copy(),
            attack_tricks=zero_counts.copy(),
            trick_count=sight.row.hand_size,
            leader=sight.tricks[0][0] if sight.tricks else sight.leader,
            barred=barred_suit(sight),
        )

    def worth_of(self, key: tuple[object, ...]) -> tuple[Numbers, Numbers]:
        """Return half points and bouts of a lot, world by world."""
        fixed_cards = cards_in(self.sight.fixed.get(key, 0))
        points = np.full(self.count, sum(HALF_POINTS[card] for card in fixed_cards))
        bouts = np.full(self.count, sum(card in BOUTS for card in fixed_cards))
        if key in self.keys:
            lies = np.equal(self.places, self.keys.index(key)).astype(np.int64)
            points += np.array([HALF_POINTS[card] for card in self.cards]) @ lies
            bouts += np.array([card in BOUTS for card in self.cards], np.int64) @ lies
        return points, bouts

    def attack(self, taker: int, called_faces: Sequence[Card]) -> Flags:
        """Return the attackers: the taker's team, and the seats with a called card; shape (worlds, seats)."""
        seats = self.sight.row.player_count
        flags = np.zeros((self.count, seats), np.bool_)
        flags[:, self.sight.row.team_members(taker)] = True
        for card in (copy for face in called_faces for copy in cards_in(copies(face))):
            for seat in range(seats):
                flags[:, seat] |= self.lies_in(card, ("hand", seat)) & (card not in self._dog_cards)
        return flags

    @property
    def _dog_cards(self) -> list[Card]:
        """Cards of a dog that was shown: they call no partner."""
        return [card for _, dog in self.sight.dogs.values() for card in cards_in(dog)]


def draw_worlds(places: Sequence[Place], unknown: int, rng: Random, count: int) -> tuple[list[Card], Places]:
    """Return cards, and the number of the place of each card in each world, shape (cards, worlds)."""
    options = {
        card: [n for n, place in enumerate(places) if place.allowed >> card & 1] for card in cards_in(unknown)
    }
    order = sorted(options, key=lambda card: (len(options[card]), options[card], card))
    worlds = _draw_together([options[card] for card in order], [place.size for place in places], rng, count)
    if worlds.shape[1] * FEWEST_SHARE < count:
        starts = worlds if worlds.shape[1] >= FEWEST_STARTS else _lay_some(places, unknown, order, rng)
        worlds = _swap_copies(starts, [options[card] for card in order], len(places), rng, count)
    return order, worlds[:, :count]


def _lay_some(places: Sequence[Place], unknown: int, order: Sequence[Card], rng: Random) -> Numbers:
    """Return a few worlds drawn one by one, shape (cards, worlds)."""
    layings = [lay_cards(places, unknown, rng) for _ in range(FEWEST_STARTS)]
    rows = [
        [next(n for n, cards in enumerate(way) if cards >> card & 1) for way in layings] for card in order
    ]
    return np.array(rows, np.int64).reshape(len(order), FEWEST_STARTS)


def _swap_copies(
    starts: Places, options: Sequence[Sequence[int]], place_count: int, rng: Random, count: int
) -> Numbers:
    """Return copies of worlds in which pairs of cards that may change places are swapped."""
    is_possible = np.array(
        [[place in card_places for place in range(place_count)] for card_places in options], np.bool_
    )
    movable_cards = np.nonzero(is_possible.sum(axis=1) > 1)[0]
    worlds = np.arange(count)
    copies = starts[:, worlds % starts.shape[1]]
    chance = np.random.Generator(np.random.PCG64(rng.getrandbits(64)))
    for first_card, second_card in movable_cards[
        chance.integers(len(movable_cards), size=(SWAPS_EACH * len(movable_cards), 2, count))
    ]:
        first_place, second_place = copies[first_card, worlds], copies[second_card, worlds]
        may_swap = is_possible[first_card, second_place] & is_possible[second_card, first_place]
        copies[first_card, worlds] = np.where(may_swap, second_place, first_place)
        copies[second_card, worlds] = np.where(may_swap, first_place, second_place)
    return copies


def _draw_together(options: Sequence[Sequence[int]], sizes: Sequence[int], rng: Random, count: int) -> Places:
    """Return about `count` worlds drawn side by side, without those that came to a dead end.

    Cards with few possible places come first, one by one. Those with most places share the remaining room.

    Args:
        options: the possible places of each card.
    """
    if not all(options):
        raise NoWorldFound("a card has nowhere to lie")
    lanes, alike_count = count + count // SPARE_SHARE, sum(places == options[-1] for places in options)
    seed = rng.getrandbits(64)
    return build_worlds(options, sizes, alike_count, seed, lanes, count)


def build_worlds(
    options: Sequence[Sequence[int]], sizes: Sequence[int], alike: int, seed: int, lanes: int, most: int
) -> Places:
    """Return the worlds without a dead end, shape (cards, worlds).

    Args:
        options: the possible places of each card; the last `alike` cards have the same ones.
        sizes: sizes of the places.
        seed: seed of the random numbers.
        lanes: number of worlds to begin.
        most: number of worlds that are required.
    """
    cards = len(options)
    fixed_count = next(
        (n for n, places in enumerate(options[: cards - alike]) if len(places) > 1), cards - alike
    )
    row, free = small_zeros(cards), list(sizes)
    for card in range(fixed_count):
        row[card] = options[card][0]
        free[row[card]] -= 1
    chance = np.random.Generator(np.random.PCG64(seed))
    one_by_one = as_reals(chance.random(lanes * (cards - alike - fixed_count)))
    together = as_reals(chance.random(lanes * alike))
    worlds = small_zeros(most * cards)
    world_count = world_kernel.write_worlds(
        worlds,
        row,
        zeros(len(sizes)),
        zeros(cards),
        zeros(cards + 1),
        as_memory(np.array(free, np.int64)),
        as_memory(np.array([place for places in options for place in places], np.int64)),
        as_memory(np.cumsum([len(places) for places in options])),
        one_by_one,
        together,
        lanes if min(free) >= 0 else 0,
        fixed_count,
        alike,
        most,
    )
    return np.asarray(worlds, np.int8).reshape(most, cards)[:world_count].T


def build_world_hands(
    places: Places, cards: Sequence[Card | None], seat_of: Numbers, seats: int
) -> tuple[Numbers, Numbers]:
    """Return the hands and the holders of the Excuse in worlds, in the form of `Lanes`.

    Args:
        places: the result of `draw_worlds`.
        cards: None for a card that is in no hand any more.
        seat_of: the seat of the hand at each place, or `NOBODY`.
        seats: number of players.
    """
    count = places.shape[1]
    hands, holder = zeros(count * seats * COLOURS), zeros(count)
    numbers = [CARD_COUNT if card is None else card for card in cards]
    world_kernel.write_world_hands(
        world_rows(places),
        as_memory(seat_of),
        as_memory(_SHOWN[numbers].reshape(-1)),
        hands,
        holder,
        seats,
    )
    return np.asarray(hands, np.int64).reshape(count, seats, COLOURS), np.asarray(holder, np.int64)


def lanes_of(worlds: WorldArrays) -> Lanes:
    """Return the present state of the play in each world, one lane each."""
    sight = worlds.sight
    hands, holder = worlds.hands()
    assert sight.taker is not None
    attack = worlds.attack(sight.taker, sight.called)
    half_points, bouts = _count_attack(worlds, attack)
    trick_winners = [winner for _, _, winner in sight.tricks]
    return Lanes(
        hands=hands,
        holder=holder,
        attack=attack,
        half_points=half_points,
        bouts=bouts,
        attack_tricks=sum(
            (attack[:, seat].astype(np.int64) for seat in trick_winners), np.zeros(worlds.count, np.int64)
        ),
        trick_count=sight.row.hand_size,
        leader=sight.leader,
        trick=sight.trick,
        barred=barred_suit(sight),
    )


def _count_attack(worlds: WorldArrays, attack: Flags) -> tuple[Numbers, Numbers]:
    """Return half points and bouts of the attack: finished tricks, and the discard or the dog."""
    sight, points, bouts = worlds.sight, *_aside(worlds)
    for leader, cards, winner in sight.tricks:
        is_won = attack[:, winner]
        points = points + is_won * sum(HALF_POINTS[card] for card in cards)
        bouts = bouts + is_won * sum(card in BOUTS for card in cards)
        if EXCUSE in cards:
            owner = (leader + cards.index(EXCUSE)) % sight.row.player_count
            excuse_gain = attack[:, owner].astype(np.int64) - is_won
            # the side of the Excuse keeps it and gives a card of half a point
            points = points + excuse_gain * (HALF_POINTS[EXCUSE] - 1)
            bouts = bouts + excuse_gain
    return points, bouts


def _aside(worlds: WorldArrays) -> tuple[Numbers, Numbers]:
    """Return half points and bouts of the attack outside tricks: the discard, or the dog of a garde sans."""
    sight = worlds.sight
    assert sight.bid is not None
    if sight.bid.gives_dog_away:
        return np.zeros(worlds.count, np.int64), np.zeros(worlds.count, np.int64)
    return worlds.worth_of(("discard", sight.taker) if sight.bid.takes_dog else ("dog", 0))
