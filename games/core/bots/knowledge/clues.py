"""Clues about hidden cards that one seat has seen, step by step: cards of hands, and cards that hands lack.

Source:
    The rules of play: a player who does not follow, trump or go over has no such card (federation rules of
    2012, page 5).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from games.core.bots.knowledge.places import Place
from games.core.cards import Card
from games.core.tricks import NOTHING_LED, SUIT_CARDS, SUIT_OF, TRUMP_LED, TRUMPS, read_trick

START = -1
"""Step number of the deal, before the first step."""
NEVER = 1 << 30
"""Step number after every step, for cards that are never played."""


@dataclass(frozen=True, slots=True)
class Lot:
    """Cards that come to one hand together, or to none."""

    key: tuple[object, ...]
    """Kind and number of the lot: ("hand", 2), ("dog", 0), ("stock", 5)…"""
    size: int
    owner: int | None = None
    """Hand that has the cards; None for a lot in no hand."""
    since: int = START
    """Step with which the cards came."""
    only: int = -1
    """Cards that are possible in the lot at all, as a set."""


@dataclass(slots=True)
class Clues:
    """Observations of one deal. The reader of a game fills them; then `places` uses them."""

    had: dict[Card, int] = field(default_factory=dict)
    """Last hand that held a card: its player, or the hand in which it is visible."""
    left: dict[Card, int] = field(default_factory=dict)
    """Step with which a card was played."""
    lacks: list[tuple[int, int, int]] = field(default_factory=list)
    """Hand, step and set of cards of which the hand held none at that step."""

    def plays(self, hand: int, card: Card, step: int) -> None:
        """Note that a hand played a card."""
        self.had[card], self.left[card] = hand, step

    def holds(self, hand: int, cards: Iterable[Card]) -> None:
        """Note that a hand has some cards, or had them."""
        for card in cards:
            self.had[card] = hand

    def lacks_cards(self, hand: int, step: int, cards: int) -> None:
        """Note that a hand held none of some cards just before a step."""
        if cards:
            self.lacks.append((hand, step, cards))

    def places(self, lots: Sequence[Lot], unknown: int) -> list[Place]:
        """Return a place for each lot, by the observations."""
        owned_cards: dict[int | None, int] = {}
        for card, hand in self.had.items():
            owned_cards[hand] = owned_cards.get(hand, 0) | 1 << card
        free_cards = unknown & ~sum(owned_cards.values())
        possible_cards = {lot.owner: free_cards | unknown & owned_cards.get(lot.owner, 0) for lot in lots}
        return [Place(lot.size, self._lot_cards(lot, possible_cards[lot.owner])) for lot in lots]

    def _lot_cards(self, lot: Lot, possible_cards: int) -> int:
        """Return the cards that are possible in a lot, among those that its owner can hold."""
        lot_cards = possible_cards & lot.only
        if lot.since != START:
            # cards played before the lot came to its owner are not in it
            lot_cards &= ~self._cards_played_before(lot.since + 1)
        for hand, step, cards in self.lacks:
            if hand == lot.owner and step > lot.since and lot_cards & cards:
                lot_cards &= ~cards | self._cards_played_before(step)
        return lot_cards

    def _cards_played_before(self, step: int) -> int:
        """Return the cards played before a step."""
        return sum(1 << card for card, play_step in self.left.items() if play_step < step)


def missing_cards(
    card: Card, trick: Sequence[Card], *, must_go_over: bool = True, must_trump: bool = True
) -> int:
    """Return the cards that a hand cannot hold when it plays a card to a trick, as a set.

    Args:
        trick: the cards on the table before it, in the order played.
        must_go_over: whether a higher trump must be played (not at Papayou).
        must_trump: whether a player who cannot follow suit must trump.
    """
    led, _, higher = read_trick(trick)
    suit = SUIT_OF[card]
    if NOTHING_LED in (led, suit) or (led == suit and led != TRUMP_LED):
        return 0
    higher_trumps = 0 if higher >> card & 1 else higher * must_go_over
    trumps = higher_trumps if suit == TRUMP_LED else TRUMPS
    return trumps if led == TRUMP_LED else SUIT_CARDS[led] | trumps * must_trump
