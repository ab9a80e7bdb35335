"""Many worlds of a view of Tarot at once, as the arrays of `lanes`."""

from collections.abc import Sequence
from random import Random

import numpy as np

from games.core.bots import world_kernel
from games.core.bots.bid_weights import bid_weights, resample, world_rows
from games.core.bots.lanes import COLOURS, NOBODY, Flags, Lanes, Numbers, Places, bit_of, colour_of
from games.core.bots.places import NoWorldFound, Place, lay_cards
from games.core.bots.play_weights import play_weights
from games.core.bots.tarot_sight import TarotSight
from games.core.bots.tarot_table import HALF_POINTS
from games.core.calls import copies
from games.core.cards import BOUTS, CARD_COUNT, EXCUSE, Card
from games.core.compiled import as_memory, as_reals, small_zeros, zeros
from games.core.tricks import NOTHING_LED, SUIT_OF, cards_in

SPARE_SHARE = 2
"""One world in so many is drawn in addition: some end with cards that have nowhere to lie."""
DRAWN_FOR_ONE = 4
"""Worlds drawn for each that is kept, by what bids and cards played say of it."""
FEWEST_SHARE = 4
"""With less than one world in so many of those wanted, cards are swapped in copies of a few worlds."""
FEWEST_STARTS = 16
"""Worlds of which the copies are made, at least."""
SWAPS_EACH = 3
"""Swaps tried for each card in each copy."""
_ALL = tuple(map(Card, range(CARD_COUNT)))
_SHOWN = np.array([*((colour_of(card), bit_of(card)) for card in _ALL), (NOTHING_LED, 0)], np.int64)
"""Colour and bit of each card; last, of none."""


class WorldArrays:
    """Worlds of one view: where each card lies in each of them."""

    def __init__(self, sight: TarotSight, rng: Random, count: int) -> None:
        """Draws about `count` worlds, at least one.

        Raises:
            NoWorldFound: as `Sight.world`.
        """
        self.sight = sight
        self.keys = [lot.key for lot in sight.lots]
        self.cards, self.places = draw_worlds(sight.places, sight.unknown, rng, count * DRAWN_FOR_ONE)
        self.count = self.places.shape[1]
        self.numbers = {card: number for number, card in enumerate(self.cards)}
        weights = bid_weights(sight, self.cards, self.places)
        if sight.tricks or sight.trick:
            weights = weights * play_weights(sight, self.first_lanes())
        self.places = self.places[:, resample(weights, count, rng.random())]
        self.count = count

    def lies_in(self, card: Card, key: tuple[object, ...]) -> Flags:
        """In which worlds a card lies in a lot, shape (worlds,)."""
        if self.sight.fixed.get(key, 0) >> card & 1:
            return np.ones(self.count, np.bool_)
        if card not in self.numbers or key not in self.keys:
            return np.zeros(self.count, np.bool_)
        lies: Flags = np.equal(self.places[self.numbers[card]], self.keys.index(key))
        return lies

    def hands(self, *, before_play: bool = False) -> tuple[Numbers, Numbers]:
        """The cards that each seat holds, now or before the first card, and the holder of the Excuse."""
        seats = self.sight.row.player_count
        lots: dict[tuple[object, ...], int] = {("hand", seat): seat for seat in range(seats)}
        seat_of = np.array([lots.get(key, NOBODY) for key in self.keys], np.int64)
        gone = () if before_play else self.sight.clues.left
        cards = [None if card in gone else card for card in self.cards]
        return hold_cards(self.places, cards, seat_of, seats)

    def first_lanes(self) -> Lanes:
        """The worlds before the first card; what counts is not counted."""
        sight = self.sight
        hands, holder = self.hands(before_play=True)
        nothing = np.zeros(self.count, np.int64)
        assert sight.taker is not None
        return Lanes(
            hands=hands,
            holder=holder,
            attack=self.attack(sight.taker, sight.called),
            half_points=nothing,
            bouts=nothing.copy(),
            attack_tricks=nothing.copy(),
            trick_count=sight.row.hand_size,
            leader=sight.tricks[0][0] if sight.tricks else sight.leader,
            barred=SUIT_OF[sight.called[0]] if sight.called else NOTHING_LED,
        )

    def worth_of(self, key: tuple[object, ...]) -> tuple[Numbers, Numbers]:
        """Half points and bouts of a lot, world by world."""
        fixed = cards_in(self.sight.fixed.get(key, 0))
        points = np.full(self.count, sum(HALF_POINTS[card] for card in fixed))
        bouts = np.full(self.count, sum(card in BOUTS for card in fixed))
        if key in self.keys:
            lies = np.equal(self.places, self.keys.index(key)).astype(np.int64)
            points += np.array([HALF_POINTS[card] for card in self.cards]) @ lies
            bouts += np.array([card in BOUTS for card in self.cards], np.int64) @ lies
        return points, bouts

    def attack(self, taker: int, called: Sequence[Card]) -> Flags:
        """Who attacks: the taker, and whoever was dealt a called card; shape (worlds, seats)."""
        seats = self.sight.row.player_count
        flags = np.zeros((self.count, seats), np.bool_)
        flags[:, taker] = True
        for card in (copy for face in called for copy in cards_in(copies(face))):
            for seat in range(seats):
                flags[:, seat] |= self.lies_in(card, ("hand", seat)) & (card not in self._dog_cards)
        return flags

    @property
    def _dog_cards(self) -> list[Card]:
        """The cards of a dog that was shown: they call nobody."""
        return [card for _, dog in self.sight.dogs.values() for card in cards_in(dog)]


def draw_worlds(places: Sequence[Place], unknown: int, rng: Random, count: int) -> tuple[list[Card], Places]:
    """Cards, and for each of them the number of its place in each world, shape (cards, worlds)."""
    options = {
        card: [n for n, place in enumerate(places) if place.allowed >> card & 1] for card in cards_in(unknown)
    }
    order = sorted(options, key=lambda card: (len(options[card]), options[card], card))
    found = _draw_together([options[card] for card in order], [place.size for place in places], rng, count)
    if found.shape[1] * FEWEST_SHARE < count:
        starts = found if found.shape[1] >= FEWEST_STARTS else _lay_some(places, unknown, order, rng)
        found = _swap_copies(starts, [options[card] for card in order], len(places), rng, count)
    return order, found[:, :count]


def _lay_some(places: Sequence[Place], unknown: int, order: Sequence[Card], rng: Random) -> Numbers:
    """A few worlds drawn one by one, shape (cards, worlds)."""
    laid = [lay_cards(places, unknown, rng) for _ in range(FEWEST_STARTS)]
    rows = [[next(n for n, cards in enumerate(way) if cards >> card & 1) for way in laid] for card in order]
    return np.array(rows, np.int64).reshape(len(order), FEWEST_STARTS)


def _swap_copies(
    starts: Places, options: Sequence[Sequence[int]], place_count: int, rng: Random, count: int
) -> Numbers:
    """Copies of worlds, in each of which pairs of cards that may lie in each other's place are swapped."""
    allowed = np.array([[place in of_card for place in range(place_count)] for of_card in options], np.bool_)
    loose = np.nonzero(allowed.sum(axis=1) > 1)[0]
    worlds = np.arange(count)
    found = starts[:, worlds % starts.shape[1]]
    chance = np.random.Generator(np.random.PCG64(rng.getrandbits(64)))
    for one, other in loose[chance.integers(len(loose), size=(SWAPS_EACH * len(loose), 2, count))]:
        here, there = found[one, worlds], found[other, worlds]
        may_swap = allowed[one, there] & allowed[other, here]
        found[one, worlds] = np.where(may_swap, there, here)
        found[other, worlds] = np.where(may_swap, here, there)
    return found


def _draw_together(options: Sequence[Sequence[int]], sizes: Sequence[int], rng: Random, count: int) -> Places:
    """Worlds drawn side by side, about `count`, without those that came to a dead end.

    Cards that can lie in few places come first, one by one; those that can lie in most share what is left.

    Args:
        options: the places of each card.
    """
    if not all(options):
        raise NoWorldFound("a card has nowhere to lie")
    lanes, alike = count + count // SPARE_SHARE, sum(places == options[-1] for places in options)
    seed = rng.getrandbits(64)
    return lay_together(options, sizes, alike, seed, lanes, count)


def lay_together(
    options: Sequence[Sequence[int]], sizes: Sequence[int], alike: int, seed: int, lanes: int, most: int
) -> Places:
    """Return the worlds that came to no dead end, shape (cards, worlds).

    Args:
        options: the places of each card, those of the last `alike` cards the same.
        sizes: of the places.
        seed: of the random numbers.
        lanes: worlds that are begun.
        most: worlds that are wanted.
    """
    cards = len(options)
    known = next((n for n, places in enumerate(options[: cards - alike]) if len(places) > 1), cards - alike)
    row, free = small_zeros(cards), list(sizes)
    for card in range(known):
        row[card] = options[card][0]
        free[row[card]] -= 1
    chance = np.random.Generator(np.random.PCG64(seed))
    one_by_one = as_reals(chance.random(lanes * (cards - alike - known)))
    together = as_reals(chance.random(lanes * alike))
    worlds = small_zeros(most * cards)
    found = world_kernel.lay_together(
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
        known,
        alike,
        most,
    )
    return np.asarray(worlds, np.int8).reshape(most, cards)[:found].T


def hold_cards(
    places: Places, cards: Sequence[Card | None], seat_of: Numbers, seats: int
) -> tuple[Numbers, Numbers]:
    """Return the hands and the holders of the Excuse in worlds, as `Lanes` has them.

    Args:
        places: as `draw_worlds` gives them.
        cards: None for one that is in no hand any more.
        seat_of: the seat whose hand each place is, or `NOBODY`.
        seats: how many play.
    """
    count = places.shape[1]
    hands, holder = zeros(count * seats * COLOURS), zeros(count)
    numbers = [CARD_COUNT if card is None else card for card in cards]
    world_kernel.hold_cards(
        world_rows(places),
        as_memory(seat_of),
        as_memory(_SHOWN[numbers].reshape(-1)),
        hands,
        holder,
        seats,
    )
    return np.asarray(hands, np.int64).reshape(count, seats, COLOURS), np.asarray(holder, np.int64)


def lanes_of(worlds: WorldArrays) -> Lanes:
    """The play as it stands in each world, one lane for each."""
    sight = worlds.sight
    hands, holder = worlds.hands()
    assert sight.taker is not None
    attack = worlds.attack(sight.taker, sight.called)
    half_points, bouts = _counted(worlds, attack)
    won = [winner for _, _, winner in sight.tricks]
    return Lanes(
        hands=hands,
        holder=holder,
        attack=attack,
        half_points=half_points,
        bouts=bouts,
        attack_tricks=sum(
            (attack[:, seat].astype(np.int64) for seat in won), np.zeros(worlds.count, np.int64)
        ),
        trick_count=sight.row.hand_size,
        leader=sight.leader,
        trick=sight.trick,
        barred=SUIT_OF[sight.called[0]] if sight.called else NOTHING_LED,
    )


def _counted(worlds: WorldArrays, attack: Flags) -> tuple[Numbers, Numbers]:
    """Half points and bouts that the attack has: finished tricks, and the discard or the dog."""
    sight, points, bouts = worlds.sight, *_aside(worlds)
    for leader, cards, winner in sight.tricks:
        won = attack[:, winner]
        points = points + won * sum(HALF_POINTS[card] for card in cards)
        bouts = bouts + won * sum(card in BOUTS for card in cards)
        if EXCUSE in cards:
            owner = (leader + cards.index(EXCUSE)) % sight.row.player_count
            kept = attack[:, owner].astype(np.int64) - won
            points = points + kept * (HALF_POINTS[EXCUSE] - 1)
            bouts = bouts + kept
    return points, bouts


def _aside(worlds: WorldArrays) -> tuple[Numbers, Numbers]:
    """What counts for the attack without being won: the discard, or the dog of a garde sans."""
    sight = worlds.sight
    assert sight.bid is not None
    if sight.bid.gives_dog_away:
        return np.zeros(worlds.count, np.int64), np.zeros(worlds.count, np.int64)
    return worlds.worth_of(("discard", sight.taker) if sight.bid.takes_dog else ("dog", 0))
