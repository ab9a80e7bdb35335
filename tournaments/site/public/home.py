"""The home page: the public tournaments."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from common.web_server.policy import shared_between_anonymous_clients
from tournaments.base.web.device import load_reader_choices
from tournaments.base.web.own_registrations import own_registrations
from tournaments.core.alphabet import sort_key
from tournaments.entries.queries.own_entries import list_evenings
from tournaments.enums import Visibility
from tournaments.events.queries.public_events import list_running, public_events
from tournaments.models import Competition
from tournaments.seasons.queries.podiums import list_played
from tournaments.seasons.queries.seasons import showing_clubs

SHOWN_FINISHED = 12
"""Number of the latest finished evenings on the home page. Older ones are on the page of their club."""
SHOWN_OWN = 3
"""Number of the reader's own latest evenings, shown if the reader has chosen their name."""


@shared_between_anonymous_clients
@require_safe
def home_page(request: HttpRequest) -> HttpResponse:
    events = public_events()
    preferences = load_reader_choices(request)
    under_way = list_running(events.running, timezone.now())
    own_evenings, followed_evenings = list_evenings(preferences.own, preferences.people, SHOWN_OWN)
    context = {
        "own_evenings": own_evenings,
        "followed_evenings": followed_evenings,
        "follows": preferences.people or preferences.clubs,
        "open_to_players": events.open_to_players,
        "running": [event for event in under_way if not event.is_complete],
        "provisional": [event for event in under_way if event.is_complete],
        "coming": events.coming,
        "own_registrations": own_registrations(request, *events.open_to_players, *events.coming),
        "finished": list_played(events.finished[:SHOWN_FINISHED]),
        "competitions": Competition.objects.filter(visibility=Visibility.PUBLIC).select_related("club"),
        "clubs": sorted(showing_clubs(), key=lambda club: sort_key(club.name)),
    }
    return render(request, "tournaments/site/public/home.html", context)
