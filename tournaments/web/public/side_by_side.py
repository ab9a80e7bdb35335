"""Two of one evening, étui by étui: from anybody's page, or from one's own by the private link."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.access import Right, viewer_in
from tournaments.core.showing import Part, Viewer, shown_parts
from tournaments.models import Entry, Session
from tournaments.queries.play_figures import SessionFigures, load_figures
from tournaments.queries.progress import complete_boards
from tournaments.queries.showing import load_play_state, showing_of
from tournaments.queries.side_by_side import comparable_entries, load_side_by_side
from tournaments.web.device import LONGEST_NUMBER
from tournaments.web.finding import asked_session, find_entry, find_tournament
from tournaments.web.public.circulation import sees_circulating
from tournaments.web.public.people import find_own_entry, find_own_person

OTHER = "avec"
"""Parameter of an address that names an entry to compare with."""


@require_safe
@never_cache
def compare(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """An entry beside the one that `?avec=` names; back to its own page without one."""
    tournament = find_tournament(request, slug, Right.VIEW)
    if OTHER not in request.GET:
        return redirect("public-player", slug, find_entry(tournament, entry_id).pk)
    context = _context(request, asked_session(request, tournament), entry_id)
    return render(request, "tournaments/public/compare.html", context | {"tournament": tournament})


@require_safe
@never_cache
def own_compare(request: HttpRequest, secret: str, slug: str) -> HttpResponse:
    """The same for the person of a private link, who sees his own side as its player."""
    person = find_own_person(secret)
    tournament = find_tournament(request, slug, Right.VIEW)
    entry = find_own_entry(tournament, person)
    if OTHER not in request.GET:
        return redirect("public-own-evening", secret, slug)
    context = _context(request, asked_session(request, tournament), entry.pk, Viewer.PLAYER)
    return render(
        request, "tournaments/public/compare.html", context | {"tournament": tournament, "secret": secret}
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
    request: HttpRequest, session: Session, entry_id: int, own_viewer: Viewer | None = None
) -> dict[str, Any]:
    """What the page needs but its tournament.

    Args:
        own_viewer: as whom the reader sees the first entry; by default as his account says.
    """
    figures = load_figures(session)
    entries = compared_entries(figures, entry_id, request.GET[OTHER])
    own_parts, parts, public = _parts_of_two(request, session, entries, own_viewer)
    seen = own_parts & parts
    shown = load_side_by_side(
        session,
        entries,
        sees_all=sees_circulating(request, session.tournament),
        parts=(own_parts, parts),
        figures=figures,
        complete=complete_boards(session),
    )
    return {
        "tab": "standings",
        "shown": shown,
        "sees_results": Part.OWN_RESULTS in seen,
        "sees_marks": Part.OWN_MARKS in seen,
        "is_kept_back": Part.OWN_MARKS in seen - public,
        "comparable": comparable_entries(shown.reports[0], figures),
    }


def _parts_of_two(
    request: HttpRequest, session: Session, entries: tuple[Entry, Entry], own_viewer: Viewer | None
) -> tuple[frozenset[Part], frozenset[Part], frozenset[Part]]:
    """What the reader sees of each, and what everybody sees. As many queries as `load_play_state`."""
    showing, tournament = showing_of(session.tournament), session.tournament
    state = load_play_state(session, showing)
    own, other = (viewer_in(request.user, tournament, entry) for entry in entries)
    first, second, public = (
        shown_parts(showing, state, viewer) for viewer in (own_viewer or own, other, Viewer.EVERYBODY)
    )
    return first, second, public
