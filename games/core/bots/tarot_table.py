"""What a player of Tarot looks at before he acts: the trick, who wins it, whose side each seat is on."""

from dataclasses import dataclass
from functools import cached_property

from games.core.bots.tarot_sight import TarotSight
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
        """All that the seat knows."""
        return self.sight.view

    @cached_property
    def turn(self) -> int:
        """The hand to play: the seat's own, or the dummy's."""
        return (self.sight.leader + len(self.sight.trick)) % self.sight.row.hand_count

    @cached_property
    def hand(self) -> frozenset[Card]:
        """The cards of the hand to play, those face up on the table included."""
        if self.sight.row.form is Form.TABLE:
            return self.view.hand | self.sight.piles[f"up {self.view.seat}"]
        return self.view.hand if self.turn == self.view.seat else self.sight.piles["dummy"]

    @cached_property
    def attackers(self) -> frozenset[int]:
        """The hands that attack, as far as this seat knows: the taker, those seen with a called card."""
        row, taker = self.sight.row, self.sight.taker
        seats = {taker} if taker is not None else set()
        for card in (card for called in self.sight.called for card in cards_in(copies(called))):
            if card in self.sight.clues.had:
                seats.add(self.sight.clues.had[card])
        return frozenset(member for seat in seats for member in row.team_members(seat))

    def is_friend(self, hand: int) -> bool:
        """Whether a hand is on the side of the hand to play."""
        return (hand in self.attackers) == (self.turn in self.attackers)

    @cached_property
    def led(self) -> int:
        """What was led."""
        return read_trick(self.sight.trick)[0]

    @cached_property
    def winning_card(self) -> Card:
        """The card that wins the trick on the table, which is not empty."""
        return self.sight.trick[read_trick(self.sight.trick)[1]]

    @cached_property
    def is_won_by_friend(self) -> bool:
        """Whether the trick on the table falls to one's own side so far."""
        if self.led == NOTHING_LED:
            return False
        winner = (self.sight.leader + read_trick(self.sight.trick)[1]) % self.sight.row.hand_count
        return self.is_friend(winner)

    @cached_property
    def is_last_to_play(self) -> bool:
        """Whether the trick is whole with the next card."""
        return len(self.sight.trick) == self.sight.row.hand_count - 1

    def wins(self, card: Card) -> bool:
        """Whether a card would win the trick as it lies."""
        if self.led == NOTHING_LED:
            return face(card) != EXCUSE
        follows = SUIT_OF[card] in (self.led, TRUMP_LED)
        return follows and STRENGTH[card] > STRENGTH[self.winning_card]

    @cached_property
    def seen(self) -> int:
        """The cards played so far and those of the hand to play, as a set."""
        return card_set(self.sight.clues.left) | card_set(self.hand)

    def is_master(self, card: Card) -> bool:
        """Whether no higher card of the same colour is still in another hand, as far as was seen."""
        colour, strength = SUIT_OF[card], STRENGTH[card]
        return all(
            self.seen >> other & 1
            for other in self.sight.variant.deck
            if SUIT_OF[other] == colour and STRENGTH[other] > strength
        )
