"""The bar of the visit of a first evening."""

from django import template
from django.http import HttpRequest

from tournaments.evening.web.first_evening import VisitBar, visit_bar, visit_bar_of_club
from tournaments.models import Club, Tournament

register = template.Library()


@register.simple_tag(takes_context=True)
def first_evening_bar(context: template.Context) -> VisitBar | None:
    """Return the bar of the visitor's visit on a page of its event or of its club, or None elsewhere."""
    request: HttpRequest | None = context.get("request")
    tournament: Tournament | None = context.get("tournament")
    club: Club | None = context.get("club")
    if request is None:
        return None
    if tournament is not None:
        return visit_bar(request, tournament)
    return visit_bar_of_club(request, club) if club is not None else None
