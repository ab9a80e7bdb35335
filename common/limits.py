"""How often a costly form may be sent: counted in the cache, refused with when to come back."""

import math
from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from rest_framework.throttling import SimpleRateThrottle, UserRateThrottle

View = Callable[..., HttpResponse]


class PerVisitor(UserRateThrottle):
    """Counts by account, or by address without one. Subclasses give `scope` and `rate` ("10/min")."""


class PerSite(SimpleRateThrottle):
    """Counts everybody together, so that many addresses cannot ask for more than one machine gives."""

    def get_cache_key(self, request: HttpRequest, view: object) -> str:
        return f"limit-{self.scope}"


def limit_posts(*throttles: type[SimpleRateThrottle]) -> Callable[[View], View]:
    """A view whose posts are refused with 429 beyond any of the rates; reading stays free."""

    def decorate(view: View) -> View:
        @wraps(view)
        def limited(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            if request.method == "POST":
                for throttle in (each() for each in throttles):
                    if not throttle.allow_request(request, view):  # type: ignore[arg-type]
                        return refuse_for_now(request, throttle)
            return view(request, *args, **kwargs)

        return limited

    return decorate


def refuse_for_now(request: HttpRequest, throttle: SimpleRateThrottle) -> HttpResponse:
    """429 with when to come back, once `throttle` did not allow a request."""
    seconds = math.ceil(throttle.wait() or 1)
    response = render(request, "429.html", {"seconds": seconds}, status=429)
    response.headers["Retry-After"] = str(seconds)
    return response
