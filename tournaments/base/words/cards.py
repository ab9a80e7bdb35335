"""Cards within a sentence: "le roi de cœur", "l’Excuse", "le 21 d’atout"."""

from collections.abc import Iterable
from itertools import groupby

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from games.core.cards import JACK, KING, KNIGHT, QUEEN, Card, rank_of, sort_hand, suit_of, trump_number

ACE = 1
OF_SUITS = (
    pgettext_lazy("card in a sentence", "%(rank)s de pique"),
    pgettext_lazy("card in a sentence", "%(rank)s de cœur"),
    pgettext_lazy("card in a sentence", "%(rank)s de carreau"),
    pgettext_lazy("card in a sentence", "%(rank)s de trèfle"),
)
RANKS = {
    ACE: pgettext_lazy("card in a sentence", "l’as"),
    JACK: pgettext_lazy("card in a sentence", "le valet"),
    KNIGHT: pgettext_lazy("card in a sentence", "le cavalier"),
    QUEEN: pgettext_lazy("card in a sentence", "la dame"),
    KING: pgettext_lazy("card in a sentence", "le roi"),
}
CORNERS = {
    JACK: pgettext_lazy("card corner", "V"),
    KNIGHT: pgettext_lazy("card corner", "C"),
    QUEEN: pgettext_lazy("card corner", "D"),
    KING: pgettext_lazy("card corner", "R"),
}
"""Letters of the figures in the corner of a card, in the reader's language."""


def the_card(card: Card) -> str:
    """Return one card with its article."""
    number, suit, rank = trump_number(card), suit_of(card), rank_of(card)
    if number is not None:
        return _("le %(number)d d’atout") % {"number": number}
    if suit is None or rank is None:
        return _("l’Excuse")
    return str(OF_SUITS[suit]) % {"rank": _rank_name(rank)}


def the_cards(cards: Iterable[Card]) -> str:
    """Return several cards with their articles, in the order of a hand; a colour is named once."""
    return ", ".join(_of_one_colour(list(group)) for _suit, group in groupby(sort_hand(cards), _colour_of))


def _colour_of(card: Card) -> tuple[bool, int | None]:
    return trump_number(card) is None, suit_of(card)


def _of_one_colour(cards: list[Card]) -> str:
    """Return cards of one suit, trumps, or Excuses: "la dame et le 3 de pique"."""
    suit = suit_of(cards[0])
    numbers = [trump_number(card) for card in cards]
    if len(cards) == 1 or (suit is None and None in numbers):
        return ", ".join(map(the_card, cards))
    if suit is not None:
        ranks = [_rank_name(rank) for card in cards if (rank := rank_of(card)) is not None]
        return str(OF_SUITS[suit]) % {"rank": get_text_list(ranks, _("et"))}
    names = [pgettext("trump in a list", "le %(number)d") % {"number": number} for number in numbers]
    return _("%(numbers)s d’atout") % {"numbers": get_text_list(names, _("et"))}


def _rank_name(rank: int) -> str:
    return str(RANKS.get(rank) or _("le %(number)d") % {"number": rank})
