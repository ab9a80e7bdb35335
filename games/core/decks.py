"""The pack that deals are made of."""

from games.core.cards import CARD_COUNT, Card

ONE_PACK = tuple(Card(number) for number in range(CARD_COUNT))
"""The 78 cards of one pack, each once, by card number."""
