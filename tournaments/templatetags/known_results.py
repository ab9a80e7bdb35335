"""Entered results on printed sheets."""

from django import template

from tournaments.results.queries.known_results import KnownLine
from tournaments.results.words.sheet_sentences import BID_NAMES

register = template.Library()


@register.filter
def bid_text(line: KnownLine) -> str:
    """Return the name of the bid, "" without one."""
    return str(BID_NAMES[line.bid]) if line.bid else ""


@register.filter
def gain(score: int | None) -> str:
    """Return the text for the column of gains, which includes 0."""
    return str(score) if score is not None and score >= 0 else ""


@register.filter
def loss(score: int | None) -> str:
    """Return the text for the column of losses."""
    return str(-score) if score is not None and score < 0 else ""
