"""Cards drawn on pages: the face of each, a hand in the order of a hand, and the same hand in words."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy, pgettext, pgettext_lazy
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
from games.web.look import chosen_looks
from play.tables.web.felt import LAID_OPEN, lay_open
from tournaments.models import ResultSlip
from tournaments.results.services.slip_versions import describe_facts

register = template.Library()

SUIT_CLASSES = ("spades", "hearts", "diamonds", "clubs")
"""Their signs among the symbols of static/img/deck.svg, in the order of the suits."""
FIGURES = {
    JACK: ("jack", gettext_lazy("valet")),
    KNIGHT: ("knight", gettext_lazy("cavalier")),
    QUEEN: ("queen", gettext_lazy("dame")),
    KING: ("king", gettext_lazy("roi")),
}
"""Symbol and word of the ranks that have a figure."""
CORNERS = {
    JACK: pgettext_lazy("card corner", "V"),
    KNIGHT: pgettext_lazy("card corner", "C"),
    QUEEN: pgettext_lazy("card corner", "D"),
    KING: pgettext_lazy("card corner", "R"),
}
"""The letters that stand for them, in the reader's language."""
SUIT_WORDS = (
    gettext_lazy("Pique"),
    gettext_lazy("Cœur"),
    gettext_lazy("Carreau"),
    gettext_lazy("Trèfle"),
)
ACE = 1
FIRST_HALF = LAID_OPEN[1:3]


@dataclass(frozen=True, slots=True)
class CardFace:
    """What is drawn of a card."""

    suit: str
    """Its class: a suit, "trumps" or "excuse"."""
    index: str
    """What stands in its corner."""
    emblem: str
    """The symbol in its field where it is too small for its picture."""
    picture: str
    """The symbol of the whole card."""
    is_bout: bool
    is_last: bool = False
    """The last of its suit in a hand, with another one after it; the Excuse lies with the trumps."""
    ends_trumps: bool = False
    """The last of the trumps, with a suit after it."""
    ends_half: bool = False
    """The last of spades and hearts, with clubs or diamonds after it."""

    @property
    def sign(self) -> str:
        """The symbol under its index; trumps other than the bouts have none."""
        return "star" if self.is_bout else self.suit if self.suit in SUIT_CLASSES else ""

    @property
    def is_pips(self) -> bool:
        """Its picture is its sign so many times."""
        return self.sign == self.emblem and not self.is_bout

    @property
    def new_picture(self) -> str:
        """The symbol of a trump in the new style; other cards have none."""
        return f"N{self.index}" if self.suit == "trumps" else ""


@register.simple_tag(takes_context=True)
def card_look(context: Context) -> str:
    """Attributes of the page for what the device has chosen, after a space."""
    return "".join(f" data-{name}" for name in chosen_looks(context.get("request")))


@register.simple_tag(takes_context=True)
def contrast_media(context: Context) -> str:
    """Where the styles of contrast are in force: wherever the device or its reader asks for them."""
    return "all" if "strong-cards" in chosen_looks(context.get("request")) else "(prefers-contrast: more)"


@register.simple_tag
def playing_card(card: Card) -> SafeString:
    """A card by itself, with its name for those who hear the page."""
    return _drawn_card(card, get_language())


@lru_cache(maxsize=1024)
def _drawn_card(card: Card, language: str) -> SafeString:
    """A page of a table shows some thirty cards: each is drawn once in a process."""
    return render_to_string("components/playing_card.html", {"face": face_of(card), "name": card_words(card)})


@register.simple_tag
@lru_cache(maxsize=256)
def card_backs(backs: tuple[str, ...]) -> SafeString:
    """Cards face down, by the symbols of their backs."""
    return render_to_string("components/card_backs.html", {"backs": backs})


@register.filter
def card_faces(cards: Iterable[Card]) -> list[CardFace]:
    """A hand as it is laid open: trumps first, then black and red suits in turn, highest first."""
    ordered = lay_open(cards)
    return [
        replace(
            face_of(card),
            is_last=suit_of(card) != suit_of(after),
            ends_trumps=suit_of(card) is None and suit_of(after) is not None,
            ends_half=suit_of(card) in FIRST_HALF and suit_of(after) not in FIRST_HALF,
        )
        for card, after in zip(ordered, (*ordered[1:], *ordered[-1:]), strict=True)
    ]


def face_of(card: Card) -> CardFace:
    """The face of a card by itself."""
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
    """One card in words: "21 d’atout", "Excuse", "roi de Pique" in French."""
    number, suit = trump_number(card), suit_of(card)
    if number is not None:
        return _("%(number)s d’atout") % {"number": number}
    if suit is None:
        return _("Excuse")
    return _("%(rank)s de %(suit)s") % {"rank": _rank_words(card), "suit": str(SUIT_WORDS[suit]).lower()}


@register.filter
def how_played(slip: ResultSlip) -> str:
    """The count and the bonuses behind a score in a few words, "" when only the score was written."""
    return ", ".join(describe_facts(slip))


@register.filter
def hand_words(cards: Iterable[Card]) -> str:
    """A whole hand in words, suit by suit, for those who hear the page."""
    parts = []
    for suit, held in groupby(sort_hand(cards), key=suit_of):
        name = _("Atout") if suit is None else str(SUIT_WORDS[suit])
        parts.append(_("%(suit)s : %(cards)s.") % {"suit": name, "cards": ", ".join(map(_rank_words, held))})
    return " ".join(parts)


def _rank_words(card: Card) -> str:
    """The card within its suit: "roi", "as", "7", "21", "Excuse"."""
    number, rank = trump_number(card), rank_of(card)
    if number is not None:
        return str(number)
    if rank is None:
        return _("Excuse")
    if rank in FIGURES:
        return str(FIGURES[rank][1])
    return pgettext("card", "as") if rank == ACE else str(rank)
