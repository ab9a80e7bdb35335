"""Middleware that gives each request one large block of memory for its Python frames.

CPython keeps the frames of a thread in blocks of 16 KB. A loop whose calls cross the end of a block maps and
unmaps memory at each call. Below the middleware of Django most pages had such a loop, which took a fifth of
the time of a table's page. A frame larger than a block gets a larger one, with room for its calls.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

Site = Callable[[HttpRequest], HttpResponse]

FRAME_PLACES = 66_000
"""Size of the large frame in slots of eight bytes: just over half a megabyte. The slots are never touched."""


def answer_with_deep_stack(get_response: Site) -> Site:
    """Middleware around all others."""

    def answer(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    # only the declared stack size changes: the function runs as before
    answer.__code__ = answer.__code__.replace(co_stacksize=FRAME_PLACES)
    return answer
