"""A secret link or code shown to its maker alone, on their device for ten minutes.

The server does not store it.
"""

from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse

from tournaments.base.web.addresses import phone_url

SHOWN_SECONDS = 10 * 60


def show_link(response: HttpResponse, name: str, path: str, *, on: str, secure: bool) -> None:
    """Show a new link on the page at the path `on`.

    Args:
        name: name of the cookie, one for each kind of link.
        path: path of the link itself.
    """
    show_text(response, name, path, on=on, secure=secure)


def shown_link(request: HttpRequest, name: str) -> str:
    """Return the absolute URL, for phones too, of a link made here in the last ten minutes; "" for none."""
    path = shown_text(request, name)
    return phone_url(request, path) if path else ""


def show_text(response: HttpResponse, name: str, text: str, *, on: str, secure: bool) -> None:
    """Show a new code on the page at the path `on`. Arguments as for `show_link`."""
    response.set_signed_cookie(
        name, text, max_age=SHOWN_SECONDS, path=on, httponly=True, samesite="Lax", secure=secure
    )


def shown_text(request: HttpRequest, name: str) -> str:
    """Return a text that was made here in the last ten minutes; "" for none."""
    try:
        return request.get_signed_cookie(name, default="", max_age=SHOWN_SECONDS) or ""
    except BadSignature:
        return ""
