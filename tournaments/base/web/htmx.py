"""Answering a page or only the part of it that htmx asked for."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def render_page(
    request: HttpRequest, template: str, context: dict[str, Any], *, partial: str, status: int = 200
) -> HttpResponse:
    """Render `template`, or the template `partial` when htmx asked for a fragment."""
    wanted = partial if getattr(request, "htmx", False) else template
    return render(request, wanted, context, status=status)
