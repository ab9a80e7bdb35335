"""Who sits where in every round, with which étuis."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access import Right
from tournaments.queries.seats import itineraries, load_rounds
from tournaments.web.device import own_entries
from tournaments.web.finding import asked_session, find_tournament


@require_safe
def seats_page(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.VIEW)
    sections = asked_session(request, tournament).sections.select_related("movement")
    rounds = [(section, load_rounds(section)) for section in sections]
    own = own_entries(request, tournament)
    context = {
        "tournament": tournament,
        "tab": "seats",
        "sections": rounds,
        "own": own,
        "own_places": [
            itinerary
            for _section, section_rounds in rounds
            for itinerary in itineraries(section_rounds)
            if itinerary.entry.pk in own
        ],
    }
    return render(request, "tournaments/public/seats.html", context)
