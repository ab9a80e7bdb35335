"""Finding what an address names and checking the right to it, for programs."""

from django.http import Http404
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request

from tournaments.base.access import Access, Right, access_to
from tournaments.base.queries.sessions import current_session
from tournaments.models import Session, Tournament


def find_session(request: Request, slug: str, right: Right) -> tuple[Session, Access]:
    """The current session of a tournament, with it, for somebody who has `right` there, and what else he may.

    Three queries, two for a visitor.

    Raises:
        Http404: there is none, or the person may not know of it.
        NotAuthenticated, PermissionDenied: known but not allowed.
    """
    tournament = Tournament.objects.select_related("club").filter(slug=slug).first()
    access = access_to(request.user, tournament) if tournament else Access(frozenset())
    if tournament is None or not access.rights:
        raise Http404
    if right not in access.rights:
        raise PermissionDenied if request.user.is_authenticated else NotAuthenticated
    session = current_session(tournament)
    session.tournament = tournament
    return session, access
