"""Rules of thumb of Tarot, as a club teaches them in its first weeks, for the level *débutant*.

They use only one's own cards, the trick and the cards played.
"""

from collections import Counter
from collections.abc import Callable, Iterable

from games.core.actions import Action, Announce, CallCard, DiscardCard, MakeBid, PlayCard, ShowHandful
from games.core.bots.habits.bidding import bid_by_scale
from games.core.bots.knowledge.tarot_sight import TarotSight
from games.core.bots.knowledge.tarot_table import HALF_POINTS, TarotTable
from games.core.cards import EXCUSE, KING, PETIT, Card, face, rank_of
from games.core.play import View
from games.core.tricks import NOTHING_LED, STRENGTH, SUIT_OF, TRUMP_LED

MANY_TRUMPS = 3
"""Divisor of the hand size that gives the number of trumps from which the attack leads trumps."""
LAST_CARDS = 3
"""Hand size at which the Excuse is played before it is lost."""
SAVED = 3
"""Least half points of a card that the Excuse should save."""


def play_by_thumb(sight: TarotSight) -> Action:
    """Return the action of a beginner. The view must have legal actions."""
    view = sight.view
    kinds = {type(action): action for action in view.legal}
    if ShowHandful in kinds:
        return kinds[ShowHandful]
    if PlayCard in kinds and Announce in kinds:
        return kinds[Announce]
    if PlayCard in kinds:
        return PlayCard(choose_card_by_thumb(TarotTable(sight), played(view)))
    if DiscardCard in kinds:
        return DiscardCard(choose_discard(sight))
    if CallCard in kinds:
        return CallCard(choose_call(view))
    if MakeBid in kinds:
        return bid_by_scale(view.hand, sight.row, view.legal)
    return view.legal[0]


def played(view: View) -> list[Card]:
    """Return the cards that may be played."""
    return [action.card for action in view.legal if isinstance(action, PlayCard)]


def choose_call(view: View) -> Card:
    """Return the card of the shortest suit with which one can lead to it.

    One's own card is called only if there is no other.
    """
    lengths = Counter(SUIT_OF[card] for card in view.hand)
    cards = [action.card for action in view.legal if isinstance(action, CallCard)]
    return min(
        cards, key=lambda card: (card in view.hand, not lengths[SUIT_OF[card]], lengths[SUIT_OF[card]])
    )


def choose_discard(sight: TarotSight) -> Card:
    """Return the next card to discard."""
    cards = [action.card for action in sight.view.legal if isinstance(action, DiscardCard)]
    return min(cards, key=discard_order(sight.view.hand, sight.called))


def discard_order(hand: Iterable[Card], called: Iterable[Card]) -> Callable[[Card], tuple[int, ...]]:
    """Return the sort key of the discard, the earliest card lowest.

    Short suits without a king come first, and inside them the valuable cards.
    """
    cards = list(hand)
    lengths = Counter(SUIT_OF[card] for card in cards)
    protected_suits = {SUIT_OF[card] for card in cards if rank_of(card) == KING} | {
        SUIT_OF[card] for card in called
    }

    def order(card: Card) -> tuple[int, ...]:
        suit = SUIT_OF[card]
        # False sorts before True
        return (suit == TRUMP_LED, suit in protected_suits, lengths[suit], -HALF_POINTS[card], suit, card)

    return order


def choose_card_by_thumb(table: TarotTable, cards: list[Card]) -> Card:
    """Return the card to play among the legal ones."""
    if len(cards) == 1:
        return cards[0]
    other_cards = [card for card in cards if face(card) != EXCUSE]
    best = choose_lead(table, other_cards) if table.led == NOTHING_LED else choose_follow(table, other_cards)
    excuses = [card for card in cards if face(card) == EXCUSE]
    return excuses[0] if excuses and _saves_with_excuse(table, best) else best


def _saves_with_excuse(table: TarotTable, best: Card) -> bool:
    """Return whether the Excuse is played now: before it is too late, or to save a card from loss."""
    if len(table.hand) <= LAST_CARDS:
        return True
    # no loss to avoid
    if table.led == NOTHING_LED or table.is_won_by_friend or table.wins(best):
        return False
    return HALF_POINTS[best] >= SAVED


def choose_lead(table: TarotTable, cards: list[Card]) -> Card:
    """Return the card to lead.

    An attack with many trumps leads them from the top. Otherwise a long suit is led, from the top if its
    highest card is master.
    """
    trumps = [card for card in cards if SUIT_OF[card] == TRUMP_LED and face(card) != PETIT]
    attacks = table.turn in table.attackers
    if attacks and len(trumps) * MANY_TRUMPS >= len(table.hand):
        return max(trumps, key=STRENGTH.__getitem__)
    suit_cards = [card for card in cards if SUIT_OF[card] != TRUMP_LED]
    if not suit_cards:
        return min(trumps or cards, key=STRENGTH.__getitem__)
    lengths = Counter(SUIT_OF[card] for card in suit_cards)
    longest = max(lengths, key=lambda longest_cards: (lengths[longest_cards], -longest_cards))
    longest_cards = [card for card in suit_cards if SUIT_OF[card] == longest]
    top = max(longest_cards, key=STRENGTH.__getitem__)
    return top if table.is_master(top) else min(longest_cards, key=STRENGTH.__getitem__)


def choose_follow(table: TarotTable, cards: list[Card]) -> Card:
    """Return the card to follow with.

    A card wins cheaply or for good, or adds points to a partner's trick, or is the cheapest.
    """
    winning_cards = [card for card in cards if table.wins(card)]
    if SUIT_OF[cards[0]] == TRUMP_LED and all(SUIT_OF[card] == TRUMP_LED for card in cards):
        return _choose_trump(table, cards, winning_cards)
    if friend_is_master(table):
        return max(cards, key=_cost_key)
    if winning_cards and table.is_last_to_play:
        return max(winning_cards, key=_cost_key)
    masters = [card for card in winning_cards if table.is_master(card)]
    return max(masters, key=_cost_key) if masters else min(cards, key=_cost_key)


def friend_is_master(table: TarotTable) -> bool:
    """Return whether a friend has the trick with a card that none of its colour to come beats."""
    return table.is_won_by_friend and (table.is_last_to_play or table.is_master(table.winning_card))


def keeps_trick(table: TarotTable) -> bool:
    """Return whether a friend keeps the trick: only one card is to come, or theirs is the master trump."""
    is_trumped = SUIT_OF[table.winning_card] == TRUMP_LED
    return friend_is_master(table) and (table.is_last_to_play or is_trumped)


def _choose_trump(table: TarotTable, cards: list[Card], winning_cards: list[Card]) -> Card:
    """Return the lowest trump; the Petit where it is safe, the highest one over a Petit on the table."""
    petits = [card for card in cards if face(card) == PETIT]
    if petits and (keeps_trick(table) or (table.is_last_to_play and petits[0] in winning_cards)):
        return petits[0]
    other_trumps = [card for card in winning_cards or cards if card not in petits]
    is_hunted = any(face(card) == PETIT for card in table.sight.trick) and not table.is_last_to_play
    if is_hunted and winning_cards:
        return max(winning_cards, key=STRENGTH.__getitem__)
    return min(other_trumps or cards, key=STRENGTH.__getitem__)


def _cost_key(card: Card) -> tuple[int, int]:
    """Return the sort key for the cost of giving a card, trumps last."""
    return (HALF_POINTS[card], STRENGTH[card])
