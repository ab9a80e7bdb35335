"""Who may do what: one predicate per right, over a user and a club or a tournament.

Rights come from a membership in the club (owner, organiser: everything in its tournaments) or from
a role in one tournament, for good or as long as an invitation lasts. A superuser may do everything.

Sealed cards need more than a role: to be named among the readers of the tournament. Somebody named who
plays reads, while results are missing, only what he has played or every table has. Where other events hold
the same cards, nobody reads here what they keep from him (decision 0021).
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

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
    """Who has arrived, who enters at the reception, who has paid."""
    GIVE_ROLES = "give_roles"
    """Say who has which role; never by way of an invitation."""
    ENTER_TABLE = "enter_table"
    """Write the results of the tables whose captain one is, no others."""
    READ_DESK = "read_desk"
    """Open the organiser's pages of the tournament."""


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


@dataclass(frozen=True, slots=True)
class Access:
    """What somebody may do in a tournament, and for whom he plays there."""

    rights: frozenset[Right]
    """Without `SEE_DEALS`, which takes more than a look at who asks: `rights_in` has it."""
    entry_ids: frozenset[int] = frozenset()
    """Entries for which the user plays: alone, in a team or in somebody's place."""
    plays: bool = False
    """He has such entries, or a club says so without his word: either way the cards are kept from him."""

    def viewer(self, entry: Entry | None = None) -> Viewer:
        """As whom somebody looks at what shows; at the page of an `entry` of his own, as its player."""
        if Right.READ_DESK in self.rights:
            return Viewer.DESK
        return Viewer.PLAYER if entry is not None and entry.pk in self.entry_ids else Viewer.EVERYBODY


def access_to(user: Visitor, tournament: Tournament) -> Access:
    """The rights of a user in a tournament and his entries there. One query, none for a visitor.

    Every page of a tournament begins with it. `SEE_DEALS` is left out: `rights_in` has it.
    """
    rights: frozenset[Right] = frozenset()
    if tournament.visibility == Visibility.PUBLIC and has_begun(tournament):
        rights |= {Right.VIEW}
    if not isinstance(user, User) or not user.is_active:
        return Access(rights)
    involved = involvement_of(user, tournament)
    if involved.keeps_club or user.is_superuser:
        rights = _EVERYTHING
    else:
        rights = rights.union(*(rights_of_role(*role) for role in involved.roles))
    if not involved.is_named:
        rights -= CARD_RIGHTS
    plays = bool(involved.entry_ids) or involved.is_said_to_play
    return Access(rights - {Right.SEE_DEALS}, involved.entry_ids, plays)


def rights_in(user: Visitor, tournament: Tournament) -> frozenset[Right]:
    """All rights of a user in a tournament.

    One query, none for a visitor; for a named reader two more, one more if he plays, and as `obstacles`.
    """
    access = access_to(user, tournament)
    if Right.READ_HANDS not in access.rights or (access.plays and not is_played_out(tournament)):
        return access.rights
    is_kept_out = obstacles(user, tournament)
    return access.rights if is_kept_out else access.rights | {Right.SEE_DEALS}


@dataclass(frozen=True, slots=True)
class CardObstacle:
    """An event under way that holds the same cards, and keeps them from somebody."""

    twin: Twin
    plays: bool
    """He plays in it; else he is not named there."""
    is_named: bool
    """He reads there, too, what he has played."""


def obstacles(user: Visitor, of: Tournament | Session) -> list[CardObstacle]:
    """The events that keep the cards of a tournament, or of one session, from somebody who reads there.

    One query, five more where there are some, and two for each.
    """
    found = []
    for twin in live_twins(of):
        there = twin.session.tournament
        access = access_to(user, there)
        is_named = Right.READ_HANDS in access.rights
        plays = access.plays and not is_played_out(there)
        if plays or (twin.is_bound and not is_named):
            found.append(CardObstacle(twin, plays, is_named))
    return found


def rights_of_role(role: str, invitation: int | None = None) -> frozenset[Right]:
    """What a role gives, for good or by an invitation."""
    rights = RIGHTS_BY_ROLE[EventRole(role)]
    return rights if invitation is None else rights - LASTING_RIGHTS


def has_begun(tournament: Tournament) -> bool:
    """Whether seats have been fixed once. No query, one while a session is prepared."""
    is_prepared = tournament.state == TournamentState.DRAFT
    return not is_prepared or tournament.sessions.filter(number__gt=1).exists()


def has_right(user: Visitor, tournament: Tournament, right: Right) -> bool:
    """Whether the user may do this in the tournament."""
    return right in rights_in(user, tournament)


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


def may_back_up(user: Visitor) -> bool:
    """Return whether the user owns a club or administers the site. One query."""
    if not isinstance(user, User) or not user.is_active:
        return False
    return user.is_superuser or Membership.objects.filter(user=user, role=MembershipRole.OWNER).exists()


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
    return sorted(clubs, key=lambda club: sort_key(club.name))


def captained_by(user: Visitor) -> QuerySet[Tournament]:
    """Tournaments in which the user is captain of a table, latest first."""
    if not isinstance(user, User) or not user.is_active:
        return Tournament.objects.none()
    roles = Role.objects.in_force().filter(user=user, table_number__isnull=False)
    return Tournament.objects.filter(pk__in=roles.values("tournament"))


def screens_of(user: Visitor) -> QuerySet[Tournament]:
    """Tournaments whose hall screen the user opens, latest first."""
    if not isinstance(user, User) or not user.is_active:
        return Tournament.objects.none()
    roles = Role.objects.in_force().filter(user=user, role=EventRole.SCREEN)
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
