"""One player's evening, deal by deal."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.core.naming import NameStyle
from tournaments.core.showing import Part
from tournaments.models import Entry
from tournaments.queries.highlights import evening_highlights
from tournaments.queries.play_figures import load_figures
from tournaments.queries.players import load_player
from tournaments.queries.progress import complete_boards
from tournaments.queries.side_by_side import comparable_entries
from tournaments.web.device import own_entries
from tournaments.web.finding import find_entry
from tournaments.web.public.explained import explained_context
from tournaments.web.showing import is_kept_back, why_no_marks
from tournaments.web.visits import Visit, visit_session


@require_safe
@never_cache
def player_page(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    visit = visit_session(request, slug)
    entry = find_entry(visit.tournament, entry_id)
    context = evening_context(request, visit, entry, visit.parts(entry))
    return render(request, "tournaments/public/player.html", context)


def evening_context(
    request: HttpRequest, visit: Visit, entry: Entry, parts: frozenset[Part]
) -> dict[str, Any]:
    """What the page of an evening needs, for somebody who sees these parts of it."""
    session, sees_all = visit.session, visit.sees_circulating
    figures, complete = load_figures(session), complete_boards(session)
    report = load_player(session, entry, sees_all=sees_all, parts=parts, figures=figures, complete=complete)
    context = {
        "visit": visit,
        "tournament": visit.tournament,
        "tab": "standings",
        "report": report,
        "highlights": evening_highlights(report, figures),
        "comparable": comparable_entries(report, figures) if Part.OWN_RESULTS in parts else [],
        "is_own": entry.pk in own_entries(request, visit.tournament),
        "is_kept_back": is_kept_back(visit, Part.OWN_MARKS),
        "sees_results": Part.OWN_RESULTS in parts,
        "told_marks": why_no_marks(visit, parts),
        "has_person_page": not entry.name and entry.person.public_style is NameStyle.FULL,
    }
    if {Part.OWN_MARKS, Part.OWN_RESULTS} <= parts:
        context |= explained_context(figures.loaded, entry, sees_all=sees_all, complete=complete)
    if Part.RANKING not in parts:
        context.pop("forecast", None)
    return context
