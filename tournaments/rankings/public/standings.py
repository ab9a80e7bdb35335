"""The live ranking: a page that reads well without JavaScript, and the part of it that changes.

Of several sessions it is their total, and each of them one step away.
"""

from dataclasses import dataclass, replace
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from common.live.telling import answer_live
from common.web_server.policy import shared_between_strangers, shared_by_mark
from tournaments.base.web.device import own_entries
from tournaments.base.web.showing import is_kept_back, showing_key, told_waiting
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
"""Orders by one column, as addresses name them."""
NAME_LENGTH = 60


@dataclass(frozen=True, slots=True)
class Shown:
    """Which ranking somebody looks at."""

    visit: Visit
    order: str
    """"" by place, `ALTERNATED` or one of `SIDES`."""
    asked: str
    """The query that names the session, "" for the current one."""
    waits: Moment | None
    """What the ranking waits for before this person sees it; None for nothing."""
    is_total: bool
    """It adds up all sessions."""
    is_part: bool
    """It is that of one session among several: not the ranking of the event."""
    name: str = ""
    """Only the players whose name contains this."""

    @property
    def is_alternated(self) -> bool:
        return self.order == ALTERNATED

    @property
    def tournament(self) -> Tournament:
        return self.visit.tournament

    @property
    def session(self) -> Session:
        return self.visit.session


@shared_between_strangers
@require_safe
@never_cache
def standings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking; of an event that is only announced, the way to its registrations."""
    try:
        shown = _shown(request, slug)
    except Http404:
        if find_announced(slug) is None:
            raise
        return redirect("public-registrations", slug)
    context = {
        "visit": shown.visit,
        "tournament": shown.tournament,
        "tab": "standings",
        "has_alternated": shown.waits is None and shown.visit.has_alternated and not shown.is_total,
        "is_alternated": shown.is_alternated,
        "order": shown.order,
        "is_total": shown.is_total,
        "part": shown.session.number if shown.is_part else None,
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


@shared_by_mark
@require_safe
@never_cache
def standings_live(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking alone, or 204 while the one that the page shows is still the last to be had."""
    shown = _shown(request, slug)
    return answer_live(
        request,
        *ranking_topics(shown.tournament.pk),
        answer=lambda: answer_poll(request, _key(shown), _mark(shown), lambda: _prepare(shown)),
    )


def ranking_of(request: HttpRequest, slug: str) -> tuple[Tournament, str]:
    """A tournament and the ranking that this person sees of it, as HTML; found and refused as its page."""
    shown = _shown(request, slug)
    return shown.tournament, _ranking(shown)


def _shown(request: HttpRequest, slug: str) -> Shown:
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


def _mark(shown: Shown) -> str:
    """What changes whenever the fragment does: the ranking's version, the tournament's state, what shows."""
    if shown.waits is not None:
        return _mark_of(shown, 0)
    if shown.is_total:
        return _total_mark(shown, event_mark(shown.tournament))
    return _mark_of(shown, *shown_version(shown.session))


def _mark_of(shown: Shown, version: int, is_last: bool = False) -> str:
    said = "final" if is_last else shown.tournament.state
    return f"{version}-{said}-{showing_key(shown.tournament, shown.waits)}"


def _total_mark(shown: Shown, version: str) -> str:
    return f"{version}-{showing_key(shown.tournament, shown.waits)}"


def _key(shown: Shown) -> str:
    seen = showing_key(shown.tournament, shown.waits)
    if shown.is_total:
        return f"event:{shown.tournament.pk}:{seen}"
    return f"standings:{shown.session.pk}:{shown.order}:{shown.asked}:{shown.is_part}:{seen}"


def _ranking(shown: Shown) -> str:
    """Rendered once for everybody, unless somebody looks for a name."""
    if shown.name:
        return _prepare(shown)()
    return rendered_once(_key(shown), _mark(shown), lambda: _prepare(shown)).html


def _prepare(shown: Shown) -> Render:
    if shown.waits is not None:
        told = told_waiting(Part.RANKING, shown.waits)
        return partial(render_to_string, HIDDEN, {"mark": _mark_of(shown, 0), "told": told})
    return _prepare_total(shown) if shown.is_total else _prepare_session(shown)


def _prepare_total(shown: Shown) -> Render:
    event = load_event_standings(shown.tournament)
    if shown.name:
        event = replace(event, rows=tuple(row for row in event.rows if _is_called(row, shown.name)))
    context = {
        "tournament": shown.tournament,
        "event": event,
        "mark": _total_mark(shown, event.mark),
        "name": shown.name,
    }
    return partial(render_to_string, TOTAL, context)


def _prepare_session(shown: Shown) -> Render:
    snapshot = latest_standings(shown.session)
    is_last = snapshot is not None and is_final(shown.tournament, [snapshot.is_awaited])  # type: ignore[attr-defined]
    table = ranking_table(shown.session, snapshot, keeps_lines=shown.visit.has_alternated)
    if shown.is_alternated:
        table = replace(table, rows=tuple(in_alternated_order(table.rows)))
    if side := SIDES.get(shown.order):
        table = replace(table, rows=tuple(in_order_of(side, table.rows)))
    shows_moves = snapshot is not None and not shown.order and not is_last
    context = {
        "tournament": shown.tournament,
        "snapshot": snapshot,
        "mark": _mark_of(shown, snapshot.version if snapshot else 0, is_last),
        "is_final": is_last,
        "is_part": shown.is_part,
        "table": table.only(lambda row: _is_called(row, shown.name)) if shown.name else table,
        "is_alternated": shown.is_alternated,
        "order": shown.order,
        "asked": shown.asked,
        "sorts": f"&{shown.asked[1:]}" if shown.asked else "",
        "has_bars": True,
        "before": earlier_places(snapshot, shown.visit.round_count) if snapshot and shows_moves else {},
    }
    return partial(render_to_string, FRAGMENT, context)


def _is_called(row: AddedUp, name: str) -> bool:
    """Whether a player, a team or one of its members bears the name."""
    names = [row.entry.public_name, row.entry.partners]
    if row.entry.name:
        names += [member.person.public_name for member in row.entry.members.all()]
    return any(base_letters(name) in base_letters(own) for own in names)
