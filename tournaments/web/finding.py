"""Finding what an address names and checking the right to it, in one step.

An anonymous visitor who lacks a right gets `PermissionDenied` like anybody; the 403 handler sends
him to the sign-in page, which brings him back (`tournaments.web.refusals`).
"""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from accounts.models import User
from tournaments.access import Right, may_manage_club, rights_in
from tournaments.models import Club, Entry, Session, Tournament


def find_tournament(request: HttpRequest, slug: str, right: Right) -> Tournament:
    """The tournament of this slug, with its club, for somebody who has `right` in it. Three queries.

    Raises:
        Http404: there is none, or the person may not know of it (no right in it at all).
        PermissionDenied: known but not allowed, or not signed in on an organiser's page.
    """
    tournament = Tournament.objects.select_related("club").filter(slug=slug).first()
    rights = rights_in(request.user, tournament) if tournament else frozenset[Right]()
    if tournament is not None and right in rights:
        return tournament
    if rights or (right is not Right.VIEW and not request.user.is_authenticated):
        raise PermissionDenied
    raise Http404


def find_club(request: HttpRequest, slug: str) -> Club:
    """The club of this slug, for somebody who keeps it. Two queries.

    Raises:
        Http404: there is none, or the person does not keep it.
        PermissionDenied: not signed in.
    """
    if not request.user.is_authenticated:
        raise PermissionDenied
    club = get_object_or_404(Club, slug=slug)
    if not may_manage_club(request.user, club):
        raise Http404
    return club


def find_entry(tournament: Tournament, pk: int) -> Entry:
    """An entry of the tournament with its person, or 404. One query."""
    return get_object_or_404(tournament.entries.select_related("person"), pk=pk)


def only_session(tournament: Tournament) -> Session:
    """The tournament's first session: the only one of the formats that exist. One query."""
    return tournament.sessions.select_related("deal_set", "tournament__club").get(number=1)


def signed_in(request: HttpRequest) -> User:
    """The user, once a right has been checked that no visitor has."""
    assert isinstance(request.user, User)
    return request.user
