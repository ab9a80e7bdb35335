"""A layout on one line: the hands in seat order, then each pile after a "+", as in the text of a deal.

A pile in display order is written in groups ("+T3/SR4"), any other pile card by card ("+SR.3T.S4"). An empty
pocket is "-". For a deal with one sorted dog it is the text of `games.core.deals.format_deal`.
"""

from games.core.cards import Card, format_card
from games.core.deals import format_pile
from games.core.errors import NotationError
from games.core.layouts import Layout
from games.core.notation.deal_writer import format_ordered
from games.core.notation.pile_reader import read_word_cards
from games.core.notation.source import Word

PILE_MARK = "+"


def format_layout(layout: Layout) -> str:
    """The layout on one line of ASCII characters; equal layouts give equal texts."""
    hands = [format_pile(hand) for hand in layout.hands]
    return " ".join([*hands, *(PILE_MARK + format_ordered(pile) for pile in layout.piles)])


def parse_layout(text: str) -> Layout:
    """Return the layout of a text that `format_layout` wrote; errors as `read_layout`, on line 1."""
    words, column = [], 1
    for part in text.split(" "):
        words.append(Word(part, 1, column))
        column += len(part) + 1
    return read_layout(words)


def read_layout(words: list[Word]) -> Layout:
    """Return the layout of the words of one line. It is not checked against the cards that a game deals.

    Args:
        words: at least one.

    Raises:
        NotationError: `deal_text` for a group that names no cards, or a hand after a pile; `card_twice`, at
            the second place of the card, with the card.
    """
    hands: list[frozenset[Card]] = []
    piles: list[tuple[Card, ...]] = []
    previous_cards: set[Card] = set()
    for word in words:
        if word.text.startswith(PILE_MARK):
            piles.append(tuple(_read_pocket(Word(word.text[1:], word.line, word.column + 1), previous_cards)))
        elif piles:
            raise word.fail("deal_text", "a hand after a pile")
        else:
            hands.append(frozenset(_read_pocket(word, previous_cards)))
    if not hands:
        raise words[0].fail("deal_text", "a pile before the hands")
    return Layout(tuple(hands), tuple(piles))


def _read_pocket(word: Word, previous_cards: set[Card]) -> list[Card]:
    """Return the cards of one hand or pile, and add them to the previous cards."""
    cards = []
    for shift, card in read_word_cards(word):
        if card in previous_cards:
            name = format_card(card)
            raise NotationError(
                "card_twice",
                f"card {name} twice",
                line=word.line,
                column=word.column + shift,
                values={"cards": name},
            )
        previous_cards.add(card)
        cards.append(card)
    return cards
