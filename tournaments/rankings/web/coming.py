"""The address of the standings before there are any: it is printed and shared as the event's own."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect

from tournaments.entries.services.registrations import find_announced


def before_the_standings(slug: str) -> HttpResponse:
    """To where players enter themselves, for an event of which everybody may know already. Two queries.

    Raises:
        Http404: nobody may.
    """
    if find_announced(slug) is None:
        raise Http404
    return redirect("public-registrations", slug)
