"""Middleware that gives each request one chunk of memory for its Python frames.

CPython keeps the frames of a thread in chunks of 16 KB. A loop whose calls cross the end of a chunk maps and
unmaps memory at each call. Below the layers of Django some loop of most pages did: a fifth of a table's page.
A frame larger than a chunk gets a larger chunk, with room for all that it calls.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

Site = Callable[[HttpRequest], HttpResponse]

FRAME_PLACES = 66_000
"""Places of eight bytes in the large frame, never touched: just over half a megabyte."""


def answer_with_room(get_response: Site) -> Site:
    """Middleware around all others."""

    def answer(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    answer.__code__ = answer.__code__.replace(co_stacksize=FRAME_PLACES)
    return answer
