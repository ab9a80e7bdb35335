"""Choosing a session of a tournament, keeping the choice from page to page, and values of any format."""

from fractions import Fraction
from typing import Any

from django import template
from django.urls import reverse
from django.utils.formats import number_format

from tournaments.base.words.wording import MINUS
from tournaments.core.ranking.values import Value, rounded_value
from tournaments.models import Tournament

register = template.Library()

ASKED = "seance"
"""Parameter of an address that names a session by its number."""
LONGEST = 5
"""Digits of a number that is no session's."""


@register.simple_tag(takes_context=True)
def keep_session(context: dict[str, Any]) -> str:
    """The query that keeps the session that the page was asked for, "" for the current one."""
    asked = context["request"].GET.get(ASKED, "") if "request" in context else ""
    return f"?{ASKED}={asked}" if asked.isdecimal() else ""


@register.inclusion_tag("tournaments/evening/_session_choice.html", takes_context=True)
def session_choice(context: dict[str, Any], tournament: Tournament, total: str = "") -> dict[str, Any]:
    """Links to the same page for each session; nothing for a tournament of one.

    The page shows their total where its context says `is_total`. `total` is the address of the total, the
    public ranking unless another is given.

    The tournament comes from `finding.find_tournament`, which counts its sessions.
    """
    count: int = getattr(tournament, "session_count", 1)
    request = context["request"]
    asked = request.GET.get(ASKED, "")
    event_url = total or reverse("public-standings", args=[tournament.slug])
    is_event = bool(context.get("is_total"))
    shown = 0 if is_event else int(asked) if asked.isdecimal() else count
    path = request.path
    return {
        "links": [(number, f"{path}?{ASKED}={number}", number == shown) for number in range(1, count + 1)],
        "event_url": event_url,
        "is_event": is_event,
    }


@register.filter
def rounded_to(value: Value | None, places: int) -> str:
    """A value with so many decimals, for people: "57,64" or "−120"; a dash for none."""
    if value is None:
        return "–"
    return number_format(rounded_value(value, places), decimal_pos=places).replace("-", MINUS)


@register.filter
def plain_points(points: Fraction) -> str:
    """Points of a table, with two decimals unless they are whole: "40", "31,33"."""
    places = 0 if points.denominator == 1 else 2
    return rounded_to(points, places)
