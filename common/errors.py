"""Errors that services raise for people, and the form in which programs read any error."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise

PREFIX = "/api/"
"""Start of the paths of the API, where every error is sent as JSON."""


class AppError(Exception):
    """Refusal of a request, with a message about what to do.

    Args:
        code: stable and documented.
        message: text for people, in their language.
        fields: a message for each input field concerned.
        extra: values for programs.
    """

    status = 400

    def __init__(
        self,
        code: str,
        message: str | Promise,
        *,
        fields: Mapping[str, str] | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.fields = dict(fields or {})
        self.extra = dict(extra or {})


class Conflict(AppError):
    """A version is stored that the sender of this request had not seen."""

    status = 409


def is_api_path(path: str) -> bool:
    """Return whether a request belongs to the API, from its path."""
    return path.startswith(PREFIX)


def make_error_body(
    code: str, message: str, fields: dict[str, Any] | None = None, extra: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return an error as the API sends it."""
    return {"code": code, "message": message, "fields": fields or {}, "extra": extra or {}}
