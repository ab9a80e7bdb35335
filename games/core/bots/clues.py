"""What one seat has seen of the cards, gathered step by step: who had which card when, who had none of some.

Source:
    The rules of play themselves: who does not follow, does not trump or does not go over could not
    (federation rules of 2012, page 5).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from games.core.bots.places import Place
from games.core.cards import Card
from games.core.tricks import NOTHING_LED, SUIT_CARDS, SUIT_OF, TRUMP_LED, TRUMPS, read_trick

START = -1
"""The moment of the deal, before the first step."""
NEVER = 1 << 30
"""A moment after every step: what comes with it is never played."""


@dataclass(frozen=True, slots=True)
class Lot:
    """Cards that come to one hand together, or to none."""

    key: tuple[object, ...]
    """What they are: ("hand", 2), ("dog", 0), ("stock", 5)…"""
    size: int
    owner: int | None = None
    """The hand that has them; None where nobody does."""
    since: int = START
    """The step with which they came."""
    only: int = -1
    """The cards that can be among them at all, as a set."""


@dataclass(slots=True)
class Clues:
    """What was seen; filled by the reader of a game, then asked for places."""

    had: dict[Card, int] = field(default_factory=dict)
    """The hand that held a card in the end: who played it, who holds it in sight."""
    left: dict[Card, int] = field(default_factory=dict)
    """The step with which a card was played."""
    lacks: list[tuple[int, int, int]] = field(default_factory=list)
    """A hand, a step and a set of which the hand held no card then."""

    def plays(self, hand: int, card: Card, step: int) -> None:
        """A hand played a card."""
        self.had[card], self.left[card] = hand, step

    def holds(self, hand: int, cards: Iterable[Card]) -> None:
        """A hand has some cards, or had them once."""
        for card in cards:
            self.had[card] = hand

    def lacks_cards(self, hand: int, step: int, cards: int) -> None:
        """A hand held none of some cards just before a step."""
        if cards:
            self.lacks.append((hand, step, cards))

    def places(self, lots: Sequence[Lot], unknown: int) -> list[Place]:
        """A place for each lot, from what was seen."""
        owned: dict[int | None, int] = {}
        for card, hand in self.had.items():
            owned[hand] = owned.get(hand, 0) | 1 << card
        loose = unknown & ~sum(owned.values())
        held = {lot.owner: loose | unknown & owned.get(lot.owner, 0) for lot in lots}
        return [Place(lot.size, self._allowed(lot, held[lot.owner])) for lot in lots]

    def _allowed(self, lot: Lot, held: int) -> int:
        """The cards of a lot among those that its owner can hold."""
        allowed = held & lot.only
        if lot.since != START:
            allowed &= ~self._gone(lot.since + 1)
        for hand, step, cards in self.lacks:
            if hand == lot.owner and step > lot.since and allowed & cards:
                allowed &= ~cards | self._gone(step)
        return allowed

    def _gone(self, step: int) -> int:
        """The cards played before a step."""
        return sum(1 << card for card, left in self.left.items() if left < step)


def missing_cards(
    card: Card, trick: Sequence[Card], *, must_go_over: bool = True, must_trump: bool = True
) -> int:
    """The cards that a hand cannot hold when it plays a card to a trick, as a set.

    Args:
        trick: the cards on the table before it, in the order played.
        must_go_over: whether a higher trump has to be played (not at Papayou).
        must_trump: whether who cannot follow suit has to trump.
    """
    led, _, higher = read_trick(trick)
    suit = SUIT_OF[card]
    if NOTHING_LED in (led, suit) or (led == suit and led != TRUMP_LED):
        return 0
    over = 0 if higher >> card & 1 else higher * must_go_over
    trumps = over if suit == TRUMP_LED else TRUMPS
    return trumps if led == TRUMP_LED else SUIT_CARDS[led] | trumps * must_trump
