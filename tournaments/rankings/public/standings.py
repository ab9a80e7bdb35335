"""The live ranking: a page that reads well without JavaScript, and the part of it that changes."""

import unicodedata
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.base.web.device import own_entries
from tournaments.base.web.showing import is_kept_back, showing_key, told_waiting
from tournaments.base.web.visits import Visit, visit_session
from tournaments.core.showing import Moment, Part
from tournaments.entries.queries.presence import list_substitutions
from tournaments.entries.services.registrations import takes_registrations
from tournaments.models import Session, Tournament
from tournaments.rankings.public.rendering import answer_poll, rendered_once
from tournaments.rankings.queries.prizes import shows_prizes
from tournaments.rankings.queries.ranking_tables import ranking_table
from tournaments.rankings.queries.standings import (
    RankedEntry,
    in_alternated_order,
    is_final,
    latest_standings,
    shown_version,
)

FRAGMENT, HIDDEN = (
    "tournaments/rankings/public/_standings.html",
    "tournaments/rankings/public/_ranking_hidden.html",
)
ALTERNATED, ASKED = "alterne", "seance"
NAME_LENGTH = 60


@dataclass(frozen=True, slots=True)
class Shown:
    """Which ranking somebody looks at."""

    visit: Visit
    is_alternated: bool
    asked: str
    """The query that names the session, "" for the current one."""
    waits: Moment | None
    """What the ranking waits for before this person sees it; None for nothing."""
    name: str = ""
    """Only the players whose name contains this."""

    @property
    def tournament(self) -> Tournament:
        return self.visit.tournament

    @property
    def session(self) -> Session:
        return self.visit.session


@require_safe
@never_cache
def standings_page(request: HttpRequest, slug: str) -> HttpResponse:
    try:
        shown = _shown(request, slug)
    except Http404:
        if not _takes_registrations(slug):
            raise
        return redirect("public-registrations", slug)
    context = {
        "visit": shown.visit,
        "tournament": shown.tournament,
        "tab": "standings",
        "has_alternated": shown.waits is None and shown.visit.has_alternated,
        "is_alternated": shown.is_alternated,
        "name": shown.name,
        "is_shown": shown.waits is None,
        "is_kept_back": is_kept_back(shown.visit, Part.RANKING),
        "deal_set": shown.session.deal_set,
        "substitutions": list_substitutions(shown.session),
        "shows_prizes": shows_prizes(shown.tournament),
        "asked": shown.session.number if shown.asked else None,
        "own": sorted(own_entries(request, shown.tournament)),
        "table": _ranking(shown),
    }
    return render(request, "tournaments/rankings/public/standings.html", context)


@require_safe
@never_cache
def standings_live(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking alone, or 204 while the one that the page shows is still the last to be had."""
    shown = _shown(request, slug)
    return answer_poll(request, _key(shown), _mark(shown), lambda: _render(shown))


def ranking_of(request: HttpRequest, slug: str) -> tuple[Tournament, str]:
    """A tournament and the ranking that this person sees of it, as HTML; found and refused as its page."""
    shown = _shown(request, slug)
    return shown.tournament, _ranking(shown)


def _takes_registrations(slug: str) -> bool:
    """Whether the event has no page yet but that on which players enter themselves."""
    tournament = Tournament.objects.filter(slug=slug).first()
    return tournament is not None and takes_registrations(tournament)


def _shown(request: HttpRequest, slug: str) -> Shown:
    visit = visit_session(request, slug)
    waits = visit.waits_for(Part.RANKING)
    return Shown(
        visit=visit,
        is_alternated=request.GET.get("ordre") == ALTERNATED and visit.has_alternated,
        asked=f"?{ASKED}={visit.session.number}" if request.GET.get(ASKED) else "",
        name=request.GET.get("nom", "").strip()[:NAME_LENGTH] if waits is None else "",
        waits=waits,
    )


def _mark(shown: Shown) -> str:
    """What changes whenever the fragment does: the ranking's version, the tournament's state, what shows."""
    if shown.waits is not None:
        return _mark_of(shown, 0)
    return _mark_of(shown, *shown_version(shown.session))


def _mark_of(shown: Shown, version: int, is_last: bool = False) -> str:
    said = "final" if is_last else shown.tournament.state
    return f"{version}-{said}-{showing_key(shown.tournament, shown.waits)}"


def _key(shown: Shown) -> str:
    order = ALTERNATED if shown.is_alternated else "general"
    seen = showing_key(shown.tournament, shown.waits)
    return f"standings:{shown.session.pk}:{order}:{shown.asked}:{get_language()}:{seen}"


def _ranking(shown: Shown) -> str:
    """Rendered once for everybody, unless somebody looks for a name."""
    if shown.name:
        return _render(shown)
    return rendered_once(_key(shown), _mark(shown), lambda: _render(shown)).html


def _render(shown: Shown) -> str:
    if shown.waits is not None:
        told = told_waiting(Part.RANKING, shown.waits)
        return render_to_string(HIDDEN, {"mark": _mark_of(shown, 0), "told": told})
    snapshot = latest_standings(shown.session)
    is_last = snapshot is not None and is_final(shown.tournament, [snapshot.is_awaited])  # type: ignore[attr-defined]
    table = ranking_table(shown.session, snapshot, keeps_lines=shown.visit.has_alternated)
    if shown.is_alternated:
        table = replace(table, rows=tuple(in_alternated_order(table.rows)))
    context = {
        "tournament": shown.tournament,
        "snapshot": snapshot,
        "mark": _mark_of(shown, snapshot.version if snapshot else 0, is_last),
        "is_final": is_last,
        "table": table.only(lambda row: _is_called(row, shown.name)) if shown.name else table,
        "is_alternated": shown.is_alternated,
        "asked": shown.asked,
    }
    return render_to_string(FRAGMENT, context)


def _is_called(row: RankedEntry, name: str) -> bool:
    """Whether a player, a team or one of its members bears the name."""
    names = [row.entry.public_name, row.entry.partners]
    if row.entry.name:
        names += [member.person.public_name for member in row.entry.members.all()]
    return any(_plain(name) in _plain(own) for own in names)


def _plain(text: str) -> str:
    """Without accents and capitals, as people search."""
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))
