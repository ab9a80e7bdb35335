"""The preview that messengers show of a link to an event."""

from typing import Any

from django import template
from django.urls import reverse

from tournaments.base.web.addresses import phone_url, public_url
from tournaments.enums import Visibility
from tournaments.models import Tournament
from tournaments.rankings.web.link_picture import picture_of

register = template.Library()


@register.inclusion_tag("tournaments/rankings/public/_link_preview.html", takes_context=True)
def link_preview(context: template.Context, tournament: Tournament) -> dict[str, Any]:
    """Return title, text and picture of a public event; nothing for an event that messengers cannot fetch."""
    if tournament.visibility != Visibility.PUBLIC:
        return {}
    picture = picture_of(tournament)
    request = context["request"]
    return {
        "title": picture.name,
        "description": f"{picture.club} · {picture.day} · {picture.state}",
        "address": public_url(request, tournament),
        "picture": phone_url(request, reverse("public-link-picture", args=[tournament.slug])),
    }
