"""Knowledge of one seat as random worlds: deals that look the same as the real one to the seat."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from random import Random

from games.core.actions import Action, Hidden
from games.core.bots.knowledge.clues import Clues, Lot
from games.core.bots.knowledge.places import NoWorldFound, lay_cards
from games.core.cards import Card
from games.core.errors import GameError
from games.core.layouts import Layout
from games.core.play import GameVariant, State, View, replay
from games.core.tricks import card_set
from games.core.variants.registry import find_variant

Key = tuple[object, ...]
TRIES = 200
"""Largest number of attempts to lay the cards.

A few layings are no deals, because of a bare Petit in a hand.
"""
MOST_LAYINGS = 20
"""Layings after which a deal is taken although its likelihood is small."""


class Sight(ABC):
    """The knowledge from one view. A subclass for each game finds the possible places of the cards and the
    dealing.
    """

    def __init__(self, view: View) -> None:
        """Read the view. Subclasses collect clues, lots and fixed cards."""
        self.view = view
        self.variant: GameVariant = find_variant(view.game)
        self.clues = Clues()
        self.fixed: dict[Key, int] = {}
        """Cards whose place is known, as sets, by the key of a lot."""
        self.clues.holds(view.seat, view.hand)
        self.read()
        self.lots = self.find_lots()
        self.unknown = card_set(self.variant.deck) & ~sum(self.fixed.values())
        self.places = self.clues.places(self.lots, self.unknown)

    @abstractmethod
    def read(self) -> None:
        """Collect the information of the steps and the piles."""

    @abstractmethod
    def find_lots(self) -> list[Lot]:
        """Return the lots for cards that are not fixed. Their sizes sum to the number of these cards."""

    @abstractmethod
    def lay_out(self, contents: dict[Key, int], rng: Random) -> Layout | None:
        """Return the layout with these cards in the lots; None if no such deal would be played."""

    def uncover(self, contents: dict[Key, int], rng: Random) -> Iterator[Action]:
        """Yield the action behind each hidden step, in order."""
        yield from ()

    def likelihood(self, contents: dict[Key, int]) -> float:
        """Return the likelihood of the seen actions with these cards in the lots, 1 for the most likely."""
        return 1.0

    def start(self, layout: Layout) -> State:
        """Return the deal of a layout before its first step."""
        return self.variant.start(layout, dealer=self.view.dealer, rules=self.view.rules)

    def fix(self, key: Key, cards: Iterable[Card]) -> None:
        """Record the place of some cards."""
        self.fixed[key] = self.fixed.get(key, 0) | card_set(cards)

    def world(self, rng: Random) -> State:
        """Return a random state that looks the same as the real one to the seat.

        Deals are taken in proportion to their `likelihood`.

        Raises:
            NoWorldFound: no world was found, which does not happen for the view of a real deal.
        """
        deal_count = 0
        for _ in range(TRIES):
            lot_cards = lay_cards(self.places, self.unknown, rng)
            contents = dict(self.fixed)
            for lot, cards in zip(self.lots, lot_cards, strict=True):
                contents[lot.key] = contents.get(lot.key, 0) | cards
            layout = self.lay_out(contents, rng)
            if layout is None:
                continue
            deal_count += 1
            likelihood = self.likelihood(contents)
            if likelihood >= 1 or deal_count == MOST_LAYINGS or rng.random() < likelihood:
                return self.replay(layout, contents, rng)
        raise NoWorldFound(f"no deal found in {TRIES} tries")

    def replay(self, layout: Layout, contents: dict[Key, int], rng: Random) -> State:
        """Return the deal of a layout, played up to the moment of the view.

        Raises:
            NoWorldFound: the steps are not legal in it.
        """
        hidden_actions = self.uncover(contents, rng)
        steps = self.view.steps
        actions = [next(hidden_actions) if isinstance(action, Hidden) else action for _, action in steps]
        try:
            return replay(self.start(layout), actions)
        except GameError as error:
            raise NoWorldFound(f"no world for this view: {error}") from error
