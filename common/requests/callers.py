"""From which network address the present request comes, for the few lines of the trace that keep it."""

from collections.abc import Callable
from contextvars import ContextVar

from django.http import HttpRequest, HttpResponse

_address: ContextVar[str | None] = ContextVar("address of the caller", default=None)


def remember_caller(site: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: while a request is answered, `caller_address` knows it."""

    def answer(request: HttpRequest) -> HttpResponse:
        token = _address.set(request.META.get("REMOTE_ADDR") or None)
        try:
            return site(request)
        finally:
            _address.reset(token)

    return answer


def caller_address() -> str | None:
    """Who asks, as the web server knows it; None for a command and for work in the background."""
    return _address.get()
