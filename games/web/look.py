"""How somebody wants his cards drawn: chosen on a page or at a table, kept on the device for all pages."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from games.core.cards import EXCUSE, JACK, KING, KNIGHT, QUEEN, suit_card, trump_card

COOKIE = "etui_cartes"
"""The names of what is chosen, joined by dots; `static/js/play/table.js` writes it too."""
COOKIE_SECONDS = 400 * 24 * 60 * 60
"""Browsers keep none longer."""
LOOKS: dict[str, Promise] = {
    "four-colours": _("Quatre couleurs"),
    "new-trumps": _("Atouts à grands chiffres"),
    "strong-cards": _("Cartes très contrastées"),
}
"""What may be chosen: `data-` and the name is an attribute of the page."""
SHOWN = (
    *(suit_card(suit, rank) for suit, rank in enumerate((KING, QUEEN, KNIGHT, JACK))),
    trump_card(21),
    trump_card(14),
    trump_card(1),
    EXCUSE,
)


def chosen_looks(request: HttpRequest | None) -> list[str]:
    """What the device has chosen, in the order of `LOOKS`."""
    named = request.COOKIES.get(COOKIE, "").split(".") if request else []
    return [name for name in LOOKS if name in named]


@require_http_methods(["GET", "HEAD", "POST"])
def look_page(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        chosen = chosen_looks(request)
        looks = [(name, words, name in chosen) for name, words in LOOKS.items()]
        return render(request, "games/look.html", {"looks": looks, "cards": SHOWN})
    wanted = ".".join(name for name in LOOKS if name in request.POST)
    response = HttpResponseRedirect(reverse("games-look"))
    if wanted:
        response.set_cookie(
            COOKIE, wanted, max_age=COOKIE_SECONDS, samesite="Lax", secure=request.is_secure()
        )
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response
