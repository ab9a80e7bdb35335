"""Rates of the API for programs (figures in `common.requests.limits`); a hall of one address stays below."""

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from common.requests.limits import seconds_to_wait


class ApiLimit(BaseThrottle):
    """A row of the table of limits. Subclasses name it, and the thing that is tried at."""

    kind: str

    def allow_request(self, request: Request, view: Any) -> bool:
        self._seconds = seconds_to_wait(request, self.kind, thing=self.thing_of(request))
        return not self._seconds

    def wait(self) -> float:
        return self._seconds

    def thing_of(self, request: Request) -> str:
        return ""


class ReadThrottle(ApiLimit):
    """Per account, or per network address without one."""

    kind = "api-read"


class WriteThrottle(ApiLimit):
    kind = "api-write"
