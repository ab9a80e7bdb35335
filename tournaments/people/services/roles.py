"""Roles given for good: in one tournament to an account, in a club to those who keep it."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services import make_sign_in_link
from common.errors import AppError
from tournaments.enums import EventRole, MembershipRole
from tournaments.models import Club, Membership, Role, Tournament
from tournaments.people.services.invitations import captain_table
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
    """Give somebody with an account a role in the tournament, for good.

    One that an invitation gave lasts from now on; one that they have changes nothing.

    Raises:
        AppError: no active account has the address (`account_unknown`); a captain without a table
            (`table_missing`).
    """
    number = captain_table(role, table_number)
    user = find_account(email)
    given, is_made = Role.objects.select_for_update().get_or_create(
        user=user, tournament=tournament, role=role, table_number=number
    )
    if not is_made and given.invitation_id is None:
        return given
    given.invitation = None
    given.save(update_fields=["invitation"])
    _record_role(given, given_by, "role.given")
    return given


@transaction.atomic
def withdraw_role(*, role: Role, withdrawn_by: User) -> None:
    """Take a role away from somebody, at once."""
    _record_role(role, withdrawn_by, "role.withdrawn")
    role.delete()


@transaction.atomic
def give_membership(*, club: Club, email: str, role: MembershipRole, given_by: User) -> Membership:
    """Let somebody with an account keep the club, or change in what capacity they do.

    Raises:
        AppError: no active account has the address (`account_unknown`); the club would be left without
            an owner (`last_owner`).
    """
    user = find_account(email)
    Club.objects.select_for_update().get(pk=club.pk)
    membership = Membership.objects.filter(user=user, club=club).first() or Membership(user=user, club=club)
    before = membership.role if membership.pk else None
    if before == role:
        return membership
    if before == MembershipRole.OWNER:
        _keep_an_owner(membership)
    membership.role = role
    membership.save()
    _record_membership(membership, given_by, "membership.given", before=before, after=role)
    return membership


@transaction.atomic
def open_keeper_account(
    *, club: Club, name: str, email: str, role: MembershipRole, made_by: User
) -> tuple[Membership, str]:
    """Make an account for somebody who keeps the club; with it, the path that signs them in once.

    Raises:
        AppError: somebody has the address already (`account_exists`).
    """
    if User.objects.filter(email__iexact=email.strip()).exists():
        message = _("Cette adresse a déjà un compte : donnez-lui le rôle ci-dessus.")
        raise AppError("account_exists", message, fields={"email": message})
    user = User.objects.create_user(email, name=name)
    membership = give_membership(club=club, email=user.email, role=role, given_by=made_by)
    return membership, make_sign_in_link(user=user)


@transaction.atomic
def withdraw_membership(*, membership: Membership, withdrawn_by: User) -> None:
    """Somebody keeps the club no longer.

    Raises:
        AppError: the last owner stays (`last_owner`).
    """
    Club.objects.select_for_update().get(pk=membership.club_id)
    if membership.role == MembershipRole.OWNER:
        _keep_an_owner(membership)
    _record_membership(membership, withdrawn_by, "membership.withdrawn", before=membership.role, after=None)
    membership.delete()


def find_account(email: str) -> User:
    """The active account with this address; guests of an invitation have none.

    Raises:
        AppError: `account_unknown`.
    """
    account = User.objects.filter(email__iexact=email.strip(), is_active=True, is_guest=False).first()
    if account is None:
        message = _("Aucun compte actif n’a cette adresse. Sans compte, invitez par un lien.")
        raise AppError("account_unknown", message, fields={"email": message})
    return account


def _keep_an_owner(membership: Membership) -> None:
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
    membership: Membership, actor: User, action: str, *, before: str | None, after: str | None
) -> None:
    record_event(
        club=membership.club,
        actor=actor,
        action=action,
        subject=str(membership.user),
        before={"role": before} if before else None,
        after={"role": after} if after else None,
    )
