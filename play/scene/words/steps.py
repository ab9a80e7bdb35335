"""Past steps and possible actions at a table, in words."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext_lazy
from django.utils.translation import gettext as _

from games.core.actions import (
    Action,
    Announce,
    Bet,
    CallCard,
    Choose,
    DiscardCard,
    Draw,
    GiveCard,
    Hidden,
    MakeBid,
    Pass,
    PlayCard,
    PlayWorth,
    Ready,
    ShowHandful,
)
from games.core.announcements import MISERE_OF_FIGURES, MISERE_OF_TRUMPS, PETIT_SLAM, SLAM
from games.core.auction import SLAM_BID
from games.core.facts.over_deals import DealerDraw
from games.core.outcome import Bid, Handful, Slam
from games.core.play import SeatAction
from games.core.seats import SEAT_LETTERS
from games.core.variants.grelin import CARTE
from games.core.variants.tarot.views import is_code
from play.tables.web.felt import tricks_words
from tournaments.base.words.cards import the_card, the_cards
from tournaments.base.words.lists import join_with_semicolons
from tournaments.results.words.placing import drawn_words
from tournaments.results.words.sheet_sentences import BID_NAMES, SLAM_BID_NAME
from tournaments.seating.words.seat_names import seat_name

NAMES: dict[str, Promise] = {
    **{bid.value: name for bid, name in BID_NAMES.items()},
    Bid.POUSSE.value: gettext_lazy("pousse"),
    SLAM_BID: SLAM_BID_NAME,
    SLAM: gettext_lazy("chelem"),
    PETIT_SLAM: gettext_lazy("petit chelem"),
    MISERE_OF_TRUMPS: gettext_lazy("misère d’atouts"),
    MISERE_OF_FIGURES: gettext_lazy("misère de têtes"),
    CARTE: gettext_lazy("carte"),
    "code_petit": gettext_lazy("le Petit"),
    "code_21": gettext_lazy("le 21"),
    "code_excuse": gettext_lazy("l’Excuse"),
    "code_trumps": gettext_lazy("beaucoup d’atouts"),
    "code_few_trumps": gettext_lazy("peu d’atouts"),
    "code_void": gettext_lazy("une coupe"),
    "code_long": gettext_lazy("une longue"),
}
"""Bids and announcements by their stored names."""

DONE: dict[type[Action], tuple[Promise, Promise]] = {
    PlayCard: (gettext_lazy("Vous jouez %(card)s."), gettext_lazy("%(seat)s joue %(card)s.")),
    PlayWorth: (
        gettext_lazy("Vous jouez %(card)s pour %(value)d."),
        gettext_lazy("%(seat)s joue %(card)s pour %(value)d."),
    ),
    DiscardCard: (gettext_lazy("Vous écartez %(card)s."), gettext_lazy("%(seat)s écarte %(card)s.")),
    GiveCard: (gettext_lazy("Vous donnez %(card)s."), gettext_lazy("%(seat)s donne %(card)s.")),
    CallCard: (gettext_lazy("Vous appelez %(card)s."), gettext_lazy("%(seat)s appelle %(card)s.")),
    ShowHandful: (
        gettext_lazy("Vous montrez une poignée : %(cards)s."),
        gettext_lazy("%(seat)s montre une poignée : %(cards)s."),
    ),
    MakeBid: (
        pgettext_lazy("bid", "Vous annoncez : %(name)s."),
        pgettext_lazy("bid", "%(seat)s annonce : %(name)s."),
    ),
    Announce: (gettext_lazy("Vous annoncez : %(name)s."), gettext_lazy("%(seat)s annonce : %(name)s.")),
    Choose: (
        gettext_lazy("Vous prenez le chien n° %(value)d."),
        gettext_lazy("%(seat)s prend le chien n° %(value)d."),
    ),
    Bet: (gettext_lazy("Vous annoncez %(tricks)s."), gettext_lazy("%(seat)s annonce %(tricks)s.")),
    Pass: (gettext_lazy("Vous passez."), gettext_lazy("%(seat)s passe.")),
    Draw: (gettext_lazy("Vous piochez."), gettext_lazy("%(seat)s pioche.")),
    Ready: (gettext_lazy("Vous lancez le jeu."), gettext_lazy("%(seat)s lance le jeu.")),
}
"""Sentences for the person's own action, and for another seat's."""
HIDDEN: dict[str, Promise] = {
    PlayCard.word: gettext_lazy("%(seat)s pose une carte face cachée."),
    PlayWorth.word: gettext_lazy("%(seat)s pose une carte face cachée."),
    DiscardCard.word: gettext_lazy("%(seat)s a fait son écart."),
    GiveCard.word: gettext_lazy("%(seat)s donne une carte."),
    Announce.word: gettext_lazy("%(seat)s fait une annonce à ses équipiers."),
}
"""Sentences for face-down actions of another seat, by the word of the action."""
RUNS = frozenset({DiscardCard.word, GiveCard.word})
"""Words of face-down actions that one sentence states for all of a seat's repetitions."""
GRELIN_PASS = (
    gettext_lazy("Vous ne pouvez pas jouer : « Grelin ! », un jeton."),
    gettext_lazy("%(seat)s ne peut pas jouer : « Grelin ! », un jeton."),
)
"""Sentences for a pass at Grelin, as in `DONE`. It is always forced, and costs a token."""

NO_TRICKS = (gettext_lazy("Vous n’annoncez aucun pli."), gettext_lazy("%(seat)s n’annonce aucun pli."))
"""Sentences for a bet of no trick, as in `DONE`."""
ROBOTS = (
    "Alma", "Basile", "Clara", "Denis", "Élise", "Fabien", "Gilda", "Hugo",
    "Irène", "Jules", "Karim", "Lucie", "Marc", "Nina", "Oscar", "Paula",
)  # fmt: skip
"""First names by seat for tables without compass points. Each has its own initial."""


def place_name(seat: int, count: int) -> str:
    """Return the name of a seat: "Nord" at a table of four, else a first name."""
    return seat_name(seat) if count == len(SEAT_LETTERS) else ROBOTS[seat]


def empty_seat_name(seat: int, count: int) -> str:
    """Return the name of an empty seat: "Nord" at a table of four, else "Place n° 2"."""
    return seat_name(seat) if count == len(SEAT_LETTERS) else _("Place n° %(number)d") % {"number": seat + 1}


def place_names(count: int) -> tuple[str, ...]:
    """Return the default names of all seats of a table."""
    return tuple(place_name(seat, count) for seat in range(count))


def dealer_words(draw: DealerDraw, me: int | None, names: Sequence[str]) -> str:
    """Return the draw for the first dealer, for seat `me`, with the `names` of all seats.

    For seat 1: "Nord donne en premier (cartes tirées : Nord 3 ♠, vous 5 ♠, …)".
    """
    drawers = [_("vous") if seat == me else name for seat, name in enumerate(names)]
    cards = join_with_semicolons(drawn_words(draw.rounds, drawers))
    if draw.dealer == me:
        return _("Vous donnez en premier (cartes tirées : %(cards)s).") % {"cards": cards}
    return _("%(name)s donne en premier (cartes tirées : %(cards)s).") % {
        "name": names[draw.dealer],
        "cards": cards,
    }


def step_words(step: SeatAction, me: int | None, names: Sequence[str]) -> str:
    """Return one step as a sentence, for seat `me`, with the `names` of all seats."""
    seat, action = step
    return _sentence(action, get_language(), is_own=seat == me) % {"seat": names[seat]}


def dummy_words(action: PlayCard) -> str:
    """Return a card of the dummy as a sentence."""
    return _("Le mort joue %(card)s.") % {"card": the_card(action.card)}


# a page repeats all sentences of the deal so far
@lru_cache(maxsize=4096)
def _sentence(action: Action, language: str, *, is_own: bool) -> str:
    """Return an action as a sentence with a placeholder for the seat's name."""
    if isinstance(action, Hidden):
        return str(HIDDEN.get(action.kind) or gettext_lazy("%(seat)s agit face cachée."))
    sentences = NO_TRICKS if isinstance(action, Bet) and not action.tricks else DONE[type(action)]
    return str(sentences[not is_own]) % {**_details(action), "seat": "%(seat)s"}


def discarded_words(
    steps: Sequence[SeatAction], me: int | None, names: Sequence[str], *, lists_own: bool
) -> str:
    """Return the whole discard of one seat as a sentence, with the cards of others that the reader sees.

    Args:
        lists_own: whether the person's own cards are named, too.
    """
    seat = steps[0].seat
    words = the_cards(action.card for _seat, action in steps if isinstance(action, DiscardCard))
    if seat == me:
        return _("Vous écartez %(cards)s.") % {"cards": words} if lists_own else _("Votre écart est fait.")
    # trumps are put aside in sight of all
    template = (
        _("%(seat)s a fait son écart et montre %(cards)s.") if words else _("%(seat)s a fait son écart.")
    )
    return template % {"seat": names[seat], "cards": words}


def run_of(action: Action) -> str:
    """Return the word of an action whose repetitions by one seat share a sentence; "" for others.

    These are discards, draws, and cards given face down.
    """
    if isinstance(action, DiscardCard | Draw):
        return action.word
    return action.kind if isinstance(action, Hidden) and action.kind in RUNS else ""


def run_words(steps: Sequence[SeatAction], me: int | None, names: Sequence[str], *, lists_own: bool) -> str:
    """Return the repetitions of one action by one seat as a sentence. Args: as `discarded_words`."""
    seat, action = steps[0]
    if len(steps) == 1:
        return step_words(steps[0], me, names)
    word = run_of(action)
    if word == DiscardCard.word:
        return discarded_words(steps, me, names, lists_own=lists_own)
    values = {"seat": names[seat], "count": len(steps)}
    if word == GiveCard.word:
        return _("%(seat)s donne %(count)d cartes.") % values
    return (
        _("Vous piochez %(count)d cartes.") if seat == me else _("%(seat)s pioche %(count)d cartes.")
    ) % values


def short_words(action: Action) -> str:
    """Return a seat's last announcement for the line below its name; "" for a card."""
    if isinstance(action, MakeBid | Announce):
        return str(NAMES.get(action.name, action.name))
    if isinstance(action, Pass):
        return _("passe")
    return _("annonce %(count)d") % {"count": action.tricks} if isinstance(action, Bet) else ""


def _details(action: Action) -> dict[str, Any]:
    values: dict[str, Any] = {}
    if isinstance(action, PlayCard | PlayWorth | DiscardCard | GiveCard | CallCard):
        values["card"] = the_card(action.card)
    if isinstance(action, ShowHandful):
        values["cards"] = the_cards(action.cards)
    if isinstance(action, MakeBid | Announce):
        values["name"] = str(NAMES.get(action.name, action.name))
    if isinstance(action, PlayWorth):
        values["value"] = action.value
    if isinstance(action, Choose):
        values["value"] = action.number + 1
    if isinstance(action, Bet):
        values["tricks"] = tricks_words(action.tricks)
    return values


# --- possible actions ---------------------------------------------------------------------------------------

BUTTONS: dict[type[Action], Promise] = {
    PlayCard: gettext_lazy("Jouer %(card)s"),
    PlayWorth: gettext_lazy("Jouer %(card)s pour %(value)d"),
    DiscardCard: gettext_lazy("Écarter %(card)s"),
    GiveCard: gettext_lazy("Donner %(card)s"),
    CallCard: gettext_lazy("Appeler %(card)s"),
    Announce: gettext_lazy("Annoncer : %(name)s"),
    Choose: gettext_lazy("Prendre le chien n° %(value)d"),
    Pass: gettext_lazy("Passe"),
    Draw: gettext_lazy("Piocher"),
    Ready: gettext_lazy("Non, jouer"),
}
SLAMS_ASKED: dict[str, tuple[Promise, Slam, Slam]] = {
    SLAM: (
        gettext_lazy("Chelem : tous les plis (+%(made)d / %(failed)d)"),
        Slam.ANNOUNCED_MADE,
        Slam.ANNOUNCED_FAILED,
    ),
    SLAM_BID: (
        gettext_lazy("Garde contre avec chelem (+%(made)d / %(failed)d)"),
        Slam.ANNOUNCED_MADE,
        Slam.ANNOUNCED_FAILED,
    ),
    PETIT_SLAM: (
        gettext_lazy("Petit chelem (+%(made)d / %(failed)d)"),
        Slam.PETIT_MADE,
        Slam.PETIT_FAILED,
    ),
}
"""Label of an announced slam, with its results."""
HANDFULS: dict[Handful, Promise] = {
    Handful.SIMPLE: gettext_lazy("Montrer la poignée simple, %(count)d atouts (+%(points)d)"),
    Handful.DOUBLE: gettext_lazy("Montrer la double poignée, %(count)d atouts (+%(points)d)"),
    Handful.TRIPLE: gettext_lazy("Montrer la triple poignée, %(count)d atouts (+%(points)d)"),
}


def handful_words(action: ShowHandful, legal: Sequence[Action]) -> str:
    """Return the label of a handful's button, with its level and its points.

    The rules offer a level for each number of trumps, the lowest first.
    """
    level = tuple(Handful)[[each for each in legal if isinstance(each, ShowHandful)].index(action)]
    return str(HANDFULS[level]) % {"count": len(action.cards), "points": level.points}


def button_words(action: Action) -> str:
    """Return the label of a legal action's button."""
    if isinstance(action, ShowHandful):
        count = len(action.cards)
        return _("Montrer une poignée de %(count)d atouts") % {"count": count}
    if isinstance(action, Announce | MakeBid) and action.name in SLAMS_ASKED:
        return _slam_words(action.name)
    if isinstance(action, Bet):
        return tricks_words(action.tricks)
    if isinstance(action, MakeBid) or is_code(action):
        name = str(NAMES.get(action.name, action.name))
        return name[:1].upper() + name[1:]
    return str(BUTTONS[type(action)]) % _details(action)


def _slam_words(name: str) -> str:
    words, made, failed = SLAMS_ASKED[name]
    # a minus sign instead of the hyphen of a number
    return (str(words) % {"made": made.points, "failed": failed.points}).replace("-", "−")


ASKED: dict[type[Action], Promise] = {
    MakeBid: gettext_lazy("À vous de parler"),
    CallCard: gettext_lazy("Appelez une carte"),
    Choose: gettext_lazy("Choisissez un chien"),
    GiveCard: gettext_lazy("Donnez une carte"),
    Draw: gettext_lazy("Piochez une carte"),
    Bet: gettext_lazy("Combien de plis ferez-vous ?"),
    Ready: gettext_lazy("Faites-vous une annonce ?"),
}
SUITS_ASKED = (
    pgettext_lazy("follow suit", "fournissez pique"),
    pgettext_lazy("follow suit", "fournissez cœur"),
    pgettext_lazy("follow suit", "fournissez carreau"),
    pgettext_lazy("follow suit", "fournissez trèfle"),
)


def asked_words(legal: tuple[Action, ...]) -> str:
    """Return the prompt for the person, for every action but a card to a trick."""
    announced = {action.name for action in legal if isinstance(action, Announce)}
    if announced and announced <= SLAMS_ASKED.keys():
        return _("Annoncez-vous un chelem ?")
    prompt = next((ASKED[type(action)] for action in legal if type(action) in ASKED), None)
    if prompt is None and isinstance(legal[0], Pass):
        pass_prompt = gettext_lazy("Vous ne pouvez que passer")
        prompt = gettext_lazy("À vous de parler") if len(legal) > 1 else pass_prompt
    return str(prompt or gettext_lazy("À vous de jouer"))


def discard_words(count: int) -> str:
    """Return the prompt for a discard of so many cards."""
    return ngettext("Écartez %(count)d carte", "Écartez %(count)d cartes", count) % {"count": count}
