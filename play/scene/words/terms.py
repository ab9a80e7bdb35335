"""Words for the terms that the dealer of a deal of Papayou announces."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core.actions import Choose
from games.core.play import SeatAction, State
from games.core.variants.papayou_play import PapayouState
from games.core.variants.papayou_terms import WAYS
from games.services.rule_words import VALUE_NAMES

ASKED_TERMS: dict[str, Promise] = {
    "cards_each": gettext_lazy("Combien de cartes chacun ?"),
    "way": gettext_lazy("Quel échange ?"),
    "given": gettext_lazy("Combien de cartes à chaque voisin ?"),
    "drawn": gettext_lazy("Combien de cartes piochées après chaque pli ?"),
}
"""Prompt for each term of a deal."""


def list_terms(state: State) -> tuple[str, ...]:
    """Return the names of the announced terms and of the one to announce now; () in other games."""
    return state.list_announced_terms() if isinstance(state, PapayouState) else ()


def is_asking_term(state: State) -> bool:
    """Return whether the dealer has to announce a term now."""
    return isinstance(state, PapayouState) and None in state.terms


def term_words(name: str, number: int) -> str:
    """Return an announced term: "12 cartes chacun"."""
    if name == "way":
        way = VALUE_NAMES["exchange", WAYS[number]]
        return _("échange %(way)s") % {"way": way} if number else _("pas d’échange")
    if name == "drawn" and not number:
        return _("pas de pioche")
    sentence = {
        "cards_each": ngettext("%(count)d carte chacun", "%(count)d cartes chacun", number),
        "given": ngettext("%(count)d carte à chaque voisin", "%(count)d cartes à chaque voisin", number),
        "drawn": ngettext("%(count)d carte piochée par pli", "%(count)d cartes piochées par pli", number),
    }[name]
    return sentence % {"count": number}


def term_button(name: str, number: int) -> str:
    """Return the label of a term's button: the number alone, as the prompt has the words."""
    words = term_words(name, number)
    return words[:1].upper() + words[1:] if name == "way" else str(number)


def tell_term(step: SeatAction, name: str, me: int | None, names: Sequence[str]) -> str:
    """Return the sentence of an announced term."""
    assert isinstance(step.action, Choose)
    values = {"seat": names[step.seat], "term": term_words(name, step.action.number)}
    return (_("Vous dites : %(term)s.") if step.seat == me else _("%(seat)s dit : %(term)s.")) % values
