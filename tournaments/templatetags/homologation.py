"""Obstacles to a homologation, in words."""

from django import template

from tournaments.seasons.queries.homologation import Obstacle
from tournaments.seasons.services.homologation import OBSTACLE_SENTENCES

register = template.Library()


@register.filter
def obstacle_sentence(obstacle: Obstacle) -> str:
    return str(OBSTACLE_SENTENCES[obstacle])
