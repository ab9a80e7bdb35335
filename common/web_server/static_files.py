"""Static files and pages for a hall that shares one Wi-Fi: names, headers, gzip."""

from typing import Any
from wsgiref.headers import Headers

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

PACKED_TYPES = frozenset({"application/json", "application/javascript", "image/svg+xml"})
"""Types to compress besides text. Pictures, fonts and PDFs are already small and keep their length."""
TABLE_WORKER = "js/table_worker."
"""Start of the path of the service worker. On a server a hash of its content follows."""


class TextGZipMiddleware(GZipMiddleware):
    """Gzip for text only. Django pads the response, so that its length reveals no secret."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> Any:
        kind = response.get("Content-Type", "").partition(";")[0].strip().lower()
        if kind.startswith("text/") or kind in PACKED_TYPES:
            return super().process_response(request, response)
        return response


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # untyped
    """Storage of WhiteNoise that also follows imports of our modules and icons of the home screen."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        # Django's own switch for modules would also read those of packages, which refer to missing files
        ("js/*.js", ((r"""(?P<matched>from ["'](?P<url>\.[./].*?)["'];)""", 'from "%(url)s";'),)),
        ("*.webmanifest", ((r"""(?P<matched>"src": "(?P<url>.*?)")""", '"src": "%(url)s"'),)),
    )


def add_headers(headers: Headers, path: str, url: str) -> None:
    """Permit the service worker, stored among the static files, to control pages elsewhere.

    The page that registers it sets the scope: `/table/`, or the evenings at home.
    """
    if TABLE_WORKER in url:
        headers["Service-Worker-Allowed"] = "/"
