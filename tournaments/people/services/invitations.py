"""Invitations: a link with a role that lasts an evening or some days, opened without an account."""

import hashlib
import secrets
from datetime import datetime, time, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from common.text.moments import is_in_force
from tournaments.enums import LONGEST_INVITATION, EventRole, InvitationLength
from tournaments.models import Invitation, Role, Tournament
from tournaments.trace.services.trace import record_event

TOKEN_BYTES = 32
NIGHT_IS_OVER = time(6)
"""An invitation for this evening ends in the morning, on the clock of the place."""


class ClosedInvitation(AppError):
    """A link that invites nobody: never made, expired, or withdrawn."""

    status = 410


def ends_at(length: InvitationLength, now: datetime) -> datetime:
    """When an invitation of this length ends, made at `now`."""
    if length is not InvitationLength.EVENING:
        return now + (timedelta(days=3) if length is InvitationLength.DAYS else LONGEST_INVITATION)
    local = timezone.localtime(now)
    morning = local.replace(hour=NIGHT_IS_OVER.hour, minute=0, second=0, microsecond=0)
    return morning if local.time() < NIGHT_IS_OVER else morning + timedelta(days=1)


@transaction.atomic
def invite(
    *,
    tournament: Tournament,
    role: EventRole,
    label: str,
    length: InvitationLength,
    invited_by: User,
    table_number: int | None = None,
) -> tuple[Invitation, str]:
    """Make an invitation; only now is its token known, of which the digest is stored.

    Args:
        label: for whom, as the trace will call who comes in by it without an account.
        table_number: of a captain, and of nobody else.

    Raises:
        AppError: a captain without a table (`table_missing`).
    """
    number = captain_table(role, table_number)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    invitation = Invitation.objects.create(
        tournament=tournament,
        role=role,
        table_number=number,
        label=label,
        token_digest=_digest(token),
        invited_by=invited_by,
        expires_at=ends_at(length, timezone.now()),
    )
    _record(invitation, invited_by, "invitation.made")
    return invitation, token


def captain_table(role: EventRole, table_number: int | None) -> int | None:
    """The table that goes with a role: a captain's, None for every other.

    Raises:
        AppError: a captain without a table (`table_missing`).
    """
    if role is not EventRole.TABLE:
        return None
    if not table_number:
        message = _("Dites de quelle table.")
        raise AppError("table_missing", message, fields={"table_number": message})
    return table_number


def find_invitation(token: str) -> Invitation:
    """The invitation of a link, with its tournament, club and who invites. One query.

    Raises:
        ClosedInvitation: `invitation_unknown`, `invitation_expired` or `invitation_withdrawn`.
    """
    rows = Invitation.objects.select_related("tournament__club", "invited_by", "guest")
    invitation = rows.filter(token_digest=_digest(token)).first()
    if invitation is None:
        raise ClosedInvitation("invitation_unknown", _("Ce lien n’invite personne : est-il complet ?"))
    if invitation.revoked_at is not None:
        raise ClosedInvitation("invitation_withdrawn", _("Cette invitation a été retirée."))
    if not is_in_force(invitation.expires_at, LONGEST_INVITATION, timezone.now()):
        raise ClosedInvitation("invitation_expired", _("Cette invitation n’est plus valable."))
    return invitation


@transaction.atomic
def accept_invitation(*, token: str, account: User | None) -> tuple[Invitation, User]:
    """Give the invitation's role, to an account or to the invitation's own guest; who has it from now on.

    A role that the account has for good stays so; that of an earlier invitation lasts as long as this one.

    Raises:
        ClosedInvitation: the link invites nobody, or not any more.
    """
    found = find_invitation(token)
    invitation = Invitation.objects.select_for_update().get(pk=found.pk)
    invitation.tournament = found.tournament
    if account is None or account.is_guest:
        if invitation.guest is None:
            invitation.guest = User.objects.create_guest(invitation.label)
        user = invitation.guest
    else:
        user = account
    invitation.accepted_count += 1
    invitation.save(update_fields=["guest", "accepted_count"])
    role, is_made = Role.objects.get_or_create(
        user=user,
        tournament=invitation.tournament,
        role=invitation.role,
        table_number=invitation.table_number,
        defaults={"invitation": invitation},
    )
    if not is_made and role.invitation_id is not None:
        role.invitation = invitation
        role.save(update_fields=["invitation"])
    _record(invitation, user, "invitation.accepted")
    return invitation, user


@transaction.atomic
def revoke_invitation(*, invitation: Invitation, revoked_by: User) -> Invitation:
    """Take an invitation back at once: its roles end, and its guest is signed out everywhere."""
    invitation = Invitation.objects.select_for_update(of=("self",)).get(pk=invitation.pk)
    if invitation.revoked_at is None:
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])
        User.objects.filter(invitation=invitation).update(is_active=False)
        _record(invitation, revoked_by, "invitation.withdrawn")
    return invitation


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def _record(invitation: Invitation, actor: User, action: str) -> None:
    tournament = invitation.tournament
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=invitation.label,
        after={"role": invitation.role, "table": invitation.table_number},
    )
