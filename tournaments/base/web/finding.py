"""Lookup of the object that a URL names, together with the check of the user's right.

An anonymous visitor without the right gets `PermissionDenied` like any other user. The 403 handler redirects
them to the sign-in page, which leads back (`tournaments.site.web.refusals`).
"""

from django.core.exceptions import PermissionDenied
from django.db.models import Count
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.base.access import (
    CARD_RIGHTS,
    Access,
    Right,
    Visitor,
    access_to,
    has_right,
    may_manage_club,
    may_own_club,
    obstacles,
    possible_readers,
    rights_in,
    tables_of_captain,
)
from tournaments.base.prepared import PreparedModels
from tournaments.base.queries.progress import is_played_out
from tournaments.base.queries.sessions import current_session, find_session
from tournaments.base.web.search_engines import open_archive
from tournaments.base.words.copies import copy_sentence
from tournaments.base.words.event_language import use_event_words
from tournaments.core.formats.registry import find_format
from tournaments.models import Club, Entry, Session, Tournament


class CardsRefused(PermissionDenied):
    """Sealed cards are refused to a user whose role would allow them.

    It holds the reason and the `slug` of the tournament.
    """

    def __init__(self, reason: str, slug: str) -> None:
        super().__init__(reason)
        self.slug = slug


class WrittenElsewhere(PermissionDenied):
    """Refused change of an event that another installation writes. It holds the reason and the `slug`."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(copy_sentence(tournament))
        self.slug = tournament.slug


def find_tournament(request: HttpRequest, slug: str, right: Right) -> Tournament:
    """Return the tournament of this slug if the user has `right` in it. Two queries, one for a visitor.

    It comes with its club and `session_count`, the number of its sessions.

    Raises:
        Http404: no such tournament, or the user has no right in it at all.
        PermissionDenied: the user has other rights but not this one, or is not signed in on an organiser's
            page.
        CardsRefused: the sealed cards are refused, with the reason.
        WrittenElsewhere: the event is a copy, which can only be read.
    """
    return find_access(request, slug, right)[0]


def find_access(request: HttpRequest, slug: str, right: Right) -> tuple[Tournament, Access]:
    """Return the tournament as `find_tournament` does, and the user's rights in it. The same queries."""
    tournament = _TOURNAMENT.first(slug)
    access = access_to(request.user, tournament) if tournament else Access(frozenset())
    if tournament is not None and (right in access.rights or _may_read_all_cards(request, tournament, right)):
        open_archive(request, tournament, right)
        use_event_words(tournament)
        return tournament, access
    if tournament is not None and right in CARD_RIGHTS:
        refuse_cards(request.user, tournament)
    if tournament is not None and tournament.writer and Right.READ_DESK in access.rights:
        raise WrittenElsewhere(tournament)
    # a visitor is sent to sign in; a user without rights must not learn that the event exists
    if access.rights or (right is not Right.VIEW and not request.user.is_authenticated):
        raise PermissionDenied
    raise Http404


def find_dealt_tournament(request: HttpRequest, slug: str, right: Right) -> Tournament:
    """Return a tournament as `find_tournament` does, if its deals are prepared in étuis.

    Raises:
        Http404: also if the cards are dealt at the tables.
    """
    tournament = find_tournament(request, slug, right)
    if not find_format(tournament.format).needs_dealt_boards:
        raise Http404
    return tournament


def _may_read_all_cards(request: HttpRequest, tournament: Tournament, right: Right) -> bool:
    """Return whether all cards are requested and the user may read them all by now. Two queries."""
    return right is Right.SEE_DEALS and has_right(request.user, tournament, right)


def find_for_table(request: HttpRequest, slug: str, table_number: int) -> Tournament:
    """Return the tournament if the user may enter the results of this table.

    The user has the right to enter results, or is captain of the table.

    Queries as `find_tournament`; five for a captain.
    """
    try:
        return find_tournament(request, slug, Right.ENTER_RESULTS)
    except PermissionDenied:
        tournament = find_tournament(request, slug, Right.ENTER_TABLE)
        if table_number not in tables_of_captain(request.user, tournament):
            raise
        return tournament


def list_captain_tables(request: HttpRequest, tournament: Tournament) -> list[int] | None:
    """Return the tables to which a user who enters results is limited; None for all tables. Two queries."""
    is_free = has_right(request.user, tournament, Right.ENTER_RESULTS)
    return None if is_free else tables_of_captain(request.user, tournament)


def refuse_cards(user: Visitor, tournament: Tournament) -> None:
    """Raise `CardsRefused` if a role would allow the cards and only another condition fails.

    Three queries.
    """
    reason = why_no_cards(user, tournament)
    if reason:
        raise CardsRefused(reason, tournament.slug)


def why_no_cards(user: Visitor, tournament: Tournament) -> str:
    """Return why a user whose role would allow it may not read all sealed cards.

    Return "" for any other user, and in an event without dealt boards: it has no cards.
    """
    if not find_format(tournament.format).needs_dealt_boards:
        return ""
    rights = rights_in(user, tournament)
    if Right.SEE_DEALS in rights:
        return ""
    if Right.READ_HANDS in rights:
        return _why_not_all(user, tournament)
    if not isinstance(user, User) or not possible_readers(tournament).filter(pk=user.pk).exists():
        return ""
    return _(
        "Vous n’êtes pas nommé pour lire les mains de ce tournoi. Le directeur "
        "nomme les lecteurs sur la page des étuis."
    )


def _why_not_all(user: Visitor, tournament: Tournament) -> str:
    """Return why a named reader may not read all cards: they play here or in an event with the same cards."""
    card_obstacles = obstacles(user, tournament)
    # after the last result here, only the other events keep the cards
    if access_to(user, tournament).plays and not (card_obstacles and is_played_out(tournament)):
        return _(
            "Vous jouez ce tournoi : vous ne pouvez lire que les mains des étuis que vous avez joués, ou"
            " que toutes les tables ont joués. Vous lirez les autres après le dernier résultat. Pour"
            " préparer les étuis, il faut un lecteur qui ne joue pas."
        )
    if not card_obstacles:
        return ""
    values = {"event": card_obstacles[0].twin.session.tournament.name}
    if card_obstacles[0].plays:
        reason = _(
            "Les mêmes cartes servent dans « %(event)s », que vous jouez : vous ne pourrez les lire"
            " qu’après son dernier résultat. Pour préparer les étuis, il faut un lecteur qui n’y joue pas."
        )
    else:
        reason = _(
            "Les mêmes cartes servent dans « %(event)s », qui n’est pas terminé et ne vous nomme pas "
            "parmi ses lecteurs. Faites-vous nommer là-bas aussi, sur la page de ses étuis."
        )
    return reason % values


def find_club(request: HttpRequest, slug: str) -> Club:
    """Return the club of this slug if the user keeps it. Two queries.

    Raises:
        Http404: no such club, or the user does not keep it.
        PermissionDenied: not signed in.
    """
    if not request.user.is_authenticated:
        raise PermissionDenied
    club = get_object_or_404(Club, slug=slug)
    if not may_manage_club(request.user, club):
        raise Http404
    return club


def find_own_club(request: HttpRequest, slug: str) -> Club:
    """Return the club of this slug if the user owns it. Three queries.

    Raises:
        Http404, PermissionDenied: as `find_club`; also PermissionDenied for a keeper who is no owner.
    """
    club = find_club(request, slug)
    if not may_own_club(request.user, club):
        raise PermissionDenied
    return club


def find_tournament_entry(tournament: Tournament, pk: int) -> Entry:
    """Return an entry of the tournament with its person, or raise Http404. One query."""
    return get_object_or_404(tournament.entries.select_related("person"), pk=pk)


def find_requested_session(request: HttpRequest, tournament: Tournament) -> Session:
    """Return the session of `?seance=`, without it the current one. Raise Http404 for none. One query."""
    number = requested_session_number(request)
    session = current_session(tournament) if number is None else find_session(tournament, number)
    if session is None:
        raise Http404
    return session


def requested_session_number(request: HttpRequest) -> int | None:
    """Return the number in `?seance=`, None without it. Raise Http404 if it is no number of a session."""
    text = request.GET.get("seance", "")
    if text and not (text.isdecimal() and len(text) < 5):
        raise Http404
    return int(text) if text else None


def signed_in_user(request: HttpRequest) -> User:
    """Return the user, after the check of a right that no visitor has."""
    assert isinstance(request.user, User)
    return request.user


_TOURNAMENT = PreparedModels(
    lambda slug: Tournament.objects.filter(slug=slug).annotate(session_count=Count("sessions")),
    str,
    related=("club",),
)
"""The query with which nearly every page begins: to build its SQL takes three times as long as to run it."""
