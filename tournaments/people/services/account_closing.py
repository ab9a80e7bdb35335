"""Closing of an account by its owner. What the account did for clubs stays, under a number."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.forgetting import FORGETTERS
from accounts.models import User
from accounts.services import forget_user
from accounts.sign_ins import forget_sign_ins_of
from common.errors import AppError
from tournaments.enums import MembershipRole
from tournaments.models import AuditEvent, DealReader, Membership, TieRequest
from tournaments.people.services.person_accounts import untie_own
from tournaments.people.services.roles import withdraw_membership, withdraw_role


@transaction.atomic
def close_account(*, user: User) -> None:
    """Close an account and replace its name by a number. It cannot be undone.

    Rights, follows, keys of programs, ties with people of registers and sign-in links end. Results, rulings
    and traces of the account stay, under its number. Records in the registers belong to the clubs and are
    erased one by one beforehand.

    Raises:
        AppError: a club or the site would lose its last owner (`last_owner`).
    """
    locked_user = User.objects.select_for_update().get(pk=user.pk)
    _check_other_owners(locked_user)
    for person in locked_user.people.select_related("club"):
        untie_own(person=person, user=locked_user)
    TieRequest.objects.filter(email=locked_user.email.lower(), is_by_owner=True).delete()
    DealReader.objects.filter(user=locked_user).delete()
    for role in locked_user.event_roles.select_related("tournament__club", "user"):
        withdraw_role(role=role, withdrawn_by=locked_user)
    for membership in locked_user.memberships.select_related("club", "user"):
        withdraw_membership(membership=membership, withdrawn_by=locked_user)
    locked_user.follows.all().delete()
    locked_user.api_tokens.all().delete()
    locked_user.played_tables.all().delete()
    locked_user.table_seats.all().delete()
    forget_sign_ins_of(locked_user)
    AuditEvent.objects.filter(actor=locked_user).update(address=None)
    # apps above this one delete what they hold of the account
    for forget in FORGETTERS:
        forget(locked_user)
    forget_user(user=locked_user)


def _check_other_owners(user: User) -> None:
    for membership in user.memberships.filter(role=MembershipRole.OWNER).select_related("club"):
        owners = Membership.objects.filter(club=membership.club_id, role=MembershipRole.OWNER)
        if not owners.filter(user__is_active=True).exclude(user=user).exists():
            raise AppError(
                "last_owner",
                _("Vous êtes le dernier responsable du club %(club)s : nommez d’abord quelqu’un d’autre.")
                % {"club": membership.club},
            )
    other_administrators = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    if user.is_superuser and not other_administrators.exists():
        raise AppError(
            "last_owner", _("Vous êtes le dernier administrateur du site : nommez d’abord quelqu’un d’autre.")
        )
