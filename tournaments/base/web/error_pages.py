"""Responses to errors outside the pages and the API's views: a page, or JSON for programs."""

import re
import secrets
import sys
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import (
    ObjectDoesNotExist,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views import defaults
from rest_framework.permissions import SAFE_METHODS

from common.errors import is_api_path, make_error_body
from tournaments.base.broken_references import is_reference_broken
from tournaments.base.unavailable import answer_to_trouble

NOT_TYPED = "csrfmiddlewaretoken"
_SECRETS = re.compile("password|passphrase")
"""Names of fields whose content never comes back in a page."""
TOO_LARGE = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def plain_error(code: str, message: str, status: int, **extra: Any) -> JsonResponse:
    """Return an error that no view of the API gave: an unknown address, a refused form, a server error."""
    return JsonResponse(make_error_body(code, message, extra=extra), status=status)


def new_reference() -> str:
    """Return a reference that the response and the log share, for the user to report a fault."""
    return secrets.token_hex(4)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return a 400 for a request that cannot be read, a 413 for one that is too large."""
    is_large = isinstance(exception, TOO_LARGE)
    status = 413 if is_large else 400
    message = (
        _("L’envoi est trop volumineux. Envoyez-le en plusieurs fois.")
        if is_large
        else _(
            "Le site ne peut pas lire cette demande. Revenez à la page et vérifiez ce que vous avez écrit."
        )
    )
    if is_api_path(request.path):
        return plain_error("too_large" if is_large else "bad_request", message, status)
    return render(request, "400.html", {"message": message}, status=status)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return a 404. A form gets words of its own: most often its object has been deleted meanwhile."""
    if is_api_path(request.path):
        return plain_error("not_found", _("Cette adresse ne mène nulle part."), 404)
    if request.method != "POST":
        return defaults.page_not_found(request, exception)
    page = find_form_page(request)
    # the page of a deleted object is gone as well
    is_left = urlsplit(page).path not in {"/", request.path}
    return render(request, "gone.html", {"page": page if is_left else ""}, status=404)


def is_row_deleted(request: HttpRequest, error: BaseException | None) -> bool:
    """Return whether a change failed because its row was deleted between the page and the lock or the commit.

    A missing related object, and a missing row of a request that only reads, are faults of the site.
    """
    if request.method in SAFE_METHODS:
        return False
    if isinstance(error, ObjectDoesNotExist):
        return not isinstance(error, AttributeError)
    if is_reference_broken(error):
        return True
    # `save` has updated no row: until Django 6 this error has no class of its own
    return isinstance(error, DatabaseError) and str(error).endswith("did not affect any rows.")


def server_error(request: HttpRequest) -> HttpResponse:
    """Return a 500, a 503 while nothing can be stored, or a 404 for a change of a deleted row.

    A 500 uses no part of the site that may fail too. Django logs a 404 of this kind as a warning, with the
    traceback.
    """
    if (response := answer_to_trouble(request)) is not None:
        return response
    error = sys.exc_info()[1]
    if isinstance(error, Exception) and is_row_deleted(request, error):
        return not_found(request, error)
    if is_api_path(request.path):
        reference = new_reference()
        message = _("Le site n’a pas pu répondre. Signalez la référence %(reference)s.") % {
            "reference": reference
        }
        return plain_error("internal_error", message, 500, reference=reference)
    return defaults.server_error(request)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return a 403 for a form of another site or of an outdated page.

    The form comes back with its content.
    """
    if is_api_path(request.path):
        return plain_error("permission_denied", _("Le jeton de sécurité manque ou a expiré."), 403)
    return not_stored(request)


def not_stored(request: HttpRequest) -> HttpResponse:
    """Return a 403 for a form that was not carried out, with its content in a form that can be sent again."""
    fields = typed_fields(request)
    context = {
        "fields": fields,
        "files": chosen_files(request) if fields else [],
        "page": find_form_page(request),
    }
    return render(request, "not_stored.html", context, status=403)


def typed_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the fields of a form of this site, to send it again; nothing of another site's form.

    Otherwise one press on this page would carry out another site's form, which the check has just refused.
    A form with a password or a passphrase does not come back.
    """
    if not is_from_this_site(request) or any(_SECRETS.search(name) for name in request.POST):
        return []
    lists = request.POST.lists()
    return [
        (name, text) for name, texts in lists if name != NOT_TYPED for text in texts if isinstance(text, str)
    ]


def chosen_files(request: HttpRequest) -> list[tuple[str, list[str]]]:
    """Return the file fields of a form with the names of their files. They must be chosen again."""
    return [(name, [file.name or "" for file in files]) for name, files in request.FILES.lists()]


def is_from_this_site(request: HttpRequest) -> bool:
    """Return whether the form was on a page of this site, according to the browser's headers."""
    origin = f"{request.scheme}://{request.get_host()}"
    return request.headers.get("Origin") == origin or request.headers.get("Sec-Fetch-Site") == "same-origin"


def find_form_page(request: HttpRequest) -> str:
    """Return the path and query of the page with the form according to the browser, or else the home page."""
    page = request.META.get("HTTP_REFERER", "")
    if not url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure()):
        return "/"
    # a path is masked in the log if it holds a secret; two slashes at its start would name another host
    address = urlsplit(page)
    return f"/{address.path.lstrip('/')}" + (f"?{address.query}" if address.query else "")
