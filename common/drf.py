"""One shape of error for the whole API: {"code", "message", "fields", "extra"}."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from common.errors import AppError


def error_body(error: AppError) -> dict[str, Any]:
    """What a service refused, in the API's one shape."""
    return {
        "code": error.code,
        "message": str(error.message),
        "fields": error.fields,
        "extra": error.extra,
    }


def error_response(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn an error into the API's one shape; None for what nobody foresaw."""
    if isinstance(error, AppError):
        return Response(error_body(error), status=error.status)
    response = exception_handler(error, context)
    if response is None:
        return None
    fields: dict[str, Any] = {}
    if isinstance(error, exceptions.ValidationError):
        code, message = "invalid", ""
        fields = response.data if isinstance(response.data, dict) else {"non_field_errors": response.data}
    elif isinstance(error, Http404):
        code, message = "not_found", str(response.data["detail"])
    elif isinstance(error, PermissionDenied):
        code, message = "permission_denied", str(response.data["detail"])
    else:
        detail = response.data["detail"]
        code, message = getattr(detail, "code", "error"), str(detail)
    response.data = {"code": code, "message": message, "fields": fields, "extra": {}}
    return response
