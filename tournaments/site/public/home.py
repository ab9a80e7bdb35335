"""The home page: the tournaments that anybody may look at."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.base.web.device import kept_of
from tournaments.base.web.own_registrations import own_registrations
from tournaments.core.alphabet import sort_key
from tournaments.entries.queries.own_entries import list_evenings
from tournaments.enums import TournamentState, Visibility
from tournaments.events.queries.public_events import list_running, public_events
from tournaments.models import Club, Competition, Tournament
from tournaments.seasons.queries.podiums import list_played

SHOWN_FINISHED = 12
"""The latest finished evenings on the front page; older ones are on their club's."""
SHOWN_OWN = 3
"""The latest evenings of the reader himself, where he said who he is."""


@require_safe
def home_page(request: HttpRequest) -> HttpResponse:
    events = public_events()
    begun = Tournament.objects.filter(visibility=Visibility.PUBLIC, is_practice=False).exclude(
        state=TournamentState.DRAFT
    )
    kept = kept_of(request)
    own_evenings, followed_evenings = list_evenings(kept.own, kept.people, SHOWN_OWN)
    context = {
        "own_evenings": own_evenings,
        "followed_evenings": followed_evenings,
        "follows": kept.people or kept.clubs,
        "open_to_players": events.open_to_players,
        "running": list_running(events.running, timezone.now()),
        "coming": events.coming,
        "own_registrations": own_registrations(request, *events.open_to_players, *events.coming),
        "finished": list_played(events.finished[:SHOWN_FINISHED]),
        "competitions": Competition.objects.filter(visibility=Visibility.PUBLIC).select_related("club"),
        "clubs": sorted(
            Club.objects.filter(tournaments__in=begun).distinct(), key=lambda club: sort_key(club.name)
        ),
    }
    return render(request, "tournaments/site/public/home.html", context)
