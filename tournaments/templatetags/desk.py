"""The tabs of a tournament's desk."""

from dataclasses import dataclass

from django import template

from tournaments.base.access import Visitor
from tournaments.base.web.page_rights import page_rights
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
    """Return the tabs that the user may open, in the order of an evening.

    Queries as `page_rights`.
    """
    pages = desk_pages(tournament, page_rights(user, tournament))
    return [Tab(str(page.label), page.url(tournament), page.tab == open_tab) for page in pages]
