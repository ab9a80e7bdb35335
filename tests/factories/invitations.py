"""Invitations for tests, made through the service that people use."""

from django.urls import reverse

from accounts.models import User
from tests.factories.tournaments import make_user
from tournaments.enums import EventRole, InvitationLength
from tournaments.models import Invitation, Tournament
from tournaments.people.services.invitations import accept_invitation, invite


def make_invitation(
    tournament: Tournament,
    role: EventRole = EventRole.SCORER,
    *,
    table: int | None = None,
    author: User | None = None,
) -> tuple[Invitation, str]:
    """An invitation for this evening, with its token; a captain's is for table 1."""
    return invite(
        tournament=tournament,
        role=role,
        label="Table des marques",
        length=InvitationLength.EVENING,
        invited_by=author or make_user("Directrice", tournament=tournament),
        table_number=table or (1 if role is EventRole.TABLE else None),
    )


def invite_guest(
    tournament: Tournament,
    role: EventRole = EventRole.SCORER,
    *,
    table: int | None = None,
    author: User | None = None,
) -> tuple[Invitation, User]:
    """Invite a guest without an account. Return the invitation and the guest's user."""
    _made, token = make_invitation(tournament, role, table=table, author=author)
    return accept_invitation(token=token, account=None)


def invitation_path(token: str) -> str:
    """The path of an invitation's link."""
    return reverse("public-invitation", args=[token])
