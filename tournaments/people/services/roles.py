"""Permanent roles: of an account in one tournament, and of the organisers of a club."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services import make_sign_in_link
from common.errors import AppError
from tournaments.enums import EventRole, MembershipRole
from tournaments.models import Club, Membership, Role, Tournament
from tournaments.people.services.invitations import captain_table, revoke_invitation
from tournaments.trace.services.trace import record_event


@transaction.atomic
def give_role(
    *,
    tournament: Tournament,
    email: str,
    role: EventRole,
    given_by: User,
    table_number: int | None = None,
) -> Role:
    """Give an account a permanent role in the tournament.

    A role from an invitation becomes permanent. A permanent role does not change.

    Raises:
        AppError: no active account has the address (`account_unknown`), or a captain has no table
            (`table_missing`).
    """
    number = captain_table(role, table_number)
    user = find_account(email)
    assigned_role, is_made = Role.objects.select_for_update().get_or_create(
        user=user, tournament=tournament, role=role, table_number=number
    )
    if not is_made and assigned_role.invitation_id is None:
        return assigned_role
    assigned_role.invitation = None
    assigned_role.save(update_fields=["invitation"])
    _record_role(assigned_role, given_by, "role.given")
    return assigned_role


@transaction.atomic
def withdraw_role(*, role: Role, withdrawn_by: User) -> None:
    """Withdraw a role at once, and the invitation by which another user has it: its link would return it."""
    _record_role(role, withdrawn_by, "role.withdrawn")
    if role.invitation is not None and role.user != withdrawn_by:
        revoke_invitation(invitation=role.invitation, revoked_by=withdrawn_by)
    role.delete()


@transaction.atomic
def give_membership(*, club: Club, email: str, role: MembershipRole, given_by: User) -> Membership:
    """Make an account an organiser of the club, or change its role.

    Raises:
        AppError: no active account has the address (`account_unknown`), or the club would lose its last owner
            (`last_owner`).
    """
    user = find_account(email)
    # the lock keeps two owners from withdrawing each other at the same time
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    membership = Membership.objects.filter(user=user, club=club).first() or Membership(user=user, club=club)
    previous_role = membership.role if membership.pk else None
    if previous_role == role:
        return membership
    if previous_role == MembershipRole.OWNER:
        _check_other_owner(membership)
    membership.role = role
    membership.save()
    _record_membership(membership, given_by, "membership.given", previous_role=previous_role, new_role=role)
    return membership


@transaction.atomic
def open_keeper_account(
    *, club: Club, name: str, email: str, role: MembershipRole, made_by: User
) -> tuple[Membership, str]:
    """Create an account for an organiser of the club. Return the membership and the first sign-in path.

    Raises:
        AppError: an account has the address already (`account_exists`).
    """
    if User.objects.filter(email__iexact=email.strip()).exists():
        message = _("Cette adresse a déjà un compte : donnez-lui le rôle ci-dessus.")
        raise AppError("account_exists", message, fields={"email": message})
    user = User.objects.create_user(email, name=name)
    membership = give_membership(club=club, email=user.email, role=role, given_by=made_by)
    return membership, make_sign_in_link(user=user)


@transaction.atomic
def withdraw_membership(*, membership: Membership, withdrawn_by: User) -> None:
    """Withdraw the role of an organiser of the club.

    Raises:
        AppError: the account is the last owner (`last_owner`).
    """
    Club.objects.select_for_update(no_key=True).get(pk=membership.club_id)
    # since the page was made, the role may have changed or gone
    current = Membership.objects.select_related("club", "user").filter(pk=membership.pk).first()
    if current is None:
        return
    if current.role == MembershipRole.OWNER:
        _check_other_owner(current)
    _record_membership(
        current, withdrawn_by, "membership.withdrawn", previous_role=current.role, new_role=None
    )
    current.delete()


def find_account(email: str) -> User:
    """Return the active account with this address. Guests of an invitation are not found.

    Raises:
        AppError: `account_unknown`.
    """
    account = User.objects.find_open_account(email)
    if account is None:
        message = _("Aucun compte actif n’a cette adresse. Sans compte, invitez par un lien.")
        raise AppError("account_unknown", message, fields={"email": message})
    return account


def _check_other_owner(membership: Membership) -> None:
    owners = Membership.objects.filter(club=membership.club_id, role=MembershipRole.OWNER)
    if not owners.filter(user__is_active=True).exclude(pk=membership.pk).exists():
        message = _("C’est le dernier responsable du club : nommez d’abord quelqu’un d’autre.")
        raise AppError("last_owner", message, fields={"role": message})


def _record_role(role: Role, actor: User, action: str) -> None:
    record_event(
        club=role.tournament.club,
        tournament=role.tournament,
        actor=actor,
        action=action,
        subject=str(role.user),
        after={"role": role.role, "table": role.table_number},
    )


def _record_membership(
    membership: Membership, actor: User, action: str, *, previous_role: str | None, new_role: str | None
) -> None:
    record_event(
        club=membership.club,
        actor=actor,
        action=action,
        subject=str(membership.user),
        before={"role": previous_role} if previous_role else None,
        after={"role": new_role} if new_role else None,
    )
