"""People and clubs that somebody follows: kept with the account, without one on the device."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.base.web.device import kept_of, toggle_followed
from tournaments.seasons.queries.follows import list_followed_clubs, list_followed_people
from tournaments.seasons.web.finding import find_named_person, find_shown_club


@require_safe
@never_cache
def follows(request: HttpRequest) -> HttpResponse:
    """What those whom one follows have played last, and what the clubs play next."""
    kept = kept_of(request)
    context = {
        "people": list_followed_people(kept.people),
        "clubs": list_followed_clubs(kept.clubs),
    }
    return render(request, "tournaments/site/public/follows.html", context)


@require_POST
def follow_person(request: HttpRequest, pk: int) -> HttpResponse:
    """Follow somebody who agrees to be named, or no longer."""
    person = find_named_person(pk)
    response = redirect("public-person", person.pk)
    toggle_followed(request, response, person)
    return response


@require_POST
def follow_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Follow a club, or no longer."""
    club = find_shown_club(slug)
    response = redirect("public-ladders", club.slug)
    toggle_followed(request, response, club)
    return response
