"""What one seat knows of a deal, as worlds: deals drawn at random that it cannot tell from the real one."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from random import Random

from games.core.actions import Action, Hidden
from games.core.bots.clues import Clues, Lot
from games.core.bots.places import NoWorldFound, lay_cards
from games.core.cards import Card
from games.core.errors import GameError
from games.core.layouts import Layout
from games.core.play import GameVariant, State, View, replay
from games.core.tricks import card_set
from games.core.variants.registry import find_variant

Key = tuple[object, ...]
TRIES = 200
"""Layings tried before giving up: a few are no deals, for a bare Petit in a hand."""


class Sight(ABC):
    """One view, read once; each game says where its cards can lie and how they were dealt."""

    def __init__(self, view: View) -> None:
        """Reads the view; subclasses gather clues, lots and fixed cards."""
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
        """Gather what the steps and the piles show."""

    @abstractmethod
    def find_lots(self) -> list[Lot]:
        """Where cards that are not fixed can lie; their sizes sum to the number of these cards."""

    @abstractmethod
    def lay_out(self, found: dict[Key, int], rng: Random) -> Layout | None:
        """The layout in which the lots hold these cards; None when it is no deal that would be played."""

    def uncover(self, found: dict[Key, int], rng: Random) -> Iterator[Action]:
        """What was done for each hidden step, in order."""
        yield from ()

    def start(self, layout: Layout) -> State:
        """The deal of a layout before its first step."""
        return self.variant.start(layout, dealer=self.view.dealer, rules=self.view.rules)

    def fix(self, key: Key, cards: Iterable[Card]) -> None:
        """Say where some cards lie."""
        self.fixed[key] = self.fixed.get(key, 0) | card_set(cards)

    def world(self, rng: Random) -> State:
        """A moment of a deal that the seat cannot tell from the real one.

        Raises:
            NoWorldFound: none was found, which does not happen for the view of a real deal.
        """
        for _ in range(TRIES):
            laid = lay_cards(self.places, self.unknown, rng)
            found = dict(self.fixed)
            for lot, cards in zip(self.lots, laid, strict=True):
                found[lot.key] = found.get(lot.key, 0) | cards
            layout = self.lay_out(found, rng)
            if layout is not None:
                return self.replay(layout, found, rng)
        raise NoWorldFound(f"no deal found in {TRIES} tries")

    def replay(self, layout: Layout, found: dict[Key, int], rng: Random) -> State:
        """The deal of a layout, played as far as the view goes.

        Raises:
            NoWorldFound: the steps are not legal in it.
        """
        hidden = self.uncover(found, rng)
        steps = self.view.steps
        actions = [next(hidden) if isinstance(action, Hidden) else action for _, action in steps]
        try:
            return replay(self.start(layout), actions)
        except GameError as error:
            raise NoWorldFound(f"no world for this view: {error}") from error
