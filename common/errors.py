"""The one error that a service raises for a person to read and act on, and how programs read any error."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise

PREFIX = "/api/"
"""Of the paths that programs ask: whatever happens, they are answered in JSON."""


class AppError(Exception):
    """A request that cannot be carried out, with what to do about it.

    `code` is stable and documented; `message` is for people, in their language; `fields` holds a
    message for each input field concerned; `extra` holds values for programs.
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
    """Somebody stored something that the person had not seen."""

    status = 409


def is_for_programs(path: str) -> bool:
    """Whether a program asks, by the path of its request."""
    return path.startswith(PREFIX)


def error_shape(
    code: str, message: str, fields: dict[str, Any] | None = None, extra: dict[str, Any] | None = None
) -> dict[str, Any]:
    """An error as programs read it."""
    return {"code": code, "message": message, "fields": fields or {}, "extra": extra or {}}
