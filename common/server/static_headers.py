"""The extra header of one static file, the service worker of the tables' pages."""

from wsgiref.headers import Headers

TABLE_WORKER = "js/table_worker."
"""Start of its path; what follows is a mark of its content on a server."""


def add_headers(headers: Headers, path: str, url: str) -> None:
    """Let the worker of the tables' pages, kept among the static files, look after `/table/`."""
    if TABLE_WORKER in url:
        headers["Service-Worker-Allowed"] = "/table/"
