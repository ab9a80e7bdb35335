"""Who sits where in every round, with which étuis."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.base.web.device import own_entries
from tournaments.base.web.visits import visit_session
from tournaments.seating.queries.seats import itineraries, load_sections


@require_safe
def seats_page(request: HttpRequest, slug: str) -> HttpResponse:
    visit = visit_session(request, slug)
    rounds = load_sections(visit.session)
    own = own_entries(request, visit.tournament)
    context = {
        "visit": visit,
        "tournament": visit.tournament,
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
    return render(request, "tournaments/seating/public/seats.html", context)
