"""The front page: the deal of the day on the felt, the evening that runs, rooms, clubs and events."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from common.web_server.policy import shared_between_anonymous_clients
from play.alone.services.beginning import daily_hand
from play.alone.web.beginners import player_of
from play.front.queries.front import list_clubs_and_competitions, list_rooms_to_enter, load_daily_field
from play.rooms.queries.presence import count_people_playing, known_people_playing
from tournaments.base.web.device import load_reader_choices
from tournaments.base.web.own_registrations import own_registrations
from tournaments.entries.queries.own_entries import list_evenings
from tournaments.enums import TournamentState
from tournaments.events.queries.public_events import RunningEvent, list_running, public_events
from tournaments.models import Entry
from tournaments.seasons.queries.podiums import list_played

SHOWN_FINISHED = 8
"""Number of the latest finished evenings on the front page. Older ones are on the page of their club."""
SHOWN_OWN = 3
"""Number of the reader's own latest evenings, shown if the reader has chosen their name."""


@dataclass(frozen=True, slots=True)
class FirstEvening:
    """An evening under way with which the page begins."""

    event: RunningEvent
    entry: Entry | None
    """Entry of the reader in it."""


@shared_between_anonymous_clients
@require_safe
def front_page(request: HttpRequest) -> HttpResponse:
    now, day, player = timezone.now(), timezone.localdate(), player_of(request)
    events = public_events()
    preferences = load_reader_choices(request)
    under_way = list_running(events.running, now)
    running = [event for event in under_way if not event.is_complete]
    own_evenings, followed_evenings = list_evenings(preferences.own, preferences.people, SHOWN_OWN)
    first = own_running(running, own_evenings, preferences.clubs)
    upcoming = list(events.upcoming)
    clubs, competitions = list_clubs_and_competitions()
    finished = list_played(events.finished[:SHOWN_FINISHED])
    context = {
        "now": now,
        "day": day,
        "hand": daily_hand(day),
        "field": load_daily_field(day, player.device, player.owner),
        "rooms": list_rooms_to_enter(now),
        # a signed-in reader's page costs more queries already
        "playing": known_people_playing() if request.user.is_authenticated else count_people_playing(now),
        "own_evenings": own_evenings,
        "followed_evenings": followed_evenings,
        "follows": preferences.people or preferences.clubs,
        "open_to_players": [event for event in upcoming if event.state == TournamentState.DRAFT],
        "running": running,
        "first": first,
        "others": [event for event in running if event not in [evening.event for evening in first]],
        "provisional": [event for event in under_way if event.is_complete],
        "coming": [event for event in upcoming if event.state == TournamentState.SEATED],
        "own_registrations": own_registrations(request, *upcoming),
        "finished": finished,
        "sample": finished[0].tournament if finished else None,
        "competitions": competitions,
        "clubs": clubs,
    }
    return render(request, "play/front/front_page.html", context)


def own_running(
    running: Sequence[RunningEvent], own_evenings: Sequence[Entry], followed_clubs: Collection[int]
) -> list[FirstEvening]:
    """Return the evenings with which the page begins: those that the reader plays, and those of their clubs.

    In a hall all evenings under way are among them.
    """
    entries = {entry.tournament_id: entry for entry in own_evenings}
    own_clubs = {*followed_clubs, *(entry.tournament.club_id for entry in own_evenings)}
    evenings = [
        FirstEvening(event, entries.get(event.tournament.pk))
        for event in running
        if settings.ETUI_IS_IN_HALL or event.tournament.pk in entries or event.tournament.club_id in own_clubs
    ]
    return sorted(evenings, key=lambda evening: evening.entry is None)
