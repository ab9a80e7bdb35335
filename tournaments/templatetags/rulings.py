"""Rulings on paper, in words."""

from django import template

from tournaments.core.formats.ranking_plan import Measure
from tournaments.models import Ruling
from tournaments.rankings.queries.rulings import read_effects
from tournaments.rankings.words.ruling_wording import effects_text, fault_name

register = template.Library()


register.filter("fault_name", fault_name)
register.filter("effects_in", effects_text)


@register.filter
def ruling_effects(ruling: Ruling, measure: Measure) -> str:
    """Return the effects of a ruling, in the unit of the format."""
    return effects_text(read_effects(ruling.effects), measure)
