"""A table without the page around it: what the page's script asks for and puts in its place."""

from django.http import HttpRequest

HEADER, TABLE = "Etui-Part", "table"
"""What `static/js/play/table.js` sends, with a form and with a question."""


def wants_part(request: HttpRequest) -> bool:
    """Whether the table alone is asked for: a form that was sent leads to no other address then."""
    return request.headers.get(HEADER) == TABLE


def layout_for(request: HttpRequest) -> str:
    """What the template of a table extends."""
    return "play/scene/table_part.html" if wants_part(request) else "base.html"
