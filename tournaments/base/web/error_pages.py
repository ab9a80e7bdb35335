"""What is answered where no page and no resource of the API answers: a page, or JSON for programs."""

import secrets
from typing import Any

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views import defaults

from common.errors import error_shape, is_for_programs
from tournaments.base.unavailable import answer_to_trouble

NOT_TYPED = "csrfmiddlewaretoken"
TOO_LARGE = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def plain_error(code: str, message: str, status: int, **extra: Any) -> JsonResponse:
    """Return an error that no view of the API gave: no such address, a refused form, a fault of ours."""
    return JsonResponse(error_shape(code, message, extra=extra), status=status)


def new_reference() -> str:
    """Return a word that the response and the log share, by which a fault is reported."""
    return secrets.token_hex(4)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400 for what cannot be read, 413 for what is too large."""
    is_large = isinstance(exception, TOO_LARGE)
    status = 413 if is_large else 400
    message = (
        _("L’envoi est trop volumineux. Envoyez-le en plusieurs fois.")
        if is_large
        else _(
            "Le site ne peut pas lire cette demande. Revenez à la page et vérifiez ce que vous avez écrit."
        )
    )
    if is_for_programs(request.path):
        return plain_error("too_large" if is_large else "bad_request", message, status)
    return render(request, "400.html", {"message": message}, status=status)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    if is_for_programs(request.path):
        return plain_error("not_found", _("Cette adresse ne mène nulle part."), 404)
    return defaults.page_not_found(request, exception)


def failed(request: HttpRequest) -> HttpResponse:
    """500, or 503 for what cannot be stored now: nothing of the site is asked that may fail too."""
    if (response := answer_to_trouble(request)) is not None:
        return response
    if is_for_programs(request.path):
        reference = new_reference()
        message = _("Le site n’a pas pu répondre. Signalez la référence %(reference)s.") % {
            "reference": reference
        }
        return plain_error("internal_error", message, 500, reference=reference)
    return defaults.server_error(request)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form of another site, or of a page that is too old; what was typed comes back."""
    if is_for_programs(request.path):
        return plain_error("permission_denied", _("Le jeton de sécurité manque ou a expiré."), 403)
    return not_stored(request)


def not_stored(request: HttpRequest) -> HttpResponse:
    """403 for a form that was not carried out, with what was typed in a form that can be sent again."""
    context = {"fields": typed_fields(request), "page": own_page(request)}
    return render(request, "not_stored.html", context, status=403)


def typed_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """Return what was typed in a form of this site, to send it again; nothing of another site's form.

    A page that carried out another site's form after one press would undo the check that has refused it.
    Passwords do not come back in a page, and files cannot.
    """
    if not is_from_here(request) or request.FILES or any("password" in name for name in request.POST):
        return []
    lists = request.POST.lists()
    return [
        (name, text) for name, texts in lists if name != NOT_TYPED for text in texts if isinstance(text, str)
    ]


def is_from_here(request: HttpRequest) -> bool:
    """Whether the browser says that the form was on a page of this site."""
    origin = f"{request.scheme}://{request.get_host()}"
    return request.headers.get("Origin") == origin or request.headers.get("Sec-Fetch-Site") == "same-origin"


def own_page(request: HttpRequest) -> str:
    """Return the page that the form is on, as the browser says; else the site's first one."""
    page = request.META.get("HTTP_REFERER", "")
    own = {request.get_host()}
    return page if url_has_allowed_host_and_scheme(page, own, require_https=request.is_secure()) else "/"
