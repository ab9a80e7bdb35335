"""The page of a competition's ranking, over all sites or for one, and its live part."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from common.live.notifying import answer_live_poll
from common.web_server.policy import shared_between_anonymous_clients, shared_poll
from tournaments.base.queries.showing import waiting_for_all
from tournaments.base.web.showing import describe_waiting
from tournaments.core.showing import Moment, Part
from tournaments.enums import CompetitionKind, Visibility
from tournaments.models import Competition, CompetitionMember
from tournaments.seasons.queries.competition_standings import (
    competition_measure,
    competition_rows,
    latest_ranking,
    load_received,
    members_of,
    of_site,
    site_names,
)
from tournaments.seasons.queries.site_deals import sites_of
from tournaments.seasons.words.sites import unranked
from tournaments.work.topics import competition_topic


@shared_between_anonymous_clients
@require_safe
@never_cache
def competition_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the ranking of all players, or of the site `?lieu=`."""
    competition = _find(slug)
    context = _context(request, competition, members_of(competition))
    return render(request, "tournaments/seasons/public/competition.html", context)


@shared_poll
@require_safe
@never_cache
def competition_live(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the ranking alone, or 204 if the page has the current version."""
    competition = _find(slug)

    def build_response() -> HttpResponse:
        members = members_of(competition)
        if request.GET.get("shown") == _mark(competition, members, _waits(members)):
            return HttpResponse(status=204)
        context = _context(request, competition, members)
        return render(request, "tournaments/seasons/public/_competition.html", context)

    return answer_live_poll(request, competition_topic(competition.pk), answer=build_response)


def _find(slug: str) -> Competition:
    return get_object_or_404(
        Competition.objects.select_related("club"), slug=slug, visibility=Visibility.PUBLIC
    )


def _waits(members: Sequence[CompetitionMember]) -> Moment | None:
    """Return the moment before which the ranking is hidden, or None."""
    # the ranking shows results of all its tournaments: one hidden event hides it
    return waiting_for_all([member.tournament for member in members])


def _mark(competition: Competition, members: Sequence[CompetitionMember], waits: Moment | None) -> str:
    showing_versions = sum(member.tournament.showing_version for member in members)
    return f"{competition.version}-{showing_versions}{waits or ''}"


def _context(
    request: HttpRequest, competition: Competition, members: Sequence[CompetitionMember]
) -> dict[str, Any]:
    is_simultaneous = competition.kind == CompetitionKind.SIMULTANEOUS
    sites = sites_of(members) if is_simultaneous else []
    waits = _waits(members)
    names = site_names(competition, members)
    rows = competition_rows(latest_ranking(competition), names) if waits is None else []
    site_key = request.GET.get("lieu", "")
    if site_key and site_key not in names:
        raise Http404
    return {
        "competition": competition,
        "is_simultaneous": is_simultaneous,
        "unranked": unranked(sites, load_received(competition, members)),
        "members": members,
        "sites": names if is_simultaneous else {},
        "site": site_key,
        "rows": of_site(rows, site_key) if site_key else rows,
        "measure": competition_measure(competition, members),
        "mark": _mark(competition, members, waits),
        "told": describe_waiting(Part.RANKING, waits),
    }
