"""Who works in a tournament: roles in force, who keeps the club, the invitations made."""

from dataclasses import dataclass

from django.utils import timezone

from common.moments import is_in_force
from tournaments.enums import LONGEST_INVITATION
from tournaments.models import Invitation, Membership, Role, Tournament


@dataclass(frozen=True, slots=True)
class Staff:
    """Everybody with a right in a tournament."""

    roles: list[Role]
    """In force, of those who have an account, with their user and invitation, by name."""
    keepers: list[Membership]
    """Who keeps the club, with their user, by name."""
    open_invitations: list[Invitation]
    """Neither expired nor withdrawn, latest first."""
    past_invitations: list[Invitation]


def load_staff(tournament: Tournament) -> Staff:
    """Everybody with a right in a tournament. Three queries."""
    roles = Role.objects.in_force().filter(tournament=tournament, user__is_active=True)
    roles = roles.filter(user__is_guest=False)
    keepers = Membership.objects.filter(club=tournament.club_id, user__is_active=True)
    invitations = Invitation.objects.filter(tournament=tournament).select_related("invited_by")
    now = timezone.now()
    opened: list[Invitation] = []
    past: list[Invitation] = []
    for invitation in invitations:
        is_open = invitation.revoked_at is None and is_in_force(
            invitation.expires_at, LONGEST_INVITATION, now
        )
        (opened if is_open else past).append(invitation)
    return Staff(
        list(roles.select_related("user", "invitation").order_by("user__name", "pk")),
        list(keepers.select_related("user").order_by("user__name", "pk")),
        opened,
        past,
    )
