"""Invitations: a link with a role for an evening or some days, which needs no account."""

import hashlib
import secrets
from datetime import datetime, time, timedelta
from smtplib import SMTPException

from django.contrib.auth.models import AnonymousUser
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.language_codes import reader_language
from accounts.mail_notes import MailPostponed, deliver
from accounts.mails import can_send, header_line
from accounts.models import User
from common.errors import AppError
from common.text.moments import is_in_force
from common.workers.queueing import after_commit
from tournaments.base.access import Right, access_to
from tournaments.base.words.event_language import event_language
from tournaments.enums import LONGEST_INVITATION, EventRole, InvitationLength
from tournaments.models import Invitation, Role, Tournament
from tournaments.people.words.role_wording import name_role
from tournaments.trace.services.trace import record_event

TOKEN_BYTES = 32
NIGHT_IS_OVER = time(6)
"""Local time at which an invitation for this evening expires the next morning."""


class ClosedInvitation(AppError):
    """The link of an invitation that is unknown, expired or withdrawn."""

    status = 410


def ends_at(length: InvitationLength, moment: datetime) -> datetime:
    """Return the expiry of an invitation that is made at `moment`."""
    if length is not InvitationLength.EVENING:
        return moment + (timedelta(days=3) if length is InvitationLength.DAYS else LONGEST_INVITATION)
    local_time = timezone.localtime(moment)
    morning = local_time.replace(hour=NIGHT_IS_OVER.hour, minute=0, second=0, microsecond=0)
    # an evening that runs past midnight ends in the same morning
    return morning if local_time.time() < NIGHT_IS_OVER else morning + timedelta(days=1)


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
    """Create an invitation. Return it with its token, of which only the digest is stored.

    Args:
        label: name of the invited person. The trace shows it for a guest without an account.
        table_number: the table of a captain; ignored for other roles.

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


def request_invitation_mail(*, invitation: Invitation, link: str, email: str) -> None:
    """Queue a message with the link of an invitation. Neither the link nor the address is stored."""
    after_commit(
        "tournaments.send_invitation_mail",
        invitation_id=invitation.pk,
        link=link,
        email=email,
        language=reader_language(),
    )


def send_invitation_mail(*, invitation: Invitation, link: str, email: str, language: str) -> int:
    """Send the link of an invitation, in the language of the account with this address if there is one.

    Return the number of messages sent: 0 for an invitation that is withdrawn, or if a mail server refused.

    Raises:
        MailPostponed: no server took it, and it may be sent again.
    """
    if invitation.revoked_at is not None or not can_send():
        return 0
    account = User.objects.find_open_account(email)
    with override(event_language(invitation.tournament, (account and account.language) or language)):
        subject = _("Invitation au tournoi %(tournament)s") % {"tournament": invitation.tournament}
        role = name_role(invitation.role, invitation.table_number)
        context = {"invitation": invitation, "role": role, "link": link}
        body = render_to_string("tournaments/people/mails/invitation.txt", context)
    message = EmailMessage(subject=header_line(subject), body=body, to=[email])
    try:
        return deliver(message)
    except MailPostponed:
        raise
    except (SMTPException, OSError):
        return 0


def captain_table(role: EventRole, table_number: int | None) -> int | None:
    """Return the table number for a captain, None for all other roles.

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
    """Return the invitation of a link, with its tournament, club, author and guest. Two queries.

    The links of an author who no longer gives roles in the tournament are closed: the author knows them.

    Raises:
        ClosedInvitation: `invitation_unknown`, `invitation_expired` or `invitation_withdrawn`.
    """
    rows = Invitation.objects.select_related("tournament__club", "invited_by", "guest")
    invitation = rows.filter(token_digest=_digest(token)).first()
    if invitation is None:
        raise ClosedInvitation("invitation_unknown", _("Ce lien n’invite personne : est-il complet ?"))
    if invitation.revoked_at is not None:
        raise _withdrawn()
    if not is_in_force(invitation.expires_at, LONGEST_INVITATION, timezone.now()):
        raise ClosedInvitation("invitation_expired", _("Cette invitation n’est plus valable."))
    if not may_invite(invitation.invited_by, invitation.tournament):
        message = _("L’auteur de cette invitation n’organise plus ce tournoi : demandez un nouveau lien.")
        raise ClosedInvitation("invitation_withdrawn", message)
    return invitation


def may_invite(author: User | None, tournament: Tournament) -> bool:
    """Return whether the invitations of an author are open: they still give roles in the tournament."""
    return Right.GIVE_ROLES in access_to(author or AnonymousUser(), tournament).rights


@transaction.atomic
def accept_invitation(*, token: str, account: User | None) -> tuple[Invitation, User]:
    """Give the invitation's role to an account, or to the invitation's guest. Return invitation and user.

    A permanent role of the account stays permanent. A role from an earlier invitation now lasts as long as
    this one.

    Raises:
        ClosedInvitation: as `find_invitation`.
    """
    open_invitation = find_invitation(token)
    # the lock keeps two visitors from creating two guests and from losing a count
    invitation = Invitation.objects.select_for_update().get(pk=open_invitation.pk)
    if invitation.revoked_at is not None:
        # meanwhile: a guest made now would stay active
        raise _withdrawn()
    invitation.tournament = open_invitation.tournament
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
    """Withdraw an invitation at once. Its roles end, and its guest is signed out everywhere."""
    invitation = Invitation.objects.select_for_update(of=("self",)).get(pk=invitation.pk)
    if invitation.revoked_at is None:
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])
        User.objects.filter(invitation=invitation).update(is_active=False)
        _record(invitation, revoked_by, "invitation.withdrawn")
    return invitation


def _withdrawn() -> ClosedInvitation:
    return ClosedInvitation("invitation_withdrawn", _("Cette invitation a été retirée."))


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
