"""Sheets stored in a browser until they are saved, bound to the user who typed them (`kept_sheets.js`)."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse

from accounts.models import User
from tournaments.base.services.link_keys import link_digest
from tournaments.enums import LinkPurpose

View = Callable[..., HttpResponse]
SENDER = "typed_by"
"""Name of the field with the mark of the user who typed the sheet."""
ANOTHER_PERSON = 409


def owner_mark(user: User) -> str:
    """Return the mark of a user's sheets on a device. It does not reveal the user."""
    return link_digest(LinkPurpose.KEPT_SHEETS_OWNER, str(user.pk)).hex()


def sealing_key(user: User) -> str:
    """Return the key of a user's sheets on a device, in hexadecimal. Only pages of that user have it."""
    return link_digest(LinkPurpose.KEPT_SHEETS_KEY, str(user.pk)).hex()


def answers_scripts(view: View) -> View:
    """Make a sheet's view return JSON to the script that sends it: the next address, or a status alone.

    A sheet typed by another user is refused, because the device has changed hands.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        # without scripts, the browser sends the form and gets the page itself
        if request.method != "POST" or request.headers.get("Accept") != "application/json":
            return view(request, *args, **kwargs)
        user = request.user
        if isinstance(user, User) and request.POST.get(SENDER) != owner_mark(user):
            return JsonResponse({}, status=ANOTHER_PERSON)
        response = view(request, *args, **kwargs)
        if response.has_header("Location"):
            return JsonResponse({"to": response.headers["Location"]})
        return JsonResponse({}, status=response.status_code)

    return wrapper
