"""Rate limits of the API. A hall behind one network address stays below them."""

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from common.requests.limits import MINUTE, By, Kind, Limit, limit_kind, seconds_to_wait

API_READ = limit_kind(
    "api-read", Limit(By.PERSON, 600, MINUTE), Limit(By.ADDRESS, 600, MINUTE, strangers_only=True)
)
API_WRITE = limit_kind(
    "api-write", Limit(By.PERSON, 240, MINUTE), Limit(By.ADDRESS, 240, MINUTE, strangers_only=True)
)


class ApiLimit(BaseThrottle):
    """A limit as a throttle of the framework. Subclasses define its kind, and the object that it protects."""

    kind: Kind

    def allow_request(self, request: Request, view: Any) -> bool:
        self._seconds = seconds_to_wait(request, self.kind, thing=self.thing_of(request))
        return not self._seconds

    def wait(self) -> float:
        return self._seconds

    def thing_of(self, request: Request) -> str:
        return ""


class ReadThrottle(ApiLimit):
    """Limit per account, or per network address without one."""

    kind = API_READ


class WriteThrottle(ApiLimit):
    kind = API_WRITE
