"""Results on sheets that are printed with what is known of them."""

from django import template

from tournaments.results.queries.known_results import KnownLine
from tournaments.results.words.sheet_sentences import BID_NAMES

register = template.Library()


@register.filter
def bid_text(line: KnownLine) -> str:
    """The bid as it is written, "" where none is known."""
    return str(BID_NAMES[line.bid]) if line.bid else ""


@register.filter
def gain(score: int | None) -> str:
    """What is written in the column of gains; 0 stands there, too."""
    return str(score) if score is not None and score >= 0 else ""


@register.filter
def loss(score: int | None) -> str:
    """What is written in the column of losses."""
    return str(-score) if score is not None and score < 0 else ""
