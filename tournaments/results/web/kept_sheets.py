"""Sheets that a browser keeps until they are stored, bound to the person who types (`kept_sheets.js`)."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import salted_hmac

from accounts.models import User

View = Callable[..., HttpResponse]
SENDER = "typed_by"
"""Field with the mark of the person who typed the sheet."""
ANOTHER_PERSON = 409


def owner_mark(user: User) -> str:
    """Return what marks a user's sheets on a device: no other site and no person can tell whose it is."""
    return salted_hmac("kept sheets: owner", str(user.pk), algorithm="sha256").hexdigest()


def sealing_key(user: User) -> str:
    """Return the key of a user's sheets on a device, in hexadecimal; only pages of that user have it."""
    return salted_hmac("kept sheets: key", str(user.pk), algorithm="sha256").hexdigest()


def answers_scripts(view: View) -> View:
    """Make the page of a sheet answer the script that sends one: the address to go to, or a status alone.

    A sheet of another person is refused: the browser has changed hands since it was typed.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method != "POST" or request.headers.get("Accept") != "application/json":
            return view(request, *args, **kwargs)
        user = request.user
        if isinstance(user, User) and request.POST.get(SENDER) != owner_mark(user):
            return JsonResponse({}, status=ANOTHER_PERSON)
        response = view(request, *args, **kwargs)
        if response.has_header("Location"):
            return JsonResponse({"to": response.headers["Location"]})
        return JsonResponse({}, status=response.status_code)

    return answer
