"""Page of the 78 cards: their kinds, their names, and the subjects of the 21 trumps in old packs."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.core.cards import EXCUSE, KING, SUIT_SIZE, SUITS, suit_card, trump_card

TRUMP_NAMES: tuple[Promise, ...] = (
    _("le Bateleur"),
    _("la Papesse"),
    _("l’Impératrice"),
    _("l’Empereur"),
    _("le Pape"),
    _("l’Amoureux"),
    _("le Chariot"),
    _("la Justice"),
    _("l’Ermite"),
    _("la Roue de Fortune"),
    _("la Force"),
    _("le Pendu"),
    _("la Mort"),
    _("la Tempérance"),
    _("le Diable"),
    _("la Maison-Dieu, ou la Foudre"),
    _("l’Étoile"),
    _("la Lune"),
    _("le Soleil"),
    _("le Jugement"),
    _("le Monde"),
)
"""Subjects of old packs, from 1 to 21.

Document 000 prints 12 and 13 in the opposite order; the packs called "de Marseille" have the Hanged Man at
12.
"""

OLD_SUITS: tuple[Promise, ...] = (
    _("épées, pour les piques"),
    _("coupes, pour les cœurs"),
    _("deniers, pour les carreaux"),
    _("bâtons, pour les trèfles"),
)
"""Italian suits in the order of those that replaced them."""
OLD_RANKS = (KING, 7, 1)
"""Ranks of the sample of each old suit."""


@require_safe
def pack_page(request: HttpRequest) -> HttpResponse:
    context = {
        "trumps": [(number, trump_card(number), name) for number, name in enumerate(TRUMP_NAMES, 1)],
        "excuse": EXCUSE,
        "suits": [[suit_card(suit, rank) for rank in range(SUIT_SIZE, 0, -1)] for suit in range(len(SUITS))],
        "old_suits": [
            (name, [suit_card(suit, rank) for rank in OLD_RANKS]) for suit, name in enumerate(OLD_SUITS)
        ],
    }
    return render(request, "games/pack.html", context)
