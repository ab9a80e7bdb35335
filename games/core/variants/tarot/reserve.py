"""Cards that reach the hands during the play, at two players: a stock, or cards face down on the table."""

from dataclasses import dataclass, replace

from games.core.cards import Card
from games.core.tricks import card_set
from games.core.variant import Form
from games.core.variants.tarot.setting import SECOND, Setting

Hands = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reserve:
    """Cards that are not in the hands yet, in a deal of two players.

    A stock (tirette) fills `stock` and `pending`. Cards on the table (découverte) fill `covers` and
    `visible`. Other forms of Tarot have no reserve.

    Source:
        Document 000 (tirette, découverte).
    """

    stock: tuple[Card, ...] = ()
    """Cards to draw, next first."""
    pending: tuple[int, ...] = ()
    """Seats that must draw before the next trick, next first."""
    covers: tuple[tuple[tuple[Card, Card], ...], ...] = ()
    """Pairs of a table card and the card under it, for each seat."""
    visible: tuple[int, ...] = ()
    """Cards face up on the table for each seat, as a set."""

    def after_trick(self, winner: int, cards: tuple[Card, ...], hands: Hands) -> tuple["Reserve", Hands]:
        """Return the reserve and the hands after a trick.

        With a stock, both seats must draw, the winner first. Otherwise the cards under the played ones are
        turned up.
        """
        if self.stock:
            # The winner draws first.
            return replace(self, pending=(winner, 1 - winner)), hands
        if not self.covers:
            return self, hands
        trick_set = card_set(cards)
        # A card under a played one is turned up and joins the hand.
        turned_cards = [card_set(down for up, down in pairs if trick_set >> up & 1) for pairs in self.covers]
        covers = tuple(tuple(pair for pair in pairs if not trick_set >> pair[0] & 1) for pairs in self.covers)
        visible = tuple(cards & ~trick_set | up for cards, up in zip(self.visible, turned_cards, strict=True))
        larger_hands = tuple(cards | up for cards, up in zip(hands, turned_cards, strict=True))
        return replace(self, covers=covers, visible=visible), larger_hands

    def draw(self, hands: Hands) -> tuple["Reserve", Hands]:
        """Return the reserve and the hands after the next seat has drawn the next card."""
        seat, bit = self.pending[0], 1 << self.stock[0]
        larger_hands = tuple(cards | bit if number == seat else cards for number, cards in enumerate(hands))
        return replace(self, stock=self.stock[1:], pending=self.pending[1:]), larger_hands

    def hidden_cards(self) -> tuple[Card, ...]:
        """Return the cards that no player has seen yet."""
        return (*self.stock, *(down for pairs in self.covers for _, down in pairs))


def reserve_of(setting: Setting) -> Reserve | None:
    """Return the reserve at the start of a deal; None where all cards are in the hands."""
    if setting.row.form is Form.STOCK:
        return Reserve(stock=setting.layout.piles[SECOND])
    if setting.row.form is Form.TABLE:
        covers = setting.covers()
        return Reserve(covers=covers, visible=tuple(card_set(up for up, _ in pairs) for pairs in covers))
    return None
