"""What stands in the way of a homologation, in words."""

from django import template

from tournaments.queries.homologation import Obstacle
from tournaments.services.homologation import OBSTACLE_SENTENCES

register = template.Library()


@register.filter
def obstacle_sentence(obstacle: Obstacle) -> str:
    """The sentence of an obstacle."""
    return str(OBSTACLE_SENTENCES[obstacle])
