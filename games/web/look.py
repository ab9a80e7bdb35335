"""Look of the cards: chosen on a page or at a table, stored on the device for all pages."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from games.core.cards import EXCUSE, JACK, KING, KNIGHT, QUEEN, suit_card, trump_card

COOKIE = "etui_cartes"
"""Cookie with the names of the chosen looks, joined by dots. `static/js/play/table.js` writes it, too."""
COOKIE_SECONDS = 400 * 24 * 60 * 60
"""Lifetime of the cookie: the longest that browsers accept."""
LOOKS: dict[str, Promise] = {
    "four-colours": _("Quatre couleurs"),
    "new-trumps": _("Atouts à grands chiffres"),
    "strong-cards": _("Cartes très contrastées"),
    "old-suits": _("Couleurs anciennes : épées, coupes, deniers, bâtons"),
}
"""Looks to choose from. The page gets the attribute `data-NAME` for each chosen one."""
SHOWN = (
    *(suit_card(suit, rank) for suit, rank in enumerate((KING, QUEEN, KNIGHT, JACK))),
    trump_card(21),
    trump_card(14),
    trump_card(1),
    EXCUSE,
)
"""Cards of the sample on the page."""


def chosen_looks(request: HttpRequest | None) -> list[str]:
    """Return the looks that the device has chosen, in the order of `LOOKS`."""
    cookie_names = request.COOKIES.get(COOKIE, "").split(".") if request else []
    return [name for name in LOOKS if name in cookie_names]


@require_http_methods(["GET", "HEAD", "POST"])
def look_page(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        chosen_names = chosen_looks(request)
        looks = [(name, words, name in chosen_names) for name, words in LOOKS.items()]
        return render(request, "games/look.html", {"looks": looks, "cards": SHOWN})
    cookie_value = ".".join(name for name in LOOKS if name in request.POST)
    response = HttpResponseRedirect(reverse("games-look"))
    if cookie_value:
        response.set_cookie(
            COOKIE, cookie_value, max_age=COOKIE_SECONDS, samesite="Lax", secure=request.is_secure()
        )
    else:
        # A device without a look of its own carries no cookie.
        response.delete_cookie(COOKIE, samesite="Lax")
    return response
