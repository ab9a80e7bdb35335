"""Rendering of a page, or of the fragment of it that htmx requested."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def render_page(
    request: HttpRequest, template: str, context: dict[str, Any], *, partial: str, status: int = 200
) -> HttpResponse:
    """Render `template`, or the template `partial` if htmx requested a fragment."""
    template_name = partial if getattr(request, "htmx", False) else template
    return render(request, template_name, context, status=status)
