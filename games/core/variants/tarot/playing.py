"""The play of the cards, one trick after the other."""

from games.core.actions import Action, Announce, Draw, PlayCard, ShowHandful, format_action
from games.core.announcements import SLAM
from games.core.cards import Card
from games.core.decks import TWO_PACKS
from games.core.errors import IllegalAction
from games.core.tricks import (
    HIGHER_TRUMPS,
    NO_STRENGTH,
    NOTHING_LED,
    STRENGTH,
    SUIT_OF,
    TRUMP_LED,
    TRUMPS,
    first_lead,
    playable,
    refuse_card,
)
from games.core.variants.tarot.camps import Trick, settle_last_trick
from games.core.variants.tarot.first_card import Announced, announce, offers
from games.core.variants.tarot.preparation import Preparation
from games.core.variants.tarot.reserve import Hands, Reserve, reserve_of

NOBODY = -1
CALL_BARS_LEAD_AT = 5
"""The number of players at which the first lead may not be in the called suit (rules R, page 12)."""

_PLAYS = {1 << card: PlayCard(card) for card in TWO_PACKS}


class Playing:
    """A moment of the play. Never changed once made, though no dataclass, to be quick to make."""

    __slots__ = (
        "announced",
        "best",
        "cards",
        "hands",
        "higher",
        "leader",
        "led",
        "legal",
        "preparation",
        "reserve",
        "tricks",
        "turn",
        "winner",
    )

    preparation: Preparation
    hands: Hands
    """The cards of each hand, the dummy's last, as sets; those on the table at the découverte included."""
    tricks: tuple[Trick, ...]
    leader: int
    """Who leads the trick on the table; `NOBODY` after the last trick."""
    cards: tuple[Card, ...]
    """The trick on the table."""
    turn: int
    """The hand to play."""
    winner: int
    """Who wins the trick so far."""
    led: int
    best: int
    """The strength of the winning card."""
    higher: int
    """The trumps that go over the trick."""
    legal: int
    """What the hand to play may play, as a set."""
    announced: Announced
    reserve: Reserve | None

    @property
    def to_act(self) -> int | None:
        """The seat that plays or draws, the defender for the dummy; None after the last trick."""
        if self.reserve is not None and self.reserve.pending:
            return self.reserve.pending[0]
        if self.turn == NOBODY:
            return None
        return 1 - self.preparation.taker if self.is_dummy else self.turn

    @property
    def is_dummy(self) -> bool:
        """Whether the hand to play is the dummy's."""
        return self.turn >= self.preparation.setting.row.player_count

    def legal_actions(self) -> tuple[Action, ...]:
        """Plays by card number; before one's first card, what one may announce comes first."""
        if self.reserve is not None and self.reserve.pending:
            return (Draw(),)
        found: list[Action] = []
        if not self.tricks and not self.is_dummy:
            found += offers(self.preparation, self.announced, self.turn, self._own_hand())
        bits = self.legal
        while bits:
            low = bits & -bits
            found.append(_PLAYS[low])
            bits ^= low
        return tuple(found)

    def apply(self, action: Action) -> "Playing":
        """The moment after an action.

        Raises:
            IllegalAction: `action_not_now`, or what `refuse_card` and `announce` refuse.
        """
        if not (self.reserve is not None and self.reserve.pending):
            if isinstance(action, PlayCard):
                return self._play(action.card)
            if isinstance(action, ShowHandful | Announce) and not self.tricks and not self.is_dummy:
                announced = announce(self.preparation, self.announced, self.turn, self._own_hand(), action)
                return self._with_announced(announced)
        elif isinstance(action, Draw):
            return self._draw()
        raise IllegalAction("action_not_now", f"{format_action(action)} is not what comes next in the play")

    def _own_hand(self) -> int:
        """The cards that the hand to play holds in hand, those on the table left out."""
        hand = self.hands[self.turn]
        return hand & ~self.reserve.visible[self.turn] if self.reserve and self.reserve.visible else hand

    def _play(self, card: Card) -> "Playing":
        turn, bit = self.turn, 1 << card
        if not self.legal & bit:
            raise refuse_card(card, self.hands[turn], self.led, self.higher)
        held = list(self.hands)
        held[turn] ^= bit
        cards = (*self.cards, card)
        after = Playing.__new__(Playing)
        after.preparation, after.announced, after.reserve = self.preparation, self.announced, self.reserve
        after.hands, after.tricks, after.leader, after.cards = tuple(held), self.tricks, self.leader, cards
        suit = SUIT_OF[card]
        led = after.led = suit if self.led == NOTHING_LED else self.led
        strength = STRENGTH[card]
        if strength > self.best and (suit in (led, TRUMP_LED)):
            after.winner, after.best, higher = turn, strength, HIGHER_TRUMPS[card]
        else:
            after.winner, after.best, higher = self.winner, self.best, self.higher
        after.higher = higher
        if len(cards) == len(held):
            return _finish_trick(after)
        turn += 1
        after.turn = turn = 0 if turn == len(held) else turn
        after.legal = playable(held[turn], led, higher)
        if not self.tricks and led == NOTHING_LED:
            after.legal = _allowed_lead(self.preparation, after.legal)
        return after

    def _draw(self) -> "Playing":
        assert self.reserve is not None
        reserve, hands = self.reserve.draw(self.hands)
        return _lead(self.preparation, hands, self.leader, self.tricks, self.announced, reserve)

    def _with_announced(self, announced: Announced) -> "Playing":
        after = Playing.__new__(Playing)
        for name in Playing.__slots__:
            setattr(after, name, getattr(self, name))
        after.announced = announced
        return after


def start_play(preparation: Preparation) -> Playing:
    """The first trick: led by who announced a slam, else by the player on the dealer's right.

    Source:
        Federation rules of 2012, pages 5 and 7.
    """
    setting = preparation.setting
    leader = preparation.taker if preparation.announced == SLAM else setting.first_hand
    reserve, hands = reserve_of(setting), preparation.hands
    if reserve is not None and reserve.visible:
        hands = tuple(cards | up for cards, up in zip(hands, reserve.visible, strict=True))
    return _lead(preparation, hands, leader, (), Announced(), reserve)


def _lead(
    preparation: Preparation,
    hands: Hands,
    leader: int,
    tricks: tuple[Trick, ...],
    announced: Announced,
    reserve: Reserve | None,
) -> Playing:
    """The moment before a trick, or after the last one when the leader is `NOBODY`."""
    moment = Playing.__new__(Playing)
    moment.preparation, moment.announced, moment.reserve = preparation, announced, reserve
    moment.hands, moment.tricks, moment.cards = hands, tricks, ()
    moment.leader = moment.turn = moment.winner = leader
    moment.led, moment.best, moment.higher = NOTHING_LED, NO_STRENGTH, TRUMPS
    moment.legal = 0 if leader == NOBODY else hands[leader]
    if not tricks:
        moment.legal = _allowed_lead(preparation, moment.legal)
    return moment


def _allowed_lead(preparation: Preparation, hand: int) -> int:
    """What a hand may lead to the first trick, the Excuse before it or not."""
    bars = preparation.setting.row.player_count == CALL_BARS_LEAD_AT
    return first_lead(hand, preparation.called) if bars and preparation.called else hand


def _finish_trick(moment: Playing) -> Playing:
    """The moment after the last card of a trick."""
    tricks = (*moment.tricks, Trick(moment.leader, moment.cards, moment.winner))
    reserve, hands = moment.reserve, moment.hands
    if reserve is not None:
        reserve, hands = reserve.after_trick(moment.winner, moment.cards, hands)
    leader = moment.winner
    if not any(hands):
        leader, tricks = NOBODY, settle_last_trick(moment.preparation, tricks)
    return _lead(moment.preparation, hands, leader, tricks, moment.announced, reserve)
