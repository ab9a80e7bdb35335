"""Cards that come to the hands during the play, at two players: a stock, or cards face down on the table."""

from dataclasses import dataclass, replace

from games.core.cards import Card
from games.core.tricks import card_set
from games.core.variant import Form
from games.core.variants.tarot.setting import SECOND, Setting

Hands = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reserve:
    """What has still to come. At the other forms of Tarot there is none.

    Source:
        Document 000 (tirette, découverte).
    """

    stock: tuple[Card, ...] = ()
    """Cards to draw, next first."""
    pending: tuple[int, ...] = ()
    """Seats that must draw now, next first."""
    covers: tuple[tuple[tuple[Card, Card], ...], ...] = ()
    """For each seat, each card of the table that lies over another, with that other."""
    visible: tuple[int, ...] = ()
    """For each seat, its cards face up on the table, as a set."""

    def after_trick(self, winner: int, cards: tuple[Card, ...], hands: Hands) -> tuple["Reserve", Hands]:
        """The reserve and the hands once a trick is won: who draws, and what is turned up."""
        if self.stock:
            return replace(self, pending=(winner, 1 - winner)), hands
        if not self.covers:
            return self, hands
        played = card_set(cards)
        turned = [card_set(down for up, down in pairs if played >> up & 1) for pairs in self.covers]
        covers = tuple(tuple(pair for pair in pairs if not played >> pair[0] & 1) for pairs in self.covers)
        visible = tuple(cards & ~played | up for cards, up in zip(self.visible, turned, strict=True))
        held = tuple(cards | up for cards, up in zip(hands, turned, strict=True))
        return replace(self, covers=covers, visible=visible), held

    def draw(self, hands: Hands) -> tuple["Reserve", Hands]:
        """The reserve and the hands once the next seat has drawn."""
        seat, bit = self.pending[0], 1 << self.stock[0]
        held = tuple(cards | bit if number == seat else cards for number, cards in enumerate(hands))
        return replace(self, stock=self.stock[1:], pending=self.pending[1:]), held

    def hidden_cards(self) -> tuple[Card, ...]:
        """The cards that nobody has seen yet."""
        return (*self.stock, *(down for pairs in self.covers for _, down in pairs))


def reserve_of(setting: Setting) -> Reserve | None:
    """The reserve at the start of a deal; None where all cards are in the hands."""
    if setting.row.form is Form.STOCK:
        return Reserve(stock=setting.layout.piles[SECOND])
    if setting.row.form is Form.TABLE:
        covers = setting.covers()
        return Reserve(covers=covers, visible=tuple(card_set(up for up, _ in pairs) for pairs in covers))
    return None
