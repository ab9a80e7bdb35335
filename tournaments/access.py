"""Who may do what: one predicate per right, over a user and a club or a tournament.

Rights come from a membership in the club (owner, organiser: everything in its tournaments) or from
a role in one tournament, for good or as long as an invitation lasts. A superuser may do everything.

Sealed cards need more than a role: to be named among the readers of the tournament. Somebody named who
plays reads, while results are missing, only what he has played or every table has.
"""

from collections.abc import Collection
from enum import StrEnum

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet, Value

from accounts.models import User
from tournaments.core.showing import Viewer
from tournaments.enums import EventRole, MembershipRole, TournamentState, Visibility
from tournaments.models import (
    Club,
    DealReader,
    Entry,
    EntryMember,
    Membership,
    Role,
    Substitution,
    Tournament,
)
from tournaments.queries.progress import is_played_out
from tournaments.queries.teams import is_played_by

Visitor = User | AnonymousUser


class Right(StrEnum):
    """What a page or an address lets somebody do in a tournament."""

    VIEW = "view"
    """Read standings, boards and players' reports."""
    PREPARE = "prepare"
    """Entries, seats, movement, visibility, state."""
    SEE_DEALS = "see_deals"
    """Read or print all the cards of a sealed set."""
    READ_HANDS = "read_hands"
    """Open the page of hands; somebody who plays finds there only those that he may know."""
    PRINT = "print"
    """Make and fetch documents that show no cards."""
    READ_RESULTS = "read_results"
    """The lists and histories of results, line by line."""
    ENTER_RESULTS = "enter_results"
    CHECK_RESULTS = "check_results"
    """Mark sheets as checked, without changing them."""
    RULE = "rule"
    """Give penalties and take them back."""
    RUN = "run"
    """The clock, the messages, the calls of the hall."""
    WELCOME = "welcome"
    """Who has arrived, who enters at the door, who has paid."""
    GIVE_ROLES = "give_roles"
    """Say who has which role; never by way of an invitation."""
    ENTER_TABLE = "enter_table"
    """Write the results of the tables whose captain one is, no others."""
    READ_DESK = "read_desk"
    """Open the organiser's pages of the tournament."""


KEEPS_CLUB, IS_NAMED, PLAYS = "keeps_club", "is_named", "plays"
_EVERYTHING = frozenset(Right)
CARD_RIGHTS = frozenset({Right.SEE_DEALS, Right.READ_HANDS})
"""What a role only makes possible: it takes being named, too."""
LASTING_RIGHTS = frozenset({Right.GIVE_ROLES})
"""What no invitation gives: who is invited for an evening does not make others stay."""
RIGHTS_BY_ROLE: dict[EventRole, frozenset[Right]] = {
    EventRole.DIRECTOR: _EVERYTHING,
    EventRole.REFEREE: frozenset(
        {
            Right.VIEW,
            Right.READ_DESK,
            *CARD_RIGHTS,
            Right.PRINT,
            Right.READ_RESULTS,
            Right.ENTER_RESULTS,
            Right.CHECK_RESULTS,
            Right.RULE,
            Right.RUN,
        }
    ),
    EventRole.SCORER: frozenset(
        {Right.VIEW, Right.READ_DESK, Right.PRINT, Right.READ_RESULTS, Right.ENTER_RESULTS}
    ),
    EventRole.CHECKER: frozenset({Right.VIEW, Right.READ_DESK, Right.READ_RESULTS, Right.CHECK_RESULTS}),
    EventRole.TREASURER: frozenset({Right.VIEW, Right.READ_DESK, Right.WELCOME}),
    EventRole.SCREEN: frozenset({Right.VIEW}),
    EventRole.TABLE: frozenset({Right.ENTER_TABLE}),
}


def rights_in(user: Visitor, tournament: Tournament) -> frozenset[Right]:
    """All rights of a user in a tournament.

    Two queries at most, none for a visitor; one more for a named reader who plays.
    """
    rights: frozenset[Right] = frozenset()
    if tournament.visibility == Visibility.PUBLIC and has_begun(tournament):
        rights |= {Right.VIEW}
    if not isinstance(user, User) or not user.is_active:
        return rights
    bonds = _bonds(user, tournament)
    if KEEPS_CLUB in bonds or user.is_superuser:
        rights = _EVERYTHING
    else:
        in_force = Role.objects.in_force().filter(user=user, tournament=tournament)
        rights = rights.union(*(rights_of_role(*role) for role in in_force.values_list("role", "invitation")))
    if IS_NAMED not in bonds:
        return rights - CARD_RIGHTS
    return rights - {Right.SEE_DEALS} if PLAYS in bonds and not is_played_out(tournament) else rights


def rights_of_role(role: str, invitation: int | None = None) -> frozenset[Right]:
    """What a role gives, for good or by an invitation."""
    rights = RIGHTS_BY_ROLE[EventRole(role)]
    return rights if invitation is None else rights - LASTING_RIGHTS


def _bonds(user: User, tournament: Tournament) -> frozenset[str]:
    """What ties a user to a tournament, of `KEEPS_CLUB`, `IS_NAMED` and `PLAYS`. One query.

    A union of the answers: it costs less than half of as many subqueries on every page.
    """
    answers = (
        (KEEPS_CLUB, Membership.objects.filter(user=user, club=tournament.club_id)),
        (IS_NAMED, DealReader.objects.filter(user=user, tournament=tournament)),
        (PLAYS, Entry.objects.filter(person__user=user, tournament=tournament)),
        (PLAYS, EntryMember.objects.filter(person__user=user, tournament=tournament)),
        (PLAYS, Substitution.objects.filter(person__user=user, session__tournament=tournament)),
    )
    first, *others = (rows.order_by().values_list(Value(bond), flat=True) for bond, rows in answers)
    return frozenset(first.union(*others))


def has_begun(tournament: Tournament) -> bool:
    """Whether seats have been fixed once. No query, one while a session is prepared."""
    is_prepared = tournament.state == TournamentState.DRAFT
    return not is_prepared or tournament.sessions.filter(number__gt=1).exists()


def has_right(user: Visitor, tournament: Tournament, right: Right) -> bool:
    """Whether the user may do this in the tournament."""
    return right in rights_in(user, tournament)


def viewer_in(user: Visitor, tournament: Tournament, entry: Entry | None = None) -> Viewer:
    """As whom somebody looks at what a tournament shows; at his own page, by his account, as its player.

    No query for a visitor, three for others, one more for the page of an `entry`.
    """
    if not isinstance(user, User):
        return Viewer.EVERYBODY
    if has_right(user, tournament, Right.READ_DESK):
        return Viewer.DESK
    own = Entry.objects.filter(is_played_by(user), pk=entry.pk) if entry else Entry.objects.none()
    return Viewer.PLAYER if own.exists() else Viewer.EVERYBODY


def may_manage_club(user: Visitor, club: Club) -> bool:
    """Whether the user keeps the club's register and makes its tournaments. One query."""
    if not isinstance(user, User) or not user.is_active:
        return False
    return user.is_superuser or Membership.objects.filter(user=user, club=club).exists()


def may_own_club(user: Visitor, club: Club) -> bool:
    """Whether the user says who keeps the club. One query."""
    if not isinstance(user, User) or not user.is_active:
        return False
    owners = Membership.objects.filter(user=user, club=club, role=MembershipRole.OWNER)
    return user.is_superuser or owners.exists()


def tables_of_captain(user: Visitor, tournament: Tournament) -> list[int]:
    """Numbers of the tables whose captain the user is, in order. One query."""
    if not isinstance(user, User) or not user.is_active:
        return []
    roles = Role.objects.in_force().filter(user=user, tournament=tournament, table_number__isnull=False)
    return [
        number for number in roles.order_by("table_number").values_list("table_number", flat=True) if number
    ]


def possible_readers(tournament: Tournament) -> QuerySet[User]:
    """Everybody who could be named to read the cards, by a role, the club or as a superuser, by name."""
    roles = [role for role, rights in RIGHTS_BY_ROLE.items() if rights & CARD_RIGHTS]
    in_event = Role.objects.in_force().filter(tournament=tournament, role__in=roles)
    could = Q(is_superuser=True) | Q(memberships__club=tournament.club_id) | Q(pk__in=in_event.values("user"))
    return User.objects.filter(could, is_active=True).distinct().order_by("name", "pk")


def clubs_managed_by(user: Visitor) -> Collection[Club]:
    """Clubs whose register and tournaments the user keeps, by name. One query."""
    if not isinstance(user, User) or not user.is_active:
        return []
    clubs = Club.objects.all() if user.is_superuser else Club.objects.filter(memberships__user=user)
    return list(clubs.order_by("name"))


def captained_by(user: Visitor) -> QuerySet[Tournament]:
    """Tournaments in which the user is captain of a table, latest first."""
    if not isinstance(user, User) or not user.is_active:
        return Tournament.objects.none()
    roles = Role.objects.in_force().filter(user=user, table_number__isnull=False)
    return Tournament.objects.filter(pk__in=roles.values("tournament"))


def desks_of(user: Visitor) -> QuerySet[Tournament]:
    """Tournaments whose desk the user may open, latest first, with their club."""
    rows = Tournament.objects.select_related("club")
    if not isinstance(user, User) or not user.is_active:
        return rows.none()
    if user.is_superuser:
        return rows
    roles = [role for role, rights in RIGHTS_BY_ROLE.items() if Right.READ_DESK in rights]
    in_events = Role.objects.in_force().filter(user=user, role__in=roles)
    works_there = Q(club__memberships__user=user) | Q(pk__in=in_events.values("tournament"))
    return rows.filter(works_there).distinct()
