"""Rules of thumb of Nullo and Papayou, where points are bad."""

from collections.abc import Callable, Sequence

from games.core.actions import PlayCard
from games.core.cards import EXCUSE, Card, face, half_points
from games.core.play import GameVariant, View
from games.core.tricks import STRENGTH, SUIT_OF, read_trick
from games.core.variants.nullo import Nullo
from games.core.variants.papayou import Papayou
from games.core.variants.papayou_play import card_points

Cost = Callable[[Card], int]


def find_cost(variant: GameVariant) -> Cost | None:
    """Return the function from a card to its points for the winner of its trick; None in other games."""
    if isinstance(variant, Nullo):
        return lambda card: half_points(card) - 1
    return card_points if isinstance(variant, Papayou) else None


def split_tricks(view: View) -> tuple[list[Card], list[Card]]:
    """Return all cards played, and those of the trick on the table."""
    cards = [action.card for _seat, action in view.steps if isinstance(action, PlayCard)]
    count = len(view.hand_counts)
    return cards, cards[len(cards) // count * count :]


def takes_trick(trick: Sequence[Card], card: Card) -> bool:
    """Return whether a card takes a trick for now."""
    return read_trick([*trick, card])[1] == len(trick)


def avoid_points(cards: Sequence[Card], trick: Sequence[Card], *, is_last: bool, cost: Cost) -> Card:
    """Return the card to play among the legal ones.

    A player leads low, follows just below the trick, and gets rid of what costs most when void. The Excuse
    saves from a trick that every other card would take.

    Args:
        is_last: whether the card completes the trick.
        cost: as `find_cost`.
    """
    plain_cards = [card for card in cards if face(card) != EXCUSE]
    if not plain_cards:
        return cards[0]
    if not trick:
        return min(plain_cards, key=lambda card: (STRENGTH[card], cost(card)))
    led = read_trick(trick)[0]
    lower_cards = [card for card in plain_cards if not takes_trick(trick, card)]
    following_cards = [card for card in lower_cards if SUIT_OF[card] == led]
    if following_cards:
        return max(following_cards, key=STRENGTH.__getitem__)
    if lower_cards:
        return max(lower_cards, key=lambda card: (cost(card), STRENGTH[card]))
    if len(plain_cards) < len(cards):
        return next(card for card in cards if face(card) == EXCUSE)
    # the trick is taken anyway: the last player gets rid of a strong card
    return (max if is_last else min)(plain_cards, key=STRENGTH.__getitem__)
