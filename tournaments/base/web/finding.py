"""Finding what an address names and checking the right to it, in one step.

An anonymous visitor who lacks a right gets `PermissionDenied` like anybody; the 403 handler sends
him to the sign-in page, which brings him back (`tournaments.site.web.refusals`).
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
from tournaments.base.queries.progress import is_played_out
from tournaments.base.queries.sessions import current_session, find_session
from tournaments.base.web.search_engines import open_archive
from tournaments.models import Club, Entry, Session, Tournament


class CardsRefused(PermissionDenied):
    """Sealed cards of the tournament `slug` are kept from somebody whose role would allow them, and why."""

    def __init__(self, why: str, slug: str) -> None:
        super().__init__(why)
        self.slug = slug


def find_tournament(request: HttpRequest, slug: str, right: Right) -> Tournament:
    """The tournament of this slug, for somebody who has `right` in it. Two queries, one for a visitor.

    With it come its club and the number of its sessions, `session_count`.

    Raises:
        Http404: there is none, or the person may not know of it (no right in it at all).
        PermissionDenied: known but not allowed, or not signed in on an organiser's page.
        CardsRefused: sealed cards are kept back, and why.
    """
    return find_access(request, slug, right)[0]


def find_access(request: HttpRequest, slug: str, right: Right) -> tuple[Tournament, Access]:
    """The same with what else the person may do there. As many queries."""
    tournaments = Tournament.objects.select_related("club").annotate(session_count=Count("sessions"))
    tournament = tournaments.filter(slug=slug).first()
    access = access_to(request.user, tournament) if tournament else Access(frozenset())
    if tournament is not None and (right in access.rights or _reads_everything(request, tournament, right)):
        open_archive(request, tournament, right)
        return tournament, access
    if tournament is not None and right in CARD_RIGHTS:
        refuse_cards(request.user, tournament)
    if access.rights or (right is not Right.VIEW and not request.user.is_authenticated):
        raise PermissionDenied
    raise Http404


def _reads_everything(request: HttpRequest, tournament: Tournament, right: Right) -> bool:
    """Whether all the cards are asked for, by somebody who plays and may read them by now. Two queries."""
    return right is Right.SEE_DEALS and has_right(request.user, tournament, right)


def find_for_table(request: HttpRequest, slug: str, table_number: int) -> Tournament:
    """The tournament, for somebody who enters the results of this table: of any, or as its captain.

    As many queries as `find_tournament`; five for a captain.
    """
    try:
        return find_tournament(request, slug, Right.ENTER_RESULTS)
    except PermissionDenied:
        tournament = find_tournament(request, slug, Right.ENTER_TABLE)
        if table_number not in tables_of_captain(request.user, tournament):
            raise
        return tournament


def own_tables(request: HttpRequest, tournament: Tournament) -> list[int] | None:
    """The tables to which somebody is kept who enters results; None for those who enter all. Two queries."""
    is_free = has_right(request.user, tournament, Right.ENTER_RESULTS)
    return None if is_free else tables_of_captain(request.user, tournament)


def refuse_cards(user: Visitor, tournament: Tournament) -> None:
    """Raise `CardsRefused` when a role would allow the cards and only the rest is missing. Three queries."""
    why = why_no_cards(user, tournament)
    if why:
        raise CardsRefused(why, tournament.slug)


def why_no_cards(user: Visitor, tournament: Tournament) -> str:
    """Why somebody whose role would allow it may not read all sealed cards, "" when that is not so."""
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
    """Why a named reader may not read all of them: he plays, here or where the same cards are played."""
    kept = obstacles(user, tournament)
    if access_to(user, tournament).plays and not (kept and is_played_out(tournament)):
        return _(
            "Vous jouez ce tournoi : vous ne pouvez lire que les mains des étuis que vous avez joués, ou"
            " que toutes les tables ont joués. Vous lirez les autres après le dernier résultat. Pour"
            " préparer les étuis, il faut un lecteur qui ne joue pas."
        )
    if not kept:
        return ""
    told = {"event": kept[0].twin.session.tournament.name}
    if kept[0].plays:
        why = _(
            "Les mêmes cartes servent dans « %(event)s », que vous jouez : vous ne pourrez les lire"
            " qu’après son dernier résultat. Pour préparer les étuis, il faut un lecteur qui n’y joue pas."
        )
    else:
        why = _(
            "Les mêmes cartes servent dans « %(event)s », qui n’est pas terminé et ne vous nomme pas "
            "parmi ses lecteurs. Faites-vous nommer là-bas aussi, sur la page de ses étuis."
        )
    return why % told


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


def find_own_club(request: HttpRequest, slug: str) -> Club:
    """The club of this slug, for somebody who says who keeps it. Three queries.

    Raises:
        Http404, PermissionDenied: as `find_club`; who keeps it without owning it is told so.
    """
    club = find_club(request, slug)
    if not may_own_club(request.user, club):
        raise PermissionDenied
    return club


def find_entry(tournament: Tournament, pk: int) -> Entry:
    """An entry of the tournament with its person, or 404. One query."""
    return get_object_or_404(tournament.entries.select_related("person"), pk=pk)


def asked_session(request: HttpRequest, tournament: Tournament) -> Session:
    """The session that `?seance=` names, the current one without it, or 404. One query."""
    asked = asked_number(request)
    session = current_session(tournament) if asked is None else find_session(tournament, asked)
    if session is None:
        raise Http404
    return session


def asked_number(request: HttpRequest) -> int | None:
    """The number that `?seance=` gives, None without it; 404 for what is no number of a session."""
    asked = request.GET.get("seance", "")
    if asked and not (asked.isdecimal() and len(asked) < 5):
        raise Http404
    return int(asked) if asked else None


def signed_in(request: HttpRequest) -> User:
    """The user, once a right has been checked that no visitor has."""
    assert isinstance(request.user, User)
    return request.user
