"""What is answered where no page and no resource of the API answers: a page, or JSON for programs."""

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views import defaults
from django.views.csrf import csrf_failure as csrf_page

from common.drf import new_reference, plain_error
from common.errors import is_for_programs
from common.unavailable import answer_to_trouble

TOO_LARGE = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


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
    """403 for a form of another site, or of a page that is too old."""
    if is_for_programs(request.path):
        return plain_error("permission_denied", _("Le jeton de sécurité manque ou a expiré."), 403)
    return csrf_page(request, reason)
