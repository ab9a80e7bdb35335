"""Input that the database cannot hold, such as numbers of over 64 bits: response 404 or 400."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest
from django.core.handlers.wsgi import WSGIRequest
from django.db import DataError, models
from django.db.models.lookups import In
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import parse_header_parameters

Site = Callable[[HttpRequest], HttpResponse]

LARGEST_NUMBER = 2**63 - 1
"""Largest number in any column."""


class OutOfRange(BadRequest):
    """Value that the database refuses, such as a number with too many digits or a NUL character."""


def is_out_of_range(error: BaseException) -> bool:
    """Return whether an error means that the database refused a value."""
    # PostgreSQL raises DataError; the driver of SQLite raises OverflowError before the query
    return isinstance(error, DataError) or (isinstance(error, OverflowError) and "SQLite" in str(error))


@models.IntegerField.register_lookup
class InRange(In):
    """Lookup `__in` for whole numbers. Ignores values that the column cannot hold, as Django does for `=`."""

    def get_prep_lookup(self) -> Any:
        if not hasattr(self.rhs, "as_sql"):
            self.rhs = [value for value in self.rhs if not _is_too_large(value)]
        return super().get_prep_lookup()


def _is_too_large(value: Any) -> bool:
    """Return whether a number, or the text of one, exceeds LARGEST_NUMBER."""
    if isinstance(value, str):
        # int() of a very long text is slow, and fails beyond 4,300 digits
        value = int(value) if value.strip().lstrip("+-").isdecimal() and len(value) < 40 else value
    return isinstance(value, int) and not -LARGEST_NUMBER <= value <= LARGEST_NUMBER


class BoundsMiddleware:
    """Middleware: 404 for numbers that no row has, 400 for values that the database refuses."""

    def __init__(self, get_response: Site) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: dict[str, Any]
    ) -> None:
        """Raise Http404 for a path argument that no row can have, OutOfRange for an undecodable form."""
        for value in kwargs.values():
            if isinstance(value, int) and value > LARGEST_NUMBER:
                raise Http404
            # PostgreSQL stores no NUL, and half a surrogate pair cannot be encoded
            if isinstance(value, str) and ("\0" in value or not _is_text(value)):
                raise Http404
        if request.method == "POST" and not getattr(view, "csrf_exempt", False):
            try:
                # read it here: later a decoding error would be an error of the server
                request.POST  # noqa: B018
            except (LookupError, UnicodeError) as error:
                raise OutOfRange("a form in an encoding that there is not") from error

    def process_exception(self, request: HttpRequest, error: Exception) -> None:
        """Raise OutOfRange (status 400) if the database refused a value."""
        if is_out_of_range(error):
            raise OutOfRange("a value that the database cannot hold") from error


class PlainRequest(WSGIRequest):
    """Request that is always decoded as UTF-8. A charset like base64 would fail before the view is called."""

    def __init__(self, environ: dict[str, Any]) -> None:
        header = environ.get("CONTENT_TYPE", "")
        # Django would accept any codec of Python as charset, and raise at some heads: it gets no content type
        super().__init__(environ | {"CONTENT_TYPE": ""})
        self.META["CONTENT_TYPE"] = header
        try:
            self.content_type, self.content_params = parse_header_parameters(header)
        except (LookupError, ValueError):
            self.content_type, self.content_params = "", {}
        self.content_params.pop("charset", None)


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
