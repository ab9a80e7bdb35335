"""The tabs of a tournament's desk."""

from dataclasses import dataclass

from django import template

from tournaments.base.access import Visitor, rights_in
from tournaments.evening.web.desk_pages import desk_pages
from tournaments.models import Tournament

register = template.Library()


@dataclass(frozen=True, slots=True)
class Tab:
    label: str
    url: str
    is_open: bool


@register.simple_tag
def desk_tabs(user: Visitor, tournament: Tournament, open_tab: str) -> list[Tab]:
    """Return the tabs that the user may open, in the order of an evening. Two queries."""
    pages = desk_pages(tournament, rights_in(user, tournament))
    return [Tab(str(page.label), page.url(tournament), page.tab == open_tab) for page in pages]
