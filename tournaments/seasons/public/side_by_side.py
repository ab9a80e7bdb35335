"""Two of one evening, étui by étui: from anybody's page, or from one's own by the private link."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.languages import answer_in
from tournaments.base.web.device import LONGEST_NUMBER
from tournaments.base.web.finding import find_entry
from tournaments.base.web.visits import Visit, visit_session
from tournaments.core.showing import Part, Viewer
from tournaments.models import Entry
from tournaments.rankings.queries.play_figures import SessionFigures, load_figures
from tournaments.rankings.queries.side_by_side import comparable_entries, load_side_by_side
from tournaments.seasons.web.finding import find_own_entry, find_own_person

OTHER = "avec"
"""Parameter of an address that names an entry to compare with."""


@require_safe
@never_cache
def compare(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """An entry beside the one that `?avec=` names; back to its own page without one."""
    visit = visit_session(request, slug)
    if OTHER not in request.GET:
        return redirect("public-player", slug, find_entry(visit.tournament, entry_id).pk)
    return render(request, "tournaments/seasons/public/compare.html", _context(request, visit, entry_id))


@require_safe
@never_cache
def own_compare(request: HttpRequest, secret: str, slug: str) -> HttpResponse:
    """The same for the person of a private link, who sees his own side as its player."""
    person = find_own_person(request, secret)
    visit = visit_session(request, slug)
    entry = find_own_entry(visit.tournament, person)
    if OTHER not in request.GET:
        return redirect("public-own-evening", secret, slug)
    context = _context(request, visit, entry.pk, Viewer.PLAYER) | {"secret": secret}
    return answer_in(
        request, person.reads_in, lambda: render(request, "tournaments/seasons/public/compare.html", context)
    )


def compared_entries(figures: SessionFigures, entry_id: int, other_id: str) -> tuple[Entry, Entry]:
    """Two who have sat in the session, or 404. No query."""
    entries = {entry.pk: entry for entry in figures.entries}
    is_number = other_id.isascii() and other_id.isdecimal() and len(other_id) <= LONGEST_NUMBER
    own, other = entries.get(entry_id), entries.get(int(other_id)) if is_number else None
    if own is None or other is None or own == other:
        raise Http404
    return own, other


def _context(
    request: HttpRequest, visit: Visit, entry_id: int, own_viewer: Viewer | None = None
) -> dict[str, Any]:
    """What the page needs.

    Args:
        own_viewer: as whom the reader sees the first entry; by default as his account says.
    """
    figures = load_figures(visit.session)
    entries = compared_entries(figures, entry_id, request.GET[OTHER])
    own_parts = visit.parts_for(own_viewer) if own_viewer else visit.parts(entries[0])
    parts, public = visit.parts(entries[1]), visit.parts_for(Viewer.EVERYBODY)
    seen = own_parts & parts
    shown = load_side_by_side(
        entries,
        sees_all=visit.sees_circulating,
        parts=(own_parts, parts),
        figures=figures,
    )
    return {
        "visit": visit,
        "tournament": visit.tournament,
        "tab": "standings",
        "shown": shown,
        "sees_results": Part.OWN_RESULTS in seen,
        "sees_marks": Part.OWN_MARKS in seen,
        "is_kept_back": Part.OWN_MARKS in seen - public,
        "comparable": comparable_entries(shown.reports[0], figures),
    }
