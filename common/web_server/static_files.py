"""Static files and pages on their way to a hall that shares one Wi-Fi: names, headers, gzip."""

from typing import Any
from wsgiref.headers import Headers

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

PACKED_TYPES = frozenset({"application/json", "application/javascript", "image/svg+xml"})
"""Types that are packed besides texts; pictures, fonts and PDFs are small already and keep their length."""
TABLE_WORKER = "js/table_worker."
"""Start of the path of the service worker; a mark of its content follows on a server."""


class TextGZipMiddleware(GZipMiddleware):
    """Gzip for text alone. Django hides the length of a page, so that no secret can be guessed from it."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> Any:
        kind = response.get("Content-Type", "").partition(";")[0].strip().lower()
        if kind.startswith("text/") or kind in PACKED_TYPES:
            return super().process_response(request, response)
        return response


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # untyped
    """WhiteNoise's own, which follows the imports of our modules and the icons of the home screen, too.

    Django's switch for modules would also read those of packages, which name files that are not there.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((r"""(?P<matched>from ["'](?P<url>\.[./].*?)["'];)""", 'from "%(url)s";'),)),
        ("*.webmanifest", ((r"""(?P<matched>"src": "(?P<url>.*?)")""", '"src": "%(url)s"'),)),
    )


def add_headers(headers: Headers, path: str, url: str) -> None:
    """Let the service worker, kept among the static files, look after pages elsewhere.

    The page that registers it says which ones: `/table/`, or the evenings at home.
    """
    if TABLE_WORKER in url:
        headers["Service-Worker-Allowed"] = "/"
