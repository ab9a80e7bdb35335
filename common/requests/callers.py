"""Network address of the current request, for the entries of the trace that store it."""

from collections.abc import Callable
from contextvars import ContextVar

from django.http import HttpRequest, HttpResponse

_address: ContextVar[str | None] = ContextVar("address of the caller", default=None)


def remember_client_address(
    site: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that sets `client_address` during a request."""

    def answer(request: HttpRequest) -> HttpResponse:
        token = _address.set(request.META.get("REMOTE_ADDR") or None)
        try:
            return site(request)
        finally:
            _address.reset(token)

    return answer


def client_address() -> str | None:
    """Return the client address of the current request. None in a command and in background work."""
    return _address.get()
