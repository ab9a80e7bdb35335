"""The table without its page, which the script requests and inserts."""

from django.http import HttpRequest

HEADER, TABLE = "Etui-Part", "table"
"""Request header and its value by which `static/js/play/table.js` requests only the table."""


def wants_part(request: HttpRequest) -> bool:
    """Return whether only the table is requested. A form is then answered without a redirect."""
    return request.headers.get(HEADER) == TABLE


def layout_for(request: HttpRequest) -> str:
    """Return the parent template of a table's template."""
    return "play/scene/table_part.html" if wants_part(request) else "base.html"
