"""The table of a Tarot as the seat to act sees it: the trick, its winner so far, and the sides of
all seats.
"""

from dataclasses import dataclass
from functools import cached_property

from games.core.bots.knowledge.tarot_sight import TarotSight
from games.core.calls import copies
from games.core.cards import EXCUSE, Card, face, half_points
from games.core.decks import TWO_PACKS
from games.core.play import View
from games.core.tricks import NOTHING_LED, STRENGTH, SUIT_OF, TRUMP_LED, card_set, cards_in, read_trick
from games.core.variant import Form

HALF_POINTS = tuple(half_points(card) for card in TWO_PACKS)


@dataclass(frozen=True)
class TarotTable:
    """One moment of the play as the seat to act sees it."""

    sight: TarotSight

    @property
    def view(self) -> View:
        """The whole knowledge of the seat."""
        return self.sight.view

    @cached_property
    def turn(self) -> int:
        """Number of the hand to play: that of the seat or of the dummy."""
        return (self.sight.leader + len(self.sight.trick)) % self.sight.row.hand_count

    @cached_property
    def hand(self) -> frozenset[Card]:
        """The cards of the hand to play, with those face up on the table."""
        if self.sight.row.form is Form.TABLE:
            return self.view.hand | self.sight.piles[f"up {self.view.seat}"]
        return self.view.hand if self.turn == self.view.seat else self.sight.piles["dummy"]

    @cached_property
    def attackers(self) -> frozenset[int]:
        """The hands known to attack: the taker and the known holders of called cards, with their teams."""
        row, taker = self.sight.row, self.sight.taker
        seats = {taker} if taker is not None else set()
        for card in (card for called_face in self.sight.called for card in cards_in(copies(called_face))):
            if card in self.sight.clues.had:
                seats.add(self.sight.clues.had[card])
        return frozenset(member for seat in seats for member in row.team_members(seat))

    @cached_property
    def are_sides_known(self) -> bool:
        """True if the seat knows the holder of every called card, and with them the side of each hand."""
        had = self.sight.clues.had
        return all(any(card in had for card in cards_in(copies(called))) for called in self.sight.called)

    def is_friend(self, hand: int) -> bool:
        """True if a hand is on the same side as the hand to play."""
        return (hand in self.attackers) == (self.turn in self.attackers)

    @cached_property
    def led(self) -> int:
        """The led suit, as in `games.core.tricks`."""
        return read_trick(self.sight.trick)[0]

    @cached_property
    def winning_card(self) -> Card:
        """The card that wins the trick on the table, which is not empty."""
        return self.sight.trick[read_trick(self.sight.trick)[1]]

    @cached_property
    def is_won_by_friend(self) -> bool:
        """True if the side of the hand to play wins the trick on the table so far."""
        if self.led == NOTHING_LED:
            return False
        winner = (self.sight.leader + read_trick(self.sight.trick)[1]) % self.sight.row.hand_count
        return self.is_friend(winner)

    @cached_property
    def is_last_to_play(self) -> bool:
        """True if the next card completes the trick."""
        return len(self.sight.trick) == self.sight.row.hand_count - 1

    def wins(self, card: Card) -> bool:
        """Return whether a card would win the trick if no further card followed."""
        if self.led == NOTHING_LED:
            # the first card of a trick is its best one, unless it is the Excuse
            return face(card) != EXCUSE
        follows = SUIT_OF[card] in (self.led, TRUMP_LED)
        return follows and STRENGTH[card] > STRENGTH[self.winning_card]

    @cached_property
    def seen(self) -> int:
        """The cards played so far and those of the hand to play, as a set."""
        return card_set(self.sight.clues.left) | card_set(self.hand)

    def is_master(self, card: Card) -> bool:
        """Return whether all higher cards of the same colour are among the cards seen."""
        colour, strength = SUIT_OF[card], STRENGTH[card]
        return all(
            self.seen >> rival & 1
            for rival in self.sight.variant.deck
            if SUIT_OF[rival] == colour and STRENGTH[rival] > strength
        )
