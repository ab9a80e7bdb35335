"""The checks before an evening begins: every line in words, with the page where it is mended."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import localize
from django.utils.functional import Promise
from django.views.decorators.http import require_safe

from tournaments.base.access import Right
from tournaments.base.web.finding import find_tournament
from tournaments.core.preflight import Check, Level, check_evening, worst_level
from tournaments.enums import DocumentKind
from tournaments.evening.organiser.preflight_words import SENTENCES
from tournaments.evening.queries.preflight import load_preflight
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class ShownCheck:
    """One line of the page."""

    level: str
    text: str
    url: str
    link: Promise
    """Text of the link to `url`."""


@require_safe
def preflight(request: HttpRequest, slug: str) -> HttpResponse:
    """Players against movement against deals against papers: ok, attention or blocking."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    checks = check_evening(load_preflight(tournament))
    shown = [_show(tournament, check) for check in checks]
    context = {
        "tournament": tournament,
        "tab": "desk",
        "worst": worst_level(checks).value,
        "groups": [(level.value, [row for row in shown if row.level == level]) for level in Level],
        "blocking_count": sum(check.level is Level.BLOCKING for check in checks),
        "attention_count": sum(check.level is Level.ATTENTION for check in checks),
    }
    return render(request, "tournaments/evening/organiser/preflight.html", context)


def _show(tournament: Tournament, check: Check) -> ShownCheck:
    words = SENTENCES[check.code]
    return ShownCheck(
        level=check.level.value,
        text=words.text(_shown_values(check.values)),
        url=reverse(words.page, args=[tournament.slug]),
        link=words.link,
    )


def _shown_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Names and numbers in a row; kinds of documents by their names."""
    shown = dict(values)
    if "kinds" in values:
        shown["kinds"] = ", ".join(str(DocumentKind(kind).label) for kind in values["kinds"])
    if "names" in values:
        shown["names"] = ", ".join(values["names"])
    if "counts" in values:
        shown["counts"] = ", ".join(localize(count) for count in values["counts"])
    return shown
