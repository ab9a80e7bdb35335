"""Reader of a hand or a pile from one word of a text, in groups or card by card, with each card's place."""

from collections.abc import Iterator

from games.core.cards import Card, parse_card
from games.core.deals import parse_pile
from games.core.errors import InvalidCard, InvalidDeal, NotationError, quote_value
from games.core.notation.source import Word


def read_word_cards(word: Word) -> list[tuple[int, Card]]:
    """Return the cards of a word in its order, each with the place of its group in the word, from 0.

    Groups are those of `games.core.deals` ("T21.3/SR"). The other form has dots between single cards
    ("SR.21T").

    Raises:
        NotationError: `deal_text`, at the group that names no cards.
    """
    try:
        return list(_read_groups(word))  # the form that we write comes first; no text has both
    except NotationError:
        cards = _read_listed(word.text)
        if cards is None:
            raise
        return cards


def _read_listed(text: str) -> list[tuple[int, Card]] | None:
    """Return cards written one by one and the place of each; None for a text of another form."""
    cards, shift = [], 0
    for part in text.split("."):
        try:
            cards.append((shift, parse_card(part)))
        except InvalidCard:
            return None
        shift += len(part) + 1
    return cards


def _read_groups(word: Word) -> Iterator[tuple[int, Card]]:
    """Yield cards written in groups, each with the place of its group."""
    shift = 0
    for group in word.text.split("/"):
        try:
            cards = parse_pile(group)
        except InvalidDeal:
            message = f"{quote_value(group)} names no cards"
            raise word.fail("deal_text", message, shift=shift) from None
        if not cards and group != word.text:
            raise word.fail("deal_text", "'-' among cards", shift=shift)
        yield from ((shift, card) for card in cards)
        shift += len(group) + 1
