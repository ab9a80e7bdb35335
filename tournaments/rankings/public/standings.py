"""The live ranking: a page that works without JavaScript, and the part of it that changes.

An event of several sessions shows their total, with links to each of them.
"""

from dataclasses import dataclass, replace
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from common.live.notifying import answer_live_poll
from common.web_server.policy import shared_between_anonymous_clients, shared_by_version
from tournaments.base.web.device import own_entries
from tournaments.base.web.showing import describe_waiting, is_hidden_from_public, showing_key
from tournaments.base.web.visits import Visit, visit_session
from tournaments.core.alphabet import base_letters
from tournaments.core.formats.ranking_plan import Scoring
from tournaments.core.formats.registry import find_format
from tournaments.core.ranking.classification import Criterion
from tournaments.core.showing import Moment, Part
from tournaments.entries.queries.presence import list_substitutions
from tournaments.entries.services.registrations import find_announced
from tournaments.models import Session, Tournament
from tournaments.rankings.public.rendering import Render, answer_poll, rendered_once
from tournaments.rankings.queries.claims import claims_mark, claims_state
from tournaments.rankings.queries.event_standings import event_mark, load_event_standings
from tournaments.rankings.queries.prizes import shows_prizes
from tournaments.rankings.queries.ranking_tables import ranking_table
from tournaments.rankings.queries.standings import (
    AddedUp,
    earlier_places,
    in_alternated_order,
    in_order_of,
    is_final,
    latest_standings,
    shown_version,
)
from tournaments.work.topics import ranking_topics

FRAGMENT, TOTAL, HIDDEN = (
    "tournaments/rankings/public/_standings.html",
    "tournaments/rankings/public/_event.html",
    "tournaments/rankings/public/_ranking_hidden.html",
)
ALTERNATED, ASKED = "alterne", "seance"
SIDES = {"attaque": Criterion.ATTACK, "defense": Criterion.DEFENCE}
"""Orders by one column, by their names in addresses."""
NAME_LENGTH = 60


@dataclass(frozen=True, slots=True)
class Shown:
    """The ranking that a request selects."""

    visit: Visit
    order: str
    """Order of the lines: "" by place, `ALTERNATED` or one of `SIDES`."""
    asked: str
    """Query string that names the session, "" for the current one."""
    waits: Moment | None
    """Moment before which the ranking is hidden from this reader; None if it is visible."""
    is_total: bool
    """True for the total of all sessions."""
    is_part: bool
    """True for one session among several, whose ranking is not that of the event."""
    name: str = ""
    """Part of the name of the players to list; "" for all."""

    @property
    def is_alternated(self) -> bool:
        return self.order == ALTERNATED

    @property
    def tournament(self) -> Tournament:
        return self.visit.tournament

    @property
    def session(self) -> Session:
        return self.visit.session


@shared_between_anonymous_clients
@require_safe
@never_cache
def standings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the ranking; redirect to the registrations of an event that is only announced."""
    try:
        selection = _read_selection(request, slug)
    # before the seats are fixed the public has no right to view an event
    except Http404:
        if find_announced(slug) is None:
            raise
        return redirect("public-registrations", slug)
    context = {
        "visit": selection.visit,
        "tournament": selection.tournament,
        "tab": "standings",
        "has_alternated": selection.waits is None
        and selection.visit.has_alternated
        and not selection.is_total,
        "is_alternated": selection.is_alternated,
        "order": selection.order,
        "is_total": selection.is_total,
        "part": selection.session.number if selection.is_part else None,
        "name": selection.name,
        "is_shown": selection.waits is None,
        "is_kept_back": is_hidden_from_public(selection.visit, Part.RANKING),
        "deal_set": selection.session.deal_set,
        "substitutions": list_substitutions(selection.session),
        "shows_prizes": shows_prizes(selection.tournament),
        "asked": selection.session.number if selection.asked else None,
        "own": sorted(own_entries(request, selection.tournament)),
        "table": _ranking(selection),
    }
    return render(request, "tournaments/rankings/public/standings.html", context)


@shared_by_version
@require_safe
@never_cache
def standings_live(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the ranking alone, or 204 if the page has the current version."""
    selection = _read_selection(request, slug)
    return answer_live_poll(
        request,
        *ranking_topics(selection.tournament.pk),
        answer=lambda: answer_poll(request, _key(selection), _mark(selection), lambda: _prepare(selection)),
    )


def ranking_of(request: HttpRequest, slug: str) -> tuple[Tournament, str]:
    """Return a tournament and its ranking as HTML for this reader, with the same checks as its page."""
    selection = _read_selection(request, slug)
    return selection.tournament, _ranking(selection)


def _read_selection(request: HttpRequest, slug: str) -> Shown:
    visit = visit_session(request, slug)
    waits = visit.waits_for(Part.RANKING)
    order = request.GET.get("ordre", "")
    has_sides = find_format(visit.tournament.format).plan.scoring is Scoring.SHARES
    if not (visit.has_alternated if order == ALTERNATED else has_sides and order in SIDES):
        order = ""
    is_several = visit.tournament.session_count > 1  # type: ignore[attr-defined]  # annotated
    is_total = is_several and not order and not request.GET.get(ASKED)
    return Shown(
        visit=visit,
        order=order,
        is_total=is_total,
        is_part=is_several and not is_total,
        asked=f"?{ASKED}={visit.session.number}" if request.GET.get(ASKED) else "",
        name=request.GET.get("nom", "").strip()[:NAME_LENGTH] if waits is None else "",
        waits=waits,
    )


def _mark(selection: Shown) -> str:
    """Return the version of the fragment: ranking, state of the tournament, showing."""
    if selection.waits is not None:
        return _mark_of(selection, 0)
    if selection.is_total:
        return _total_mark(selection, event_mark(selection.tournament))
    return _mark_of(selection, *shown_version(selection.session))


def _mark_of(selection: Shown, version: int, is_final_ranking: bool = False) -> str:
    state = "final" if is_final_ranking else selection.tournament.state
    return f"{version}-{state}-{_shown_mark(selection)}"


def _total_mark(selection: Shown, version: str) -> str:
    return f"{version}-{_shown_mark(selection)}"


def _shown_mark(selection: Shown) -> str:
    """Return the version of what shows beside the ranking: the visible parts, and the hour for claims."""
    return f"{showing_key(selection.tournament, selection.waits)}{claims_mark(selection.tournament)}"


def _key(selection: Shown) -> str:
    showing = showing_key(selection.tournament, selection.waits)
    if selection.is_total:
        return f"event:{selection.tournament.pk}:{showing}"
    return (
        f"standings:{selection.session.pk}:{selection.order}:{selection.asked}:{selection.is_part}:{showing}"
    )


def _ranking(selection: Shown) -> str:
    """Return the ranking as HTML, from the cache unless the reader searches for a name."""
    if selection.name:
        return _prepare(selection)()
    return rendered_once(_key(selection), _mark(selection), lambda: _prepare(selection)).html


def _prepare(selection: Shown) -> Render:
    if selection.waits is not None:
        hiding_reason = describe_waiting(Part.RANKING, selection.waits)
        return partial(render_to_string, HIDDEN, {"mark": _mark_of(selection, 0), "told": hiding_reason})
    return _prepare_total(selection) if selection.is_total else _prepare_session(selection)


def _prepare_total(selection: Shown) -> Render:
    event = load_event_standings(selection.tournament)
    if selection.name:
        event = replace(event, rows=tuple(row for row in event.rows if _is_called(row, selection.name)))
    context = {
        "tournament": selection.tournament,
        "event": event,
        "mark": _total_mark(selection, event.mark),
        "claims": claims_state(selection.tournament),
        "name": selection.name,
    }
    return partial(render_to_string, TOTAL, context)


def _prepare_session(selection: Shown) -> Render:
    snapshot = latest_standings(selection.session)
    is_last = snapshot is not None and is_final(selection.tournament, [snapshot.is_awaited])  # type: ignore[attr-defined]
    table = ranking_table(selection.session, snapshot, keeps_lines=selection.visit.has_alternated)
    if selection.is_alternated:
        table = replace(table, rows=tuple(in_alternated_order(table.rows)))
    if side := SIDES.get(selection.order):
        table = replace(table, rows=tuple(in_order_of(side, table.rows)))
    # moves since the last position mean nothing in another order or in a final ranking
    shows_moves = snapshot is not None and not selection.order and not is_last
    context = {
        "tournament": selection.tournament,
        "snapshot": snapshot,
        "mark": _mark_of(selection, snapshot.version if snapshot else 0, is_last),
        "is_final": is_last,
        "claims": claims_state(selection.tournament),
        "is_part": selection.is_part,
        "table": table.only(lambda row: _is_called(row, selection.name)) if selection.name else table,
        "is_alternated": selection.is_alternated,
        "order": selection.order,
        "asked": selection.asked,
        "sorts": f"&{selection.asked[1:]}" if selection.asked else "",
        "has_bars": True,
        "before": earlier_places(snapshot, selection.visit.round_count) if snapshot and shows_moves else {},
    }
    return partial(render_to_string, FRAGMENT, context)


def _is_called(row: AddedUp, name: str) -> bool:
    """Return whether the name of a player, a team or one of its members contains `name`."""
    # only names that the public may read
    names = [row.entry.public_name, row.entry.partners]
    if row.entry.name:
        names += [member.person.public_name for member in row.entry.members.all()]
    return any(base_letters(name) in base_letters(full_name) for full_name in names)
