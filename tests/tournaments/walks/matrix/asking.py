"""Requests to an address in a role, and the meaning of the response."""

import os
from typing import Any
from urllib.parse import quote_plus, urlencode

from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.tournaments.walks.matrix.rules import Answer

FORM = "application/x-www-form-urlencoded"
IS_WHOLE = bool(os.environ.get("ETUI_WHOLE_WALKS"))
"""True in the nights (script/test --long), in which walks request everything in every role.

By day redundant requests are left out.
"""


def write_form(data: dict[str, Any]) -> str:
    """Fields as a query or a form; plain letters and figures of any script go as they are, which is fast."""
    return urlencode(data, quote_via=lambda text, *_: text if text.isalnum() else quote_plus(text))


def ask(client: Client, method: str, path: str, data: dict[str, Any] | None = None) -> HttpResponse:
    """Send one request and undo its changes."""
    with transaction.atomic():
        if method == "GET":
            response = client.get(f"{path}?{write_form(data)}" if data else path)
        else:
            response = client.post(path, write_form(data or {}), FORM)
        if response.streaming:  # type: ignore[attr-defined]
            list(response.streaming_content)  # type: ignore[attr-defined] # the client then closes the file
        transaction.set_rollback(True)
    return response  # type: ignore[return-value]


def read_answer(response: HttpResponse) -> Answer:
    """Return the kind of a response."""
    kinds = {403: Answer.FORBIDDEN, 404: Answer.HIDDEN, 405: Answer.NO_METHOD}
    if response.status_code in kinds:
        return kinds[response.status_code]
    assert response.status_code < 500
    if response.status_code == 302 and response.headers["Location"].startswith(reverse("accounts-sign-in")):
        return Answer.SIGN_IN
    return Answer.ALLOWED
