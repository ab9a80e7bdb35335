"""Lookup of the objects that a URL names, together with the check of the user's right, for the API."""

from dataclasses import replace

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request

from common.errors import AppError
from tournaments.api.v1.queries import requested_session_of_program
from tournaments.api.v1.tokens import rights_left_by_scope
from tournaments.base.access import Access, Right, access_to
from tournaments.base.queries.sessions import current_session, find_session
from tournaments.base.words.event_language import use_event_words
from tournaments.models import Session, Tournament


class ScopeTooSmall(AppError):
    """Refusal of a token whose scope leaves out a right that its account has (`scope_too_small`)."""

    status = 403


def find_event_for_program(request: Request, slug: str, right: Right) -> tuple[Tournament, Access]:
    """Return a tournament with the rights of the request in it, if `right` is one of them.

    Two queries, one for a visitor.

    Raises:
        Http404: no such tournament, or the user has no right in it at all.
        NotAuthenticated, PermissionDenied: the user has other rights but not this one.
        ScopeTooSmall: the user has the right, but the token does not.
    """
    tournament = Tournament.objects.select_related("club").filter(slug=slug).first()
    access = access_to(request.user, tournament) if tournament else Access(frozenset())
    if tournament is None or not access.rights:
        raise Http404
    rights = rights_left_by_scope(request, access.rights)
    if right in access.rights and right not in rights:
        raise ScopeTooSmall("scope_too_small", _("La portée de cette clé ne permet pas cela."))
    if right not in rights:
        raise PermissionDenied if request.user.is_authenticated else NotAuthenticated
    use_event_words(tournament)
    return tournament, replace(access, rights=rights)


def find_session_for_program(request: Request, slug: str, right: Right) -> tuple[Session, Access]:
    """Return the session of `?session=`, else the current one, with the rights of the request.

    Three queries, two for a visitor.

    Raises:
        Http404, NotAuthenticated, PermissionDenied, ScopeTooSmall: as `find_event_for_program`. Http404 also
            for a missing session.
        ValidationError: `?session=` is no number of a session.
    """
    tournament, access = find_event_for_program(request, slug, right)
    number = requested_session_of_program(request)
    session = current_session(tournament) if number is None else find_session(tournament, number)
    if session is None:
        raise Http404
    session.tournament = tournament
    return session, access
