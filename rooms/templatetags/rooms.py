"""Filters of the pages of rooms."""

from django import template

from rooms.models import RoomRound
from rooms.words import rooms as words

register = template.Library()


@register.filter
def round_title(of: RoomRound) -> str:
    """A round by the hour at which it began."""
    return words.round_title(of)
