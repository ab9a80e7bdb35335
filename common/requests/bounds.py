"""Input that the database cannot hold, such as numbers of over 64 bits: not found (404) or refused (400)."""

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
"""Of any column."""


class OutOfRange(BadRequest):
    """A value that the database refuses: of too many digits, or with a sign that it does not keep."""


def is_out_of_range(error: BaseException) -> bool:
    """Whether the database refused a value: PostgreSQL says so, SQLite's driver counts bits."""
    return isinstance(error, DataError) or (isinstance(error, OverflowError) and "SQLite" in str(error))


@models.IntegerField.register_lookup
class InRange(In):
    """`__in` of whole numbers: those that the column cannot hold are in no row, as Django has it for `=`."""

    def get_prep_lookup(self) -> Any:
        if not hasattr(self.rhs, "as_sql"):
            self.rhs = [value for value in self.rhs if not _is_too_large(value)]
        return super().get_prep_lookup()


def _is_too_large(value: Any) -> bool:
    """Of a plain number or its digits."""
    if isinstance(value, str):
        value = int(value) if value.strip().lstrip("+-").isdecimal() and len(value) < 40 else value
    return isinstance(value, int) and not -LARGEST_NUMBER <= value <= LARGEST_NUMBER


class BoundsMiddleware:
    """404 for numbers that no row has, 400 for a value that the database refuses: the sender's fault."""

    def __init__(self, get_response: Site) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: dict[str, Any]
    ) -> None:
        """404 for an address with a number or a text that nothing is called."""
        for value in kwargs.values():
            if isinstance(value, int) and value > LARGEST_NUMBER:
                raise Http404
            if isinstance(value, str) and ("\0" in value or not _is_text(value)):
                raise Http404
        if request.method == "POST" and not getattr(view, "csrf_exempt", False):
            try:
                request.POST  # noqa: B018 # read here, where what cannot be read is still the sender's fault
            except (LookupError, UnicodeError) as error:
                raise OutOfRange("a form in an encoding that there is not") from error

    def process_exception(self, request: HttpRequest, error: Exception) -> None:
        """400 for what the database refused to read or to store."""
        if is_out_of_range(error):
            raise OutOfRange("a value that the database cannot hold") from error


class PlainRequest(WSGIRequest):
    """A request whose texts are UTF-8, whatever charset it names: others fail before any page is reached."""

    def __init__(self, environ: dict[str, Any]) -> None:
        header = environ.get("CONTENT_TYPE", "")
        super().__init__(environ | {"CONTENT_TYPE": ""})
        self.META["CONTENT_TYPE"] = header
        try:
            self.content_type, self.content_params = parse_header_parameters(header)
        except (LookupError, ValueError):
            self.content_type, self.content_params = "", {}
        self.content_params.pop("charset", None)


def _is_text(value: str) -> bool:
    """Whether it can be written down: half a surrogate pair cannot."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
