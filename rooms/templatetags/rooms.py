"""Filters of the pages of rooms."""

from django import template
from django_countries import countries

from rooms.models import RoomRound
from rooms.words import rooms as words

register = template.Library()


@register.filter
def round_title(of: RoomRound) -> str:
    """A round by the hour at which it began."""
    return words.round_title(of)


@register.filter
def country_name(code: str) -> str:
    """Return the name of a country in the reader's language."""
    return str(countries.name(code))
