"""People and clubs as public addresses name them: found, or 404 as if they did not exist."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from common.requests.limits import count_wrong_link
from tournaments.base.queries.teams import is_entry_of
from tournaments.core.naming import NameStyle
from tournaments.models import Club, Entry, Person, Tournament
from tournaments.people.services.person_links import find_person
from tournaments.seasons.queries.seasons import announcing_clubs, showing_clubs


def find_shown_club(slug: str, *related: str) -> Club:
    """The club of this slug; 404 for one without a public or announced event, as if it did not exist.

    Args:
        related: relations to read in the same query.
    """
    return get_object_or_404((showing_clubs() | announcing_clubs()).select_related(*related), slug=slug)


def find_named_person(pk: int) -> Person:
    """Somebody whose full name anybody may read, in a club that shows events, or 404. One query."""
    people = Person.objects.select_related("club").filter(club__in=showing_clubs())
    person = get_object_or_404(people, pk=pk)
    if person.public_style is not NameStyle.FULL:
        raise Http404
    return person


def find_own_person(request: HttpRequest, secret: str) -> Person:
    """Whose private link this is, with club and account, or 404, counted. One query."""
    person = find_person(secret)
    if person is None:
        count_wrong_link(request)
        raise Http404
    return person


def find_own_entry(tournament: Tournament, person: Person) -> Entry:
    """For whom somebody plays in a tournament, or 404. One query."""
    found = tournament.entries.select_related("person").filter(is_entry_of(person)).first()
    if found is None:
        raise Http404
    return found
