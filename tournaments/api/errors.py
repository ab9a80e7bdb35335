"""The common shape of all errors of the API: {"code", "message", "fields", "extra"}."""

import logging
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.signals import got_request_exception
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from common.errors import AppError, make_error_body
from common.requests.bounds import is_out_of_range
from tournaments.base.unavailable import NOTED, note, trouble_body, trouble_of
from tournaments.base.web.error_pages import is_row_deleted, new_reference

logger = logging.getLogger("django.request")


def error_body(error: AppError) -> dict[str, Any]:
    """Return a service's refusal in the common shape."""
    return make_error_body(error.code, str(error.message), error.fields, error.extra)


def error_response(error: Exception, context: dict[str, Any]) -> Response:
    """Turn an exception into a response in the common shape. An unexpected one is logged with a reference."""
    if isinstance(error, AppError):
        return Response(error_body(error), status=error.status)
    response = exception_handler(error, context)
    # None for an exception that the framework does not know
    if response is None:
        return _unavailable(error, context) or _unexpected(error, context)
    fields: dict[str, Any] = {}
    if isinstance(error, exceptions.ValidationError):
        code, message = "invalid", _("Corrigez les champs signalés.")
        fields = response.data if isinstance(response.data, dict) else {"non_field_errors": response.data}
    elif isinstance(error, Http404):
        code, message = "not_found", str(response.data["detail"])
    elif isinstance(error, PermissionDenied):
        code, message = "permission_denied", str(response.data["detail"])
    else:
        detail = response.data["detail"]
        code, message = getattr(detail, "code", "error"), str(detail)
    response.data = make_error_body(code, message, fields)
    return response


def _unexpected(error: Exception, context: dict[str, Any]) -> Response:
    if is_out_of_range(error):
        return Response(
            make_error_body("out_of_range", _("Une valeur est trop longue ou trop grande : réduisez-la.")),
            status=400,
        )
    request = context["request"]
    got_request_exception.send(sender=None, request=request)
    if is_row_deleted(request, error):
        logger.warning("API request failed: its row has been deleted", exc_info=True)
        message = _(
            "Ce que vous vouliez changer n’est plus là : une autre personne "
            "l’a sans doute supprimé entre-temps."
        )
        return Response(make_error_body("not_found", message), status=404)
    reference = new_reference()
    logger.exception("API request failed: reference %s", reference)
    message = _("Le site n’a pas pu répondre. Signalez la référence %(reference)s.") % {
        "reference": reference
    }
    return Response(make_error_body("internal_error", message, extra={"reference": reference}), status=500)


def _unavailable(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return a 503 with the seconds to wait, None for an error of another kind."""
    trouble = trouble_of(error)
    if trouble is None:
        return None
    note(trouble, context["request"].path, error)
    headers = {"Retry-After": str(trouble.seconds)}
    # the line of `note` is enough: Django's own record is dropped
    context["request"].META[NOTED] = "1"
    return Response(trouble_body(trouble), status=503, headers=headers)
