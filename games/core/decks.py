"""The packs that deals are made of."""

from games.core.cards import CARD_COUNT, Card

ONE_PACK = tuple(Card(number) for number in range(CARD_COUNT))
"""The 78 cards of one pack, each once, by card number."""
TWO_PACKS = tuple(Card(number) for number in range(2 * CARD_COUNT))
"""The 156 cards of two packs, by card number: the first pack, then the second."""
