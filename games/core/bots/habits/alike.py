"""Cards of Tarot that are worth the same to the seat that holds them."""

from collections.abc import Sequence

from games.core.actions import PlayCard
from games.core.bots.knowledge.tarot_sight import TarotSight
from games.core.bots.knowledge.tarot_table import HALF_POINTS
from games.core.cards import Card
from games.core.tricks import SUIT_OF, card_set


def cards_to_try(sight: TarotSight) -> list[Card]:
    """Return the legal cards, the lowest of each group with equal worth."""
    return [group[0] for group in _groups(sight)]


def cards_alike(sight: TarotSight, card: Card) -> list[Card]:
    """Return the legal cards that are worth the same as a legal one, this one included, lowest first."""
    return next(group for group in _groups(sight) if card in group)


def _groups(sight: TarotSight) -> list[list[Card]]:
    """Return the legal cards in groups of equal worth, lowest first.

    Two cards are worth the same if only played cards lie between them and their points are equal.
    """
    cards = sorted(action.card for action in sight.view.legal if isinstance(action, PlayCard))
    played_cards = card_set(sight.clues.left)
    groups: list[list[Card]] = []
    for card in cards:
        if groups and _are_alike(groups[-1][0], card, cards, played_cards):
            groups[-1].append(card)
        else:
            groups.append([card])
    return groups


def _are_alike(low: Card, high: Card, hand: Sequence[Card], played_cards: int) -> bool:
    is_adjacent = all(played_cards >> card & 1 or card in hand for card in range(low + 1, high))
    return is_adjacent and SUIT_OF[low] == SUIT_OF[high] and HALF_POINTS[low] == HALF_POINTS[high]
