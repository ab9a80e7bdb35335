"""A phone at a table, known again without an account."""

import uuid

from django.http import HttpRequest

PHONE_COOKIE = "etui_phone"
PHONE_HEADER = "Etui-Phone"


def phone_key(request: HttpRequest) -> uuid.UUID | None:
    """Return the key that a phone shows in a cookie or a header, None for neither. It opens nothing."""
    shown = request.headers.get(PHONE_HEADER) or request.COOKIES.get(PHONE_COOKIE, "")
    try:
        return uuid.UUID(shown)
    except ValueError:
        return None
