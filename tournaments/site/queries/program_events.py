"""Events that a program may list for its account."""

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable

from accounts.models import User
from tournaments.base.access import Visitor
from tournaments.enums import EventRole, TournamentState, Visibility
from tournaments.models import Membership, Role, Session, Tournament


def events_listed_for(user: Visitor) -> QuerySet[Tournament]:
    """Return the public events, and those that the user works for, with their clubs, the latest first.

    Practice events are left out.
    """
    later_sessions = Session.objects.filter(tournament=OuterRef("pk"), number__gt=1)
    is_begun = ~Q(state=TournamentState.DRAFT) | Exists(later_sessions)
    is_listed: Q | Combinable = Q(visibility=Visibility.PUBLIC) & is_begun
    if isinstance(user, User) and user.is_active:
        roles = Role.objects.in_force().filter(user=user, tournament=OuterRef("pk"))
        is_listed |= (
            Q(Exists(Membership.objects.filter(user=user, club=OuterRef("club"))))
            # a captain of a table reads no page of the event
            | Q(Exists(roles.exclude(role=EventRole.TABLE)))
            | Q(pk__isnull=not user.is_superuser)
        )
    return Tournament.objects.filter(is_listed, is_practice=False).select_related("club")
