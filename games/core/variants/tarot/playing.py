"""Play of the cards, one trick after the other."""

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
"""Value of the leader and of the hand to play after the last trick."""
CALL_BARS_LEAD_AT = 5
"""Number of players at which the first lead may not be in the called suit (rules R, page 12)."""

_PLAYS = {1 << card: PlayCard(card) for card in TWO_PACKS}
"""Action of each card, by the card's bit."""


class Playing:
    """State of the play. It never changes, but is no dataclass, so that robots create it quickly."""

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
    """Cards of each hand, the dummy's last, as sets. At the découverte the cards on the table are in them."""
    tricks: tuple[Trick, ...]
    leader: int
    """Hand that leads the trick on the table; `NOBODY` after the last trick."""
    cards: tuple[Card, ...]
    """Trick on the table."""
    turn: int
    """Hand to play."""
    winner: int
    """Hand that wins the trick so far."""
    led: int
    best: int
    """Strength of the winning card."""
    higher: int
    """Trumps that go over the trick."""
    legal: int
    """Legal cards of the hand to play, as a set."""
    announced: Announced
    reserve: Reserve | None

    @property
    def to_act(self) -> int | None:
        """Seat that plays or draws; for the dummy, the defender. None after the last trick."""
        if self.reserve is not None and self.reserve.pending:
            return self.reserve.pending[0]
        if self.turn == NOBODY:
            return None
        return 1 - self.preparation.taker if self.is_dummy else self.turn

    @property
    def is_dummy(self) -> bool:
        """True if the hand to play is the dummy's."""
        return self.turn >= self.preparation.setting.row.player_count

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the legal plays by card number. Announcements come before them, until the first card."""
        if self.reserve is not None and self.reserve.pending:
            return (Draw(),)
        actions: list[Action] = []
        if not self.tricks and not self.is_dummy:
            actions += offers(self.preparation, self.announced, self.turn, self._own_hand())
        bits = self.legal
        while bits:
            # The lowest bit that is set.
            low = bits & -bits
            actions.append(_PLAYS[low])
            bits ^= low
        return tuple(actions)

    def apply(self, action: Action) -> "Playing":
        """Return the state after an action.

        Raises:
            IllegalAction: `action_not_now`, or an error of `refuse_card` or `announce`.
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
        """Return the cards in the hand to play, without those on the table."""
        hand = self.hands[self.turn]
        return hand & ~self.reserve.visible[self.turn] if self.reserve and self.reserve.visible else hand

    def _play(self, card: Card) -> "Playing":
        turn, bit = self.turn, 1 << card
        if not self.legal & bit:
            raise refuse_card(card, self.hands[turn], self.led, self.higher)
        hands = list(self.hands)
        hands[turn] ^= bit
        cards = (*self.cards, card)
        state = Playing.__new__(Playing)
        state.preparation, state.announced, state.reserve = self.preparation, self.announced, self.reserve
        state.hands, state.tricks, state.leader, state.cards = tuple(hands), self.tricks, self.leader, cards
        suit = SUIT_OF[card]
        led = state.led = suit if self.led == NOTHING_LED else self.led
        strength = STRENGTH[card]
        if strength > self.best and (suit in (led, TRUMP_LED)):
            state.winner, state.best, higher = turn, strength, HIGHER_TRUMPS[card]
        else:
            state.winner, state.best, higher = self.winner, self.best, self.higher
        state.higher = higher
        if len(cards) == len(hands):
            return _finish_trick(state)
        turn += 1
        state.turn = turn = 0 if turn == len(hands) else turn
        state.legal = playable(hands[turn], led, higher)
        # After an Excuse in the first trick, the next card is the lead.
        if not self.tricks and led == NOTHING_LED:
            state.legal = _allowed_lead(self.preparation, state.legal)
        return state

    def _draw(self) -> "Playing":
        assert self.reserve is not None
        reserve, hands = self.reserve.draw(self.hands)
        return _lead(self.preparation, hands, self.leader, self.tricks, self.announced, reserve)

    def _with_announced(self, announced: Announced) -> "Playing":
        state = Playing.__new__(Playing)
        for name in Playing.__slots__:
            setattr(state, name, getattr(self, name))
        state.announced = announced
        return state


def start_play(preparation: Preparation) -> Playing:
    """Return the state before the first trick.

    The taker leads after the announcement of a slam, else the player on the dealer's right.

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
    """Return the state before a trick, or after the last one when the leader is `NOBODY`."""
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
    """Return the cards that a hand may lead to the first trick, after an Excuse or not."""
    is_call_barring = preparation.setting.row.player_count == CALL_BARS_LEAD_AT
    return first_lead(hand, preparation.called) if is_call_barring and preparation.called else hand


def _finish_trick(moment: Playing) -> Playing:
    """Return the state after the last card of a trick."""
    tricks = (*moment.tricks, Trick(moment.leader, moment.cards, moment.winner))
    reserve, hands = moment.reserve, moment.hands
    if reserve is not None:
        reserve, hands = reserve.after_trick(moment.winner, moment.cards, hands)
    leader = moment.winner
    if not any(hands):
        # Only at the end is it known whether the Excuse completes a slam.
        leader, tricks = NOBODY, settle_last_trick(moment.preparation, tricks)
    return _lead(moment.preparation, hands, leader, tricks, moment.announced, reserve)
