"""The extra header of one static file, the service worker of pages that are written."""

from wsgiref.headers import Headers

TABLE_WORKER = "js/table_worker."
"""Start of its path; what follows is a mark of its content on a server."""


def add_headers(headers: Headers, path: str, url: str) -> None:
    """Let the worker of the tables' pages, kept among the static files, look after pages elsewhere.

    Which ones, the page that registers it says: `/table/`, or the evenings at home.
    """
    if TABLE_WORKER in url:
        headers["Service-Worker-Allowed"] = "/"
