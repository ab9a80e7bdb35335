"""Gzip for answers that are text: a hall shares one Wi-Fi."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

PACKED_TYPES = frozenset({"application/json", "application/javascript", "image/svg+xml"})
"""What is packed besides texts; pictures, fonts and PDFs are small already and keep their length."""


class TextGZipMiddleware(GZipMiddleware):
    """Gzip for what is text; Django hides the length of a page, so that nobody guesses a secret from it."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> Any:
        kind = response.get("Content-Type", "").partition(";")[0].strip().lower()
        if kind.startswith("text/") or kind in PACKED_TYPES:
            return super().process_response(request, response)
        return response
