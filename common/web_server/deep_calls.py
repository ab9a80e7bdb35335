"""Calls that go deep without asking the system for memory again and again.

CPython keeps the frames of a thread in chunks of 16 KB. A loop whose calls cross the end of a chunk gets a
new one from the system at each call and gives it back: Django goes deep, and this was a quarter of what pages
cost. A frame larger than a chunk gets a larger one, in which there is room for all that it calls.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.http import HttpRequest, HttpResponseBase

Params = ParamSpec("Params")
Result = TypeVar("Result")

FRAME_PLACES = 66_000
"""Of eight bytes each, never touched: more than half of a megabyte, so that a chunk has one."""


def with_room(call: Callable[Params, Result], *args: Params.args, **kwargs: Params.kwargs) -> Result:
    """What `call` returns or raises; all that it calls stands in one chunk of memory."""
    return call(*args, **kwargs)


with_room.__code__ = with_room.__code__.replace(co_stacksize=FRAME_PLACES)


def answer_with_room(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware around all others."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        return with_room(get_response, request)

    return answer
