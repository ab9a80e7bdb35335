"""Comparison of two entries of one evening, étui by étui: a public page, and one by private link."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.languages import answer_in
from tournaments.base.row_numbers import is_row_number
from tournaments.base.web.finding import find_tournament_entry
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
def compare_entries_page(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """Compare an entry with the one that `?avec=` names; without it, redirect to the entry's page."""
    visit = visit_session(request, slug)
    if OTHER not in request.GET:
        return redirect("public-player", slug, find_tournament_entry(visit.tournament, entry_id).pk)
    return render(request, "tournaments/seasons/public/compare.html", _context(request, visit, entry_id))


@require_safe
@never_cache
def own_compare(request: HttpRequest, secret: str, slug: str) -> HttpResponse:
    """Compare the entry of a private link, whose own side shows as its player may see it."""
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
    """Return two entries with a seat in the session, or 404. No query."""
    entries = {entry.pk: entry for entry in figures.entries}
    own_entry = entries.get(entry_id)
    other_entry = entries.get(int(other_id)) if is_row_number(other_id) else None
    if own_entry is None or other_entry is None or own_entry == other_entry:
        raise Http404
    return own_entry, other_entry


def _context(
    request: HttpRequest, visit: Visit, entry_id: int, own_viewer: Viewer | None = None
) -> dict[str, Any]:
    """Return the context of the page.

    Args:
        own_viewer: the role in which the reader sees the first entry; by default that of their account.
    """
    figures = load_figures(visit.session)
    entries = compared_entries(figures, entry_id, request.GET[OTHER])
    own_parts = visit.parts_for(own_viewer) if own_viewer else visit.parts(entries[0])
    parts, public = visit.parts(entries[1]), visit.parts_for(Viewer.EVERYBODY)
    # a column shows only if the reader may see it for both entries
    common_parts = own_parts & parts
    comparison = load_side_by_side(
        entries,
        sees_all=visit.sees_circulating,
        parts=(own_parts, parts),
        figures=figures,
    )
    return {
        "visit": visit,
        "tournament": visit.tournament,
        "tab": "standings",
        "shown": comparison,
        "sees_results": Part.OWN_RESULTS in common_parts,
        "sees_marks": Part.OWN_MARKS in common_parts,
        "is_kept_back": Part.OWN_MARKS in common_parts - public,
        "comparable": comparable_entries(comparison.reports[0], figures),
    }
