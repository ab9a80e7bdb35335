"""Recognition of a phone at a table without an account."""

import uuid

from django.http import HttpRequest

PHONE_COOKIE = "etui_phone"
PHONE_HEADER = "Etui-Phone"


def phone_key(request: HttpRequest) -> uuid.UUID | None:
    """Return the key in a phone's cookie or header, None for neither. The key grants no rights."""
    text = request.headers.get(PHONE_HEADER) or request.COOKIES.get(PHONE_COOKIE, "")
    try:
        return uuid.UUID(text)
    except ValueError:
        return None
