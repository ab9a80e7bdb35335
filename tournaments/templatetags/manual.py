"""The "?" beside a page's heading."""

from django import template
from django.http import HttpRequest

from games.services.markdown import written_language
from tournaments.site.queries.manual import ManualParagraph, paragraph_at
from tournaments.site.words.manual_places import PARAGRAPH_OF_PAGE

register = template.Library()


@register.simple_tag(takes_context=True)
def manual_paragraph(context: template.Context) -> ManualParagraph | None:
    """Return the paragraph of the manual about the requested page, or None for a page without one."""
    request: HttpRequest | None = context.get("request")
    match = getattr(request, "resolver_match", None)
    place = PARAGRAPH_OF_PAGE.get(match.url_name or "") if match else None
    return paragraph_at(written_language(), place) if place else None
