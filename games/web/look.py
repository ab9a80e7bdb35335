"""Look of pages and cards: chosen on a page, cards also at a table, stored on the device for all pages."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
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
PAGE_COOKIE = "etui_affichage"
"""Cookie with the names of the chosen looks of pages, joined by dots."""
MORE_CONTRAST = "more-contrast"
TEXT_SIZES: dict[str, Promise] = {
    "": pgettext_lazy("text size", "habituelle"),
    "large-text": pgettext_lazy("text size", "grande"),
    "largest-text": pgettext_lazy("text size", "très grande"),
}
"""Sizes of text to choose from (`static/css/theme.css`)."""
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


def chosen_page_looks(request: HttpRequest | None) -> list[str]:
    """Return the looks of pages that the device has chosen: `MORE_CONTRAST`, and at most one size of text."""
    cookie_names = request.COOKIES.get(PAGE_COOKIE, "").split(".") if request else []
    contrast = [MORE_CONTRAST] if MORE_CONTRAST in cookie_names else []
    return contrast + [name for name in TEXT_SIZES if name and name in cookie_names][:1]


@require_http_methods(["GET", "HEAD", "POST"])
def look_page(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        chosen_names = chosen_looks(request)
        page_looks = chosen_page_looks(request)
        size = next((name for name in page_looks if name in TEXT_SIZES), "")
        context = {
            "looks": [(name, words, name in chosen_names) for name, words in LOOKS.items()],
            "cards": SHOWN,
            "has_more_contrast": MORE_CONTRAST in page_looks,
            "sizes": [(name, words, name == size) for name, words in TEXT_SIZES.items()],
        }
        return render(request, "games/look.html", context)
    response = HttpResponseRedirect(reverse("games-look"))
    _store(request, response, COOKIE, [name for name in LOOKS if name in request.POST])
    contrast = [MORE_CONTRAST] if MORE_CONTRAST in request.POST else []
    sizes = [name for name in TEXT_SIZES if name and name == request.POST.get("size")]
    _store(request, response, PAGE_COOKIE, contrast + sizes)
    return response


def _store(request: HttpRequest, response: HttpResponse, cookie: str, names: list[str]) -> None:
    cookie_value = ".".join(names)
    if cookie_value:
        response.set_cookie(
            cookie, cookie_value, max_age=COOKIE_SECONDS, samesite="Lax", secure=request.is_secure()
        )
    else:
        # A device without a look of its own carries no cookie.
        response.delete_cookie(cookie, samesite="Lax")
