"""Lookup of people and clubs by their public addresses, with 404 for private ones."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from accounts.refusals import count_wrong_link
from tournaments.base.queries.teams import is_entry_of
from tournaments.core.naming import NameStyle
from tournaments.models import Club, Entry, Person, Tournament
from tournaments.people.services.person_links import find_person
from tournaments.seasons.queries.seasons import announcing_clubs, showing_clubs


def find_shown_club(slug: str, *related: str) -> Club:
    """Return the club of this slug; 404 without a public or announced event, as for an unknown slug.

    Args:
        related: relations to read in the same query.
    """
    return get_object_or_404((showing_clubs() | announcing_clubs()).select_related(*related), slug=slug)


def find_named_person(pk: int) -> Person:
    """Return a person whose full name is public, in a club with public events, or 404. One query."""
    people = Person.objects.select_related("club").filter(club__in=showing_clubs())
    person = get_object_or_404(people, pk=pk)
    if person.public_style is not NameStyle.FULL:
        raise Http404
    return person


def find_own_person(request: HttpRequest, secret: str) -> Person:
    """Return the person of a private link, with club and account, or 404. One query."""
    person = find_person(secret)
    if person is None:
        # counted, so that secrets cannot be guessed
        count_wrong_link(request)
        raise Http404
    return person


def find_own_entry(tournament: Tournament, person: Person) -> Entry:
    """Return the entry for which a person plays in a tournament, or 404. One query."""
    entry = tournament.entries.select_related("person").filter(is_entry_of(person)).first()
    if entry is None:
        raise Http404
    return entry
