"""Cards within a sentence: "le roi de cœur", "l’Excuse", "le 21 d’atout"."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

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


def the_card(card: Card) -> str:
    """Return one card with its article."""
    number, suit, rank = trump_number(card), suit_of(card), rank_of(card)
    if number is not None:
        return _("le %(number)d d’atout") % {"number": number}
    if suit is None or rank is None:
        return _("l’Excuse")
    rank_name = RANKS.get(rank) or _("le %(number)d") % {"number": rank}
    return str(OF_SUITS[suit]) % {"rank": rank_name}


def the_cards(cards: Iterable[Card]) -> str:
    """Return several cards with their articles, in the order of a hand."""
    return ", ".join(map(the_card, sort_hand(cards)))
