"""Entered results on printed sheets."""

from django import template

register = template.Library()


@register.filter
def gain(score: int | None) -> str:
    """Return the text for the column of gains, which includes 0."""
    return str(score) if score is not None and score >= 0 else ""


@register.filter
def loss(score: int | None) -> str:
    """Return the text for the column of losses."""
    return str(-score) if score is not None and score < 0 else ""
