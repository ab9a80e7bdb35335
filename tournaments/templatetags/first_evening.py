"""The bar of the visit of a first evening."""

from django import template
from django.http import HttpRequest

from tournaments.evening.web.first_evening import VisitBar, visit_bar
from tournaments.models import Tournament

register = template.Library()


@register.simple_tag(takes_context=True)
def first_evening_bar(context: template.Context) -> VisitBar | None:
    """Return the bar of the visitor's visit on a page of its event, or None elsewhere."""
    request: HttpRequest | None = context.get("request")
    tournament: Tournament | None = context.get("tournament")
    return visit_bar(request, tournament) if request is not None and tournament is not None else None
