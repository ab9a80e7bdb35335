"""Rules of thumb of Tarot, as a club teaches them in its first weeks: the level *débutant*.

They look at nothing but one's own cards, the trick and what was played.
"""

from collections import Counter
from collections.abc import Callable, Iterable

from games.core.actions import Action, Announce, CallCard, DiscardCard, MakeBid, Pass, PlayCard, ShowHandful
from games.core.bots.tarot_sight import TarotSight
from games.core.bots.tarot_table import HALF_POINTS, TarotTable
from games.core.cards import EXCUSE, KING, PETIT, Card, face, rank_of
from games.core.dealing.hand_value import LEAST_VALUES, evaluate_hand
from games.core.outcome import Bid
from games.core.play import View
from games.core.tricks import NOTHING_LED, STRENGTH, SUIT_OF, TRUMP_LED

SCALE_HAND = 18
"""Cards of the hands for which the scale of values is made."""
MANY_TRUMPS = 3
"""The attack leads trumps when one card in so many, or more, is one."""
LAST_CARDS = 3
"""With so few cards left the Excuse goes before it is lost."""
SAVED = 3
"""Half points from which a card is worth an Excuse."""


def play_by_thumb(sight: TarotSight) -> Action:
    """What a beginner does; the view must have legal actions."""
    view = sight.view
    kinds = {type(action): action for action in view.legal}
    if ShowHandful in kinds:
        return kinds[ShowHandful]
    if PlayCard in kinds and Announce in kinds:
        return kinds[Announce]
    if PlayCard in kinds:
        return PlayCard(choose_card(TarotTable(sight), played(view)))
    if DiscardCard in kinds:
        return DiscardCard(choose_discard(sight))
    if CallCard in kinds:
        return CallCard(choose_call(view))
    if MakeBid in kinds:
        return choose_bid(sight)
    return view.legal[0]


def played(view: View) -> list[Card]:
    """The cards that may be played."""
    return [action.card for action in view.legal if isinstance(action, PlayCard)]


def choose_bid(sight: TarotSight) -> Action:
    """The bid that the value of the hand allows, by the scale of four players; else a pass."""
    bid = worth_bid(sight.view.hand, sight.row.hand_size)
    action = None if bid is None else MakeBid(bid.value)
    return action if action in sight.view.legal and action is not None else Pass()


def worth_bid(hand: Iterable[Card], hand_size: int) -> Bid | None:
    """The highest bid that a hand is worth, its value brought to that of 18 cards."""
    value = evaluate_hand(face(card) for card in hand)
    points = {bid: value.with_dog if bid.takes_dog else value.without_dog for bid in LEAST_VALUES}
    worth = [bid for bid, least in LEAST_VALUES.items() if points[bid] * SCALE_HAND >= least * hand_size]
    return worth[-1] if worth else None


def choose_call(view: View) -> Card:
    """The card of the shortest suit in which one can lead to it, not one's own unless there is no other."""
    lengths = Counter(SUIT_OF[card] for card in view.hand)
    cards = [action.card for action in view.legal if isinstance(action, CallCard)]
    return min(
        cards, key=lambda card: (card in view.hand, not lengths[SUIT_OF[card]], lengths[SUIT_OF[card]])
    )


def choose_discard(sight: TarotSight) -> Card:
    """The next card to put aside."""
    cards = [action.card for action in sight.view.legal if isinstance(action, DiscardCard)]
    return min(cards, key=discard_order(sight.view.hand, sight.called))


def discard_order(hand: Iterable[Card], called: Iterable[Card]) -> Callable[[Card], tuple[int, ...]]:
    """How late a card is discarded: short suits without a king first, in them the dear cards first."""
    held = list(hand)
    lengths = Counter(SUIT_OF[card] for card in held)
    kept = {SUIT_OF[card] for card in held if rank_of(card) == KING} | {SUIT_OF[card] for card in called}

    def order(card: Card) -> tuple[int, ...]:
        suit = SUIT_OF[card]
        return (suit == TRUMP_LED, suit in kept, lengths[suit], -HALF_POINTS[card], suit, card)

    return order


def choose_card(table: TarotTable, cards: list[Card]) -> Card:
    """The card to play among those that may be played."""
    if len(cards) == 1:
        return cards[0]
    others = [card for card in cards if face(card) != EXCUSE]
    best = choose_lead(table, others) if table.led == NOTHING_LED else choose_follow(table, others)
    excuses = [card for card in cards if face(card) == EXCUSE]
    return excuses[0] if excuses and _saves_with_excuse(table, best) else best


def _saves_with_excuse(table: TarotTable, best: Card) -> bool:
    """Whether the Excuse goes now: before it is too late, or to spare a card that would be lost."""
    if len(table.hand) <= LAST_CARDS:
        return True
    if table.led == NOTHING_LED or table.is_won_by_friend or table.wins(best):
        return False
    return HALF_POINTS[best] >= SAVED


def choose_lead(table: TarotTable, cards: list[Card]) -> Card:
    """The attack with many trumps leads them from the top; else a long suit, its master first."""
    trumps = [card for card in cards if SUIT_OF[card] == TRUMP_LED and face(card) != PETIT]
    attacks = table.turn in table.attackers
    if attacks and len(trumps) * MANY_TRUMPS >= len(table.hand):
        return max(trumps, key=STRENGTH.__getitem__)
    plain = [card for card in cards if SUIT_OF[card] != TRUMP_LED]
    if not plain:
        return min(trumps or cards, key=STRENGTH.__getitem__)
    lengths = Counter(SUIT_OF[card] for card in plain)
    longest = max(lengths, key=lambda suit: (lengths[suit], -suit))
    suit = [card for card in plain if SUIT_OF[card] == longest]
    top = max(suit, key=STRENGTH.__getitem__)
    return top if table.is_master(top) else min(suit, key=STRENGTH.__getitem__)


def choose_follow(table: TarotTable, cards: list[Card]) -> Card:
    """Win cheaply or for good, load a partner's trick, else give the least."""
    winning = [card for card in cards if table.wins(card)]
    if SUIT_OF[cards[0]] == TRUMP_LED and all(SUIT_OF[card] == TRUMP_LED for card in cards):
        return _choose_trump(table, cards, winning)
    if table.is_won_by_friend and (table.is_last_to_play or table.is_master(table.winning_card)):
        return max(cards, key=_dear)
    if winning and table.is_last_to_play:
        return max(winning, key=_dear)
    masters = [card for card in winning if table.is_master(card)]
    return max(masters, key=_dear) if masters else min(cards, key=_dear)


def _choose_trump(table: TarotTable, cards: list[Card], winning: list[Card]) -> Card:
    """The lowest trump; the Petit only where it comes home."""
    petits = [card for card in cards if face(card) == PETIT]
    if petits and table.is_last_to_play and (petits[0] in winning or table.is_won_by_friend):
        return petits[0]
    safe = [card for card in winning or cards if card not in petits]
    return min(safe or cards, key=STRENGTH.__getitem__)


def _dear(card: Card) -> tuple[int, int]:
    """What giving a card costs, trumps last."""
    return (HALF_POINTS[card], STRENGTH[card])
