"""Saying which player one is: his lines are marked, wherever the account is signed in or on this device."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournaments.base.access import Right
from tournaments.base.queries.teams import people_of
from tournaments.base.web.device import forget_as_own, own_entries, remember_as_own
from tournaments.base.web.finding import find_entry, find_tournament


@require_POST
def choose(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """Mark the lines of an entry from now on, or no longer."""
    tournament = find_tournament(request, slug, Right.VIEW)
    entry = find_entry(tournament, entry_id)
    response = redirect("public-player", slug, entry_id)
    if entry.pk in own_entries(request, tournament):
        forget_as_own(request, response, entry)
    else:
        remember_as_own(request, response, people_of(entry)[0])
    return response
