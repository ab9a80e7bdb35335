"""Cards drawn on pages: the face of a card, a hand in its usual order, and a hand in words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy, pgettext
from django.utils.translation import gettext as _

from games.core.cards import (
    BOUTS,
    EXCUSE,
    JACK,
    KING,
    KNIGHT,
    QUEEN,
    Card,
    face,
    format_card,
    rank_of,
    sort_hand,
    suit_of,
    trump_number,
)
from games.web.look import MORE_CONTRAST, chosen_looks, chosen_page_looks
from play.tables.web.felt import LAID_OPEN, lay_in_rows, lay_open
from tournaments.base.words.cards import CORNERS
from tournaments.models import ResultSlip
from tournaments.results.services.slip_versions import describe_facts

register = template.Library()

SUIT_CLASSES = ("spades", "hearts", "diamonds", "clubs")
"""Names of the suit symbols in static/img/deck-signs.svg, in the order of the suits."""
FIGURES = {
    JACK: ("jack", gettext_lazy("valet")),
    KNIGHT: ("knight", gettext_lazy("cavalier")),
    QUEEN: ("queen", gettext_lazy("dame")),
    KING: ("king", gettext_lazy("roi")),
}
"""Symbol and word of the ranks that have a figure."""
SUIT_WORDS = (
    gettext_lazy("Pique"),
    gettext_lazy("Cœur"),
    gettext_lazy("Carreau"),
    gettext_lazy("Trèfle"),
)
ACE = 1
LAST_LOW_TRUMP = 11
"""Last trump in the first of the two files of trumps: a file of all would be too long for a slow phone."""
FIRST_HALF = LAID_OPEN[1:3]


@dataclass(frozen=True, slots=True)
class CardFace:
    """Parts of a drawn card."""

    suit: str
    """CSS class: a suit, "trumps" or "excuse"."""
    index: str
    """Text in its corner."""
    emblem: str
    """Symbol in the centre of a card that is too small for its picture."""
    picture: str
    """Symbol of the full card."""
    is_bout: bool
    is_last: bool = False
    """True for the last card of its suit in a hand, before another suit; the Excuse lies with the trumps."""
    ends_trumps: bool = False
    """True for the last trump, before a suit."""
    ends_half: bool = False
    """True for the last card of spades and hearts, before clubs or diamonds."""

    @property
    def sign(self) -> str:
        """Symbol below its index; "" for trumps other than the bouts."""
        return "star" if self.is_bout else self.suit if self.suit in SUIT_CLASSES else ""

    @property
    def is_pips(self) -> bool:
        """True if its picture repeats its sign, as on a seven."""
        return self.sign == self.emblem and not self.is_bout

    @property
    def file(self) -> str:
        """Static file of this card alone, for a page that shows few cards."""
        return f"img/deck/{self.picture}.svg"

    @property
    def part(self) -> str:
        """Static file of the part of the deck with its picture, for a page that shows many cards."""
        if self.suit in SUIT_CLASSES:
            return "img/deck-suits.svg"
        is_low = self.suit == "trumps" and int(self.index) <= LAST_LOW_TRUMP
        return f"img/deck-{'low' if is_low else 'high'}-trumps.svg"

    @property
    def new_picture(self) -> str:
        """Symbol of a trump in the new style; "" for other cards."""
        return f"N{self.index}" if self.suit == "trumps" else ""


@register.simple_tag(takes_context=True)
def card_look(context: Context) -> str:
    """Return data attributes for the looks of cards and pages chosen on the device, after a space."""
    request = context.get("request")
    return "".join(f" data-{name}" for name in (*chosen_looks(request), *chosen_page_looks(request)))


@register.simple_tag(takes_context=True)
def has_more_contrast(context: Context) -> bool:
    """Return whether the device has chosen more contrast for all pages."""
    return MORE_CONTRAST in chosen_page_looks(context.get("request"))


@register.simple_tag(takes_context=True)
def contrast_media(context: Context) -> str:
    """Return the media query of the high-contrast cards: always on if chosen for cards or for pages."""
    is_chosen = "strong-cards" in chosen_looks(context.get("request")) or has_more_contrast(context)
    return "all" if is_chosen else "(prefers-contrast: more)"


@register.simple_tag(takes_context=True)
def old_suits_media(context: Context) -> str:
    """Return the media query of the signs of older packs: in force if chosen on the device."""
    return "all" if "old-suits" in chosen_looks(context.get("request")) else "not all"


@register.simple_tag
def playing_card(card: Card) -> SafeString:
    """Return a single card, with its name for screen readers."""
    # the language is passed, because it is a part of the cache key
    return _render_card(card, get_language())


@lru_cache(maxsize=1024)
def _render_card(card: Card, language: str) -> SafeString:
    # a page of a table shows some thirty cards: each is rendered once per process
    return render_to_string("components/playing_card.html", {"face": face_of(card), "name": card_words(card)})


@register.simple_tag
@lru_cache(maxsize=256)
def card_backs(backs: tuple[str, ...]) -> SafeString:
    """Return cards face down.

    Args:
        backs: symbols of their backs.
    """
    return render_to_string("components/card_backs.html", {"backs": backs})


@register.filter
def card_faces(cards: Iterable[Card]) -> list[CardFace]:
    """Return a hand as laid open: trumps first, then black and red suits in turn, highest first."""
    return _faces_of(lay_open(cards))


@register.filter
def row_faces(cards: Iterable[Card]) -> list[CardFace]:
    """Return the rows of Grelin, one suit after the other."""
    return _faces_of(lay_in_rows(cards))


def _faces_of(ordered_cards: Sequence[Card]) -> list[CardFace]:
    return [
        replace(
            face_of(card),
            is_last=suit_of(card) != suit_of(next_card),
            ends_trumps=suit_of(card) is None and suit_of(next_card) is not None,
            ends_half=suit_of(card) in FIRST_HALF and suit_of(next_card) not in FIRST_HALF,
        )
        # the last card is its own successor, so that it ends no group
        for card, next_card in zip(ordered_cards, (*ordered_cards[1:], *ordered_cards[-1:]), strict=True)
    ]


def face_of(card: Card) -> CardFace:
    suit, rank = suit_of(card), rank_of(card)
    if suit is not None and rank is not None:
        name = SUIT_CLASSES[suit]
        emblem = FIGURES[rank][0] if rank in FIGURES else name
        picture = format_card(face(card))
        return CardFace(name, str(CORNERS.get(rank, rank)), emblem, picture, is_bout=False)
    is_bout = face(card) in BOUTS
    if face(card) == EXCUSE:
        return CardFace("excuse", pgettext("card corner", "Ex"), "excuse", "EX", is_bout)
    number = str(trump_number(card))
    return CardFace("trumps", number, "star", f"T{number}", is_bout)


@register.filter
def card_words(card: Card) -> str:
    """Return a card in words: "21 d’atout", "Excuse", "roi de Pique" in French."""
    number, suit = trump_number(card), suit_of(card)
    if number is not None:
        return _("%(number)s d’atout") % {"number": number}
    if suit is None:
        return _("Excuse")
    return _("%(rank)s de %(suit)s") % {"rank": _rank_words(card), "suit": str(SUIT_WORDS[suit]).lower()}


@register.filter
def how_played(slip: ResultSlip) -> str:
    """Return the count and the bonuses behind a score in words; "" when only the score was written."""
    return ", ".join(describe_facts(slip))


@register.filter
def hand_words(cards: Iterable[Card]) -> str:
    """Return a hand in words, suit by suit, for screen readers."""
    parts = []
    for suit, suit_cards in groupby(sort_hand(cards), key=suit_of):
        name = _("Atout") if suit is None else str(SUIT_WORDS[suit])
        parts.append(
            _("%(suit)s : %(cards)s.") % {"suit": name, "cards": ", ".join(map(_rank_words, suit_cards))}
        )
    return " ".join(parts)


def _rank_words(card: Card) -> str:
    """Return the card's name within its suit: "roi", "as", "7", "21", "Excuse"."""
    number, rank = trump_number(card), rank_of(card)
    if number is not None:
        return str(number)
    if rank is None:
        return _("Excuse")
    if rank in FIGURES:
        return str(FIGURES[rank][1])
    return pgettext("card", "as") if rank == ACE else str(rank)
