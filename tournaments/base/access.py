"""Rights of users: one predicate per right, for a user and a club or a tournament.

Rights come from one of two sources:

- a membership in the club (owner or organiser), which gives every right in its tournaments;
- a role in one tournament, permanent or for the time of an invitation.

A superuser has every right.

Sealed cards need more than a role: the user must be among the named readers of the tournament. While results
are missing, a named reader who plays sees only the boards that they or all tables have played. If other
events hold the same cards, a user also needs the right to see them there (decision 0021).
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from accounts.models import User
from tournaments.base.queries.involvement import involvement_of
from tournaments.base.queries.progress import is_played_out
from tournaments.base.queries.twins import Twin, live_twins
from tournaments.core.alphabet import sort_key
from tournaments.core.showing import Viewer
from tournaments.enums import EventRole, MembershipRole, TournamentState, Visibility
from tournaments.models import Club, Entry, Membership, Role, Session, Tournament

Visitor = User | AnonymousUser


class Right(StrEnum):
    """A user's permission for a kind of page or action in a tournament."""

    VIEW = "view"
    """Reading standings, boards and players' reports."""
    PREPARE = "prepare"
    """Changing entries, seats, movement, visibility and state."""
    SEE_DEALS = "see_deals"
    """Reading or printing all the cards of a sealed set."""
    READ_HANDS = "read_hands"
    """Opening the page of hands. A reader who plays sees there only the hands that they may know."""
    PRINT = "print"
    """Making and downloading documents that show no cards."""
    READ_RESULTS = "read_results"
    """Reading the lists and histories of results, line by line."""
    ENTER_RESULTS = "enter_results"
    CHECK_RESULTS = "check_results"
    """Marking sheets as checked, without changing them."""
    RULE = "rule"
    """Giving penalties and taking them back."""
    RUN = "run"
    """Running the clock, the messages and the calls of the hall."""
    WELCOME = "welcome"
    """Recording arrivals, entries at the reception and payments."""
    GIVE_ROLES = "give_roles"
    """Giving roles to users. No invitation includes it."""
    ENTER_TABLE = "enter_table"
    """Entering results at the tables of which the user is captain, and no others."""
    READ_DESK = "read_desk"
    """Opening the organiser's pages of the tournament."""


_EVERYTHING = frozenset(Right)
CARD_RIGHTS = frozenset({Right.SEE_DEALS, Right.READ_HANDS})
"""Rights that also require the user to be a named reader."""
LASTING_RIGHTS = frozenset({Right.GIVE_ROLES})
"""Rights that no invitation gives. A guest of one evening must not give lasting roles to others."""
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


COPY_RIGHTS = frozenset(
    {Right.VIEW, Right.READ_DESK, Right.PRINT, Right.READ_RESULTS, *CARD_RIGHTS, Right.GIVE_ROLES}
)
"""Rights that remain in the copy of an event that another installation writes: it can be read and printed."""


@dataclass(frozen=True, slots=True)
class Access:
    """A user's rights in a tournament and the entries for which they play."""

    rights: frozenset[Right]
    """Rights without `SEE_DEALS`, which needs further queries: see `rights_in`."""
    entry_ids: frozenset[int] = frozenset()
    """Entries for which the user plays: alone, in a team or as a substitute."""
    plays: bool = False
    """True if the user has such entries, or if a club has sent their address a tie request for a player.

    In both cases the cards stay hidden from them, even after a refusal of the request.
    """

    def viewer(self, entry: Entry | None = None) -> Viewer:
        """Return the kind of viewer for the public parts.

        At the page of their own `entry` a user is its player.
        """
        if Right.READ_DESK in self.rights:
            return Viewer.DESK
        return Viewer.PLAYER if entry is not None and entry.pk in self.entry_ids else Viewer.EVERYBODY


def access_to(user: Visitor, tournament: Tournament) -> Access:
    """Return a user's rights in a tournament and their entries there. One query, none for a visitor.

    Every page of a tournament begins with it. `SEE_DEALS` is left out: see `rights_in`.
    """
    rights: frozenset[Right] = frozenset()
    if tournament.visibility == Visibility.PUBLIC and has_begun(tournament):
        rights |= {Right.VIEW}
    if not isinstance(user, User) or not user.is_active:
        return Access(rights)
    involvement = involvement_of(user, tournament)
    if involvement.keeps_club or user.is_superuser:
        rights = _EVERYTHING
    else:
        rights = rights.union(*(rights_of_role(*role) for role in involvement.roles))
    if tournament.writer:
        rights &= COPY_RIGHTS
    if not involvement.is_named:
        # not even a director reads sealed cards without being named
        rights -= CARD_RIGHTS
    plays = bool(involvement.entry_ids) or involvement.is_said_to_play
    return Access(rights - {Right.SEE_DEALS}, involvement.entry_ids, plays)


def rights_in(user: Visitor, tournament: Tournament) -> frozenset[Right]:
    """Return all rights of a user in a tournament.

    Queries:
        one, none for a visitor; for a named reader two more, one more if they play, and those of `obstacles`.
    """
    access = access_to(user, tournament)
    # a reader who plays may see all cards only after the last result
    if Right.READ_HANDS not in access.rights or (access.plays and not is_played_out(tournament)):
        return access.rights
    is_kept_out = obstacles(user, tournament)
    return access.rights if is_kept_out else access.rights | {Right.SEE_DEALS}


@dataclass(frozen=True, slots=True)
class CardObstacle:
    """An event under way with the same cards, which keeps them hidden from a user."""

    twin: Twin
    plays: bool
    """True if the user plays in it, False if they are not a named reader there."""
    is_named: bool
    """True if the user is a named reader there, and so sees the boards that they have played."""


def obstacles(user: Visitor, of: Tournament | Session) -> list[CardObstacle]:
    """Return the events that hide the cards of a tournament, or of one session, from a reader.

    Queries:
        one; with any twin five more, and two for each twin.
    """
    card_obstacles = []
    for twin in live_twins(of):
        twin_tournament = twin.session.tournament
        access = access_to(user, twin_tournament)
        is_named = Right.READ_HANDS in access.rights
        plays = access.plays and not is_played_out(twin_tournament)
        if plays or (twin.is_bound and not is_named):
            card_obstacles.append(CardObstacle(twin, plays, is_named))
    return card_obstacles


def rights_of_role(role: str, invitation: int | None = None) -> frozenset[Right]:
    """Return the rights of a role, permanent or by an invitation."""
    rights = RIGHTS_BY_ROLE[EventRole(role)]
    return rights if invitation is None else rights - LASTING_RIGHTS


def has_begun(tournament: Tournament) -> bool:
    """Return whether seats have ever been fixed. No query, one while a session is prepared."""
    # a later session is opened in the state DRAFT, after an earlier one has been played
    is_prepared = tournament.state == TournamentState.DRAFT
    return not is_prepared or tournament.sessions.filter(number__gt=1).exists()


def has_right(user: Visitor, tournament: Tournament, right: Right) -> bool:
    """Return whether the user has a right in the tournament."""
    return right in rights_in(user, tournament)


def may_manage_club(user: Visitor, club: Club) -> bool:
    """Return whether the user keeps the club's register and makes its tournaments. One query."""
    if not isinstance(user, User) or not user.is_active:
        return False
    return user.is_superuser or Membership.objects.filter(user=user, club=club).exists()


def may_own_club(user: Visitor, club: Club) -> bool:
    """Return whether the user decides who keeps the club. One query."""
    if not isinstance(user, User) or not user.is_active:
        return False
    owners = Membership.objects.filter(user=user, club=club, role=MembershipRole.OWNER)
    return user.is_superuser or owners.exists()


def may_back_up(user: Visitor) -> bool:
    """Return whether the user owns a club or administers the site. One query."""
    if not isinstance(user, User) or not user.is_active:
        return False
    return user.is_superuser or Membership.objects.filter(user=user, role=MembershipRole.OWNER).exists()


def may_look_after(user: Visitor) -> bool:
    """Return whether the user looks after the installation: its backups, its state, its log.

    Administrators of the site do, and owners of a club on a laptop. Other clubs depend on those of a server.
    """
    return may_back_up(user) and (settings.ETUI_IS_IN_HALL or (isinstance(user, User) and user.is_superuser))


def may_organise(user: Visitor) -> bool:
    """Return whether the user keeps a club, has a role in an event, or administers the site.

    Two queries at most.
    """
    if not isinstance(user, User) or not user.is_active:
        return False
    if user.is_staff or user.is_superuser or Membership.objects.filter(user=user).exists():
        return True
    return Role.objects.in_force().filter(user=user).exists()


def tables_of_captain(user: Visitor, tournament: Tournament) -> list[int]:
    """Return the numbers of the tables whose captain the user is, in order. One query."""
    if not isinstance(user, User) or not user.is_active:
        return []
    roles = Role.objects.in_force().filter(user=user, tournament=tournament, table_number__isnull=False)
    return [
        number for number in roles.order_by("table_number").values_list("table_number", flat=True) if number
    ]


def possible_readers(tournament: Tournament) -> QuerySet[User]:
    """Return the users who could be named readers of the cards, by name.

    They have a role with rights to cards, keep the club, or are superusers.
    """
    roles = [role for role, rights in RIGHTS_BY_ROLE.items() if rights & CARD_RIGHTS]
    in_event = Role.objects.in_force().filter(tournament=tournament, role__in=roles)
    could = Q(is_superuser=True) | Q(memberships__club=tournament.club_id) | Q(pk__in=in_event.values("user"))
    return User.objects.filter(could, is_active=True).distinct().order_by("name", "pk")


def clubs_managed_by(user: Visitor) -> Collection[Club]:
    """Return the clubs whose register and tournaments the user keeps, by name. One query."""
    if not isinstance(user, User) or not user.is_active:
        return []
    clubs = Club.objects.all() if user.is_superuser else Club.objects.filter(memberships__user=user)
    # sorted here, because databases differ in how they sort accents
    return sorted(clubs, key=lambda club: sort_key(club.name))


def clubs_owned_by(user: Visitor) -> Collection[Club]:
    """Return the clubs in which the user decides as an owner, by name. One query."""
    if not isinstance(user, User) or not user.is_active:
        return []
    owned_clubs = Club.objects.filter(memberships__user=user, memberships__role=MembershipRole.OWNER)
    clubs = Club.objects.all() if user.is_superuser else owned_clubs
    return sorted(clubs, key=lambda club: sort_key(club.name))


def captained_by(user: Visitor) -> QuerySet[Tournament]:
    """Return the tournaments in which the user is captain of a table, latest first."""
    if not isinstance(user, User) or not user.is_active:
        return Tournament.objects.none()
    roles = Role.objects.in_force().filter(user=user, table_number__isnull=False)
    return Tournament.objects.filter(pk__in=roles.values("tournament"))


def screens_of(user: Visitor) -> QuerySet[Tournament]:
    """Return the tournaments whose hall screen the user opens, latest first."""
    if not isinstance(user, User) or not user.is_active:
        return Tournament.objects.none()
    roles = Role.objects.in_force().filter(user=user, role=EventRole.SCREEN)
    return Tournament.objects.filter(pk__in=roles.values("tournament"))


def desks_of(user: Visitor) -> QuerySet[Tournament]:
    """Return the tournaments whose desk the user may open, latest first, with their club."""
    rows = Tournament.objects.select_related("club")
    if not isinstance(user, User) or not user.is_active:
        return rows.none()
    if user.is_superuser:
        return rows
    roles = [role for role, rights in RIGHTS_BY_ROLE.items() if Right.READ_DESK in rights]
    in_events = Role.objects.in_force().filter(user=user, role__in=roles)
    works_there = Q(club__memberships__user=user) | Q(pk__in=in_events.values("tournament"))
    return rows.filter(works_there).distinct()
