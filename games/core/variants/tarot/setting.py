"""Constant part of one deal: the row, the rules, the cards as dealt."""

from dataclasses import dataclass

from games.core.cards import Card
from games.core.layouts import Layout
from games.core.outcome import Bid
from games.core.rules import RuleSet
from games.core.tarot_rules import TarotRules
from games.core.tricks import card_set
from games.core.variant import Form, Variant

DUMMY = 2
"""Index of the dummy's hand, after those of the two players."""
DOG, SECOND = 0, 1
"""Indexes of the dog, and of the pile after it, among the piles of a layout."""


@dataclass(frozen=True, slots=True)
class Imposed:
    """A contract fixed with the deal, as in duplicate tournaments. There is no auction."""

    taker: int
    bid: Bid = Bid.GARDE


@dataclass(frozen=True, slots=True)
class Setting:
    """One deal before the first action."""

    row: Variant
    rules: TarotRules
    rule_set: RuleSet
    layout: Layout
    dealer: int
    imposed: Imposed | None = None

    @property
    def first_hand(self) -> int:
        """Seat that bids first and, without a slam announced, leads: on the dealer's right."""
        return (self.dealer + 1) % self.row.player_count

    def dealt_hands(self) -> tuple[int, ...]:
        """Return the cards of each hand that plays, the dummy's last, as sets."""
        hands = tuple(map(card_set, self.layout.hands))
        return (*hands, card_set(self.layout.piles[SECOND])) if self.row.form is Form.DUMMY else hands

    def dog(self, number: int) -> int:
        """Return the cards of a dog, as a set; empty where there is none."""
        return card_set(self.layout.piles[number]) if self.row.dog_size else 0

    def covers(self) -> tuple[tuple[tuple[Card, Card], ...], ...]:
        """Return for each seat of the découverte its pairs of a card face up and the card under it."""
        piles = self.layout.piles[SECOND:]
        return tuple(tuple(zip(piles[2 * seat], piles[2 * seat + 1], strict=True)) for seat in range(2))


def pile_names(row: Variant) -> tuple[str, ...]:
    """Return the names of the piles of a layout of one row, in order."""
    dogs = ("dog", "dog 2")[: row.dog_count] if row.dog_size else ()
    table = tuple(f"{side} {seat}" for seat in range(2) for side in ("up", "down"))
    form_names = {Form.PLAIN: (), Form.STOCK: ("stock",), Form.DUMMY: ("dummy",), Form.TABLE: table}
    return dogs + form_names[row.form]


def layout_pile_sizes(row: Variant) -> tuple[int, ...]:
    """Return the sizes of the piles of a layout of one row, in order."""
    dogs = (row.dog_size,) * row.dog_count if row.dog_size else ()
    form_sizes: dict[Form, tuple[int, ...]] = {
        Form.PLAIN: (),
        Form.STOCK: (row.hand_size,),
        Form.DUMMY: (row.hand_size,),
        Form.TABLE: (row.hand_size,) * 4,
    }
    return dogs + form_sizes[row.form]
