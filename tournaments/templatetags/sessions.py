"""The choice of a session, kept from page to page, and values of any format."""

from fractions import Fraction
from typing import Any

from django import template
from django.urls import reverse
from django.utils.formats import number_format

from tournaments.base.row_numbers import is_row_number
from tournaments.base.words.wording import MINUS
from tournaments.core.ranking.values import Value, rounded_value
from tournaments.models import Tournament

register = template.Library()

ASKED = "seance"
"""Query parameter with the number of a session."""


@register.simple_tag(takes_context=True)
def keep_session(context: dict[str, Any]) -> str:
    """Return the query that keeps the session of the request, "" for the current one."""
    number = context["request"].GET.get(ASKED, "") if "request" in context else ""
    # digits only: the value comes from the address and goes into links
    return f"?{ASKED}={number}" if is_row_number(number) else ""


@register.inclusion_tag("tournaments/evening/_session_choice.html", takes_context=True)
def session_choice(context: dict[str, Any], tournament: Tournament, total: str = "") -> dict[str, Any]:
    """Return links to the same page for each session; nothing for a tournament with one session.

    Args:
        tournament: from `finding.find_tournament`, which counts its sessions.
        total: address of the total; the public ranking if empty. The page shows the total if its context has
            `is_total`.
    """
    count: int = getattr(tournament, "session_count", 1)
    request = context["request"]
    requested_number = request.GET.get(ASKED, "")
    event_url = total or reverse("public-standings", args=[tournament.slug])
    is_event = bool(context.get("is_total"))
    current_number = 0 if is_event else int(requested_number) if is_row_number(requested_number) else count
    path = request.path
    return {
        "links": [
            (number, f"{path}?{ASKED}={number}", number == current_number) for number in range(1, count + 1)
        ],
        "event_url": event_url,
        "is_event": is_event,
    }


@register.filter
def rounded_to(value: Value | None, places: int) -> str:
    """Return a value with the given number of decimals: "57,64" or "−120"; a dash for None."""
    if value is None:
        return "–"
    return number_format(rounded_value(value, places), decimal_pos=places).replace("-", MINUS)


@register.filter
def plain_points(points: Fraction) -> str:
    """Return points of a table with two decimals unless they are whole: "40", "31,33"."""
    places = 0 if points.denominator == 1 else 2
    return rounded_to(points, places)
