"""Who sits where, with which étuis: the position that is played, any other, or all of them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.base.queries.rounds import current_round
from tournaments.base.web.device import own_entries
from tournaments.base.web.visits import visit_session
from tournaments.seating.queries.seats import itineraries, load_sections

ALL = "toutes"


@require_safe
def seats_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The position that is played; another with `?position=3`, every one with `?position=toutes`."""
    visit = visit_session(request, slug)
    sections = load_sections(visit.session)
    own = own_entries(request, visit.tournament)
    played = current_round(visit.session)
    numbers = range(1, 1 + max((len(rounds) for _section, rounds in sections), default=0))
    shown = _asked_round(request, numbers, played)
    context = {
        "visit": visit,
        "tournament": visit.tournament,
        "tab": "seats",
        "numbers": numbers,
        "played": played,
        "shown": shown,
        "sections": [
            (section, [each for each in rounds if shown is None or each.number == shown])
            for section, rounds in sections
        ],
        "own": own,
        "own_places": [
            itinerary
            for _section, rounds in sections
            for itinerary in itineraries(rounds)
            if itinerary.entry.pk in own
        ],
    }
    return render(request, "tournaments/seating/public/seats.html", context)


def _asked_round(request: HttpRequest, numbers: range, played: int) -> int | None:
    """The number of the round asked for, else of the one that is played; None for all; 404 for no round."""
    written = request.GET.get("position", "")
    if not written:
        return played
    if written == ALL:
        return None
    if written not in map(str, numbers):
        raise Http404
    return int(written)
