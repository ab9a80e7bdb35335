"""A secret link shown to whoever made it, on their device for some minutes: the site itself keeps none."""

from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse

from tournaments.base.web.addresses import phone_url

SHOWN_SECONDS = 10 * 60


def show_link(response: HttpResponse, name: str, path: str, *, on: str, secure: bool) -> None:
    """Have the page at the address `on` show a link that was just made.

    Args:
        name: of the cookie, one for each kind of link.
        path: of the link itself.
    """
    response.set_signed_cookie(
        name, path, max_age=SHOWN_SECONDS, path=on, httponly=True, samesite="Lax", secure=secure
    )


def shown_link(request: HttpRequest, name: str) -> str:
    """The whole address, for phones too, of a link made here some minutes ago; "" when there is none."""
    try:
        path = request.get_signed_cookie(name, default="", max_age=SHOWN_SECONDS)
    except BadSignature:
        return ""
    return phone_url(request, path) if path else ""
