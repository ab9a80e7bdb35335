"""Texts and figures of seasons in templates."""

from django import template

from tournaments.seasons.words.season_words import season_figure, season_rule

register = template.Library()
register.filter("season_rule", season_rule)
register.filter("season_figure", season_figure)
