"""Lookup of the objects that a URL names, together with the check of the user's right, for the API."""

from django.http import Http404
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request

from tournaments.api.v1.queries import requested_session_of_program
from tournaments.base.access import Access, Right, access_to
from tournaments.base.queries.sessions import current_session, find_session
from tournaments.base.words.event_language import use_event_words
from tournaments.models import Session, Tournament


def find_session_for_program(request: Request, slug: str, right: Right) -> tuple[Session, Access]:
    """Return the session of `?session=`, else the current one, with the user's rights, if they have `right`.

    Three queries, two for a visitor.

    Raises:
        Http404: no such tournament or session, or the user has no right in it at all.
        ValidationError: `?session=` is no number of a session.
        NotAuthenticated, PermissionDenied: the user has other rights but not this one.
    """
    tournament = Tournament.objects.select_related("club").filter(slug=slug).first()
    access = access_to(request.user, tournament) if tournament else Access(frozenset())
    if tournament is None or not access.rights:
        raise Http404
    if right not in access.rights:
        raise PermissionDenied if request.user.is_authenticated else NotAuthenticated
    use_event_words(tournament)
    number = requested_session_of_program(request)
    session = current_session(tournament) if number is None else find_session(tournament, number)
    if session is None:
        raise Http404
    session.tournament = tournament
    return session, access
