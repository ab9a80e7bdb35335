"""The cards of one word of a text: a hand or a pile, in groups or card by card, and where each begins."""

from collections.abc import Iterator

from games.core.cards import Card, parse_card
from games.core.deals import parse_pile
from games.core.errors import InvalidCard, InvalidDeal, NotationError, shown
from games.core.notation.source import Word


def read_cards(word: Word) -> list[tuple[int, Card]]:
    """The cards of a word in its order, each with the place of its group in the word, from 0.

    Groups are those of `games.core.deals` ("T21.3/SR"); else card texts stand with dots between ("SR.21T").

    Raises:
        NotationError: `deal_text`, at the group that names no cards.
    """
    try:
        return list(_read_groups(word))  # our own form first: no text has both
    except NotationError:
        listed = _read_listed(word.text)
        if listed is None:
            raise
        return listed


def _read_listed(text: str) -> list[tuple[int, Card]] | None:
    """Cards written one by one and where each begins; None for a text of another form."""
    cards, shift = [], 0
    for part in text.split("."):
        try:
            cards.append((shift, parse_card(part)))
        except InvalidCard:
            return None
        shift += len(part) + 1
    return cards


def _read_groups(word: Word) -> Iterator[tuple[int, Card]]:
    """Cards written in groups and where the group of each begins."""
    shift = 0
    for group in word.text.split("/"):
        try:
            cards = parse_pile(group)
        except InvalidDeal:
            message = f"{shown(group)} names no cards"
            raise word.fail("deal_text", message, shift=shift) from None
        if not cards and group != word.text:
            raise word.fail("deal_text", "'-' among cards", shift=shift)
        yield from ((shift, card) for card in cards)
        shift += len(group) + 1
