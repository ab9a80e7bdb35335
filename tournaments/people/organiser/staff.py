"""Pages for the roles and invitations of a tournament."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import ACCOUNT_LOOKUP
from accounts.mails import can_send, mail_site_address
from accounts.refusals import as_too_many_requests, limit_form
from common.errors import AppError
from common.requests.limits import HOUR, By, Limit, limit_kind
from common.text.moments import is_in_force
from tournaments.base.access import Right
from tournaments.base.web.acting import add_success_message, run_service, show_error
from tournaments.base.web.addresses import qr_image
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.base.web.shown_once import show_link, shown_link
from tournaments.core.alphabet import sort_key
from tournaments.enums import LONGEST_INVITATION
from tournaments.models import Invitation, Membership, Role, Tournament
from tournaments.people.forms.staff import InvitationForm, RoleForm
from tournaments.people.services.invitations import (
    invite,
    may_invite,
    request_invitation_mail,
    revoke_invitation,
)
from tournaments.people.services.roles import give_role, withdraw_role
from tournaments.people.words.role_wording import roles_in_words

LINK_COOKIE = "etui-invitation"
INVITATION_MAIL = limit_kind("invitation-mail", Limit(By.SITE, 240, HOUR), Limit(By.PERSON, 20, HOUR))
"""Limit for invitations sent by mail to addresses that the organiser types."""


@dataclass(frozen=True, slots=True)
class Staff:
    """The users with rights in a tournament, and its invitations."""

    roles: list[Role]
    """Roles in force of users with an account, with user and invitation, by name."""
    keepers: list[Membership]
    """Memberships of the organisers of the club, with their user, by name."""
    open_invitations: list[Invitation]
    """Invitations that are neither expired nor withdrawn, latest first."""
    past_invitations: list[Invitation]
    former_authors: frozenset[int | None]
    """Ids of the authors of open invitations whose links are refused, since they give no roles any more."""


def load_staff(tournament: Tournament) -> Staff:
    """Return the users with rights in a tournament, and its invitations.

    Three queries, and those of the rights of each author of an open invitation.
    """
    roles = Role.objects.in_force().filter(tournament=tournament, user__is_active=True)
    roles = roles.filter(user__is_guest=False)
    keepers = Membership.objects.filter(club=tournament.club_id, user__is_active=True)
    invitations = Invitation.objects.filter(tournament=tournament).select_related("invited_by")
    moment = timezone.now()
    open_invitations: list[Invitation] = []
    past_invitations: list[Invitation] = []
    for invitation in invitations:
        is_open = invitation.revoked_at is None and is_in_force(
            invitation.expires_at, LONGEST_INVITATION, moment
        )
        (open_invitations if is_open else past_invitations).append(invitation)
    authors = {invitation.invited_by_id: invitation.invited_by for invitation in open_invitations}
    return Staff(
        sorted(roles.select_related("user", "invitation"), key=lambda row: sort_key(row.user.name)),
        sorted(keepers.select_related("user"), key=lambda row: sort_key(row.user.name)),
        open_invitations,
        past_invitations,
        frozenset(key for key, author in authors.items() if not may_invite(author, tournament)),
    )


@require_safe
@never_cache
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the users with rights in the tournament, and the rights of each role."""
    return _page(request, find_tournament(request, slug, Right.PREPARE))


@require_POST
@never_cache
def invitation_make(request: HttpRequest, slug: str) -> HttpResponse:
    """Create an invitation. The next page shows its link to the creator, once."""
    tournament = find_tournament(request, slug, Right.GIVE_ROLES)
    form = InvitationForm(request.POST, can_mail=can_send())
    if not form.is_valid():
        return _page(request, tournament, invitation_form=form)
    values = dict(form.cleaned_data)
    email = values.pop("email", "")
    if email and (wait := limit_form(request, form, INVITATION_MAIL)):
        return as_too_many_requests(_page(request, tournament, invitation_form=form), wait)
    try:
        invitation, token = invite(tournament=tournament, invited_by=signed_in_user(request), **values)
    except AppError as error:
        show_error(form, error)
        return _page(request, tournament, invitation_form=form)
    add_success_message(request, _("L’invitation « %(label)s » est créée.") % {"label": invitation.label})
    page = reverse("organiser-staff", args=[slug])
    response = redirect(page)
    link = reverse("public-invitation", args=[token])
    if email:
        request_invitation_mail(invitation=invitation, link=mail_site_address(request) + link, email=email)
        add_success_message(request, _("Elle part par courriel à %(address)s.") % {"address": email})
    show_link(response, LINK_COOKIE, link, on=page, secure=request.is_secure())
    return response


@require_POST
def invitation_revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Withdraw an invitation. The roles that it gave end."""
    tournament = find_tournament(request, slug, Right.GIVE_ROLES)
    invitation = get_object_or_404(tournament.invitations, pk=pk)
    message = _("L’invitation « %(label)s » est retirée.") % {"label": invitation.label}
    run_service(
        request, revoke_invitation, message, invitation=invitation, revoked_by=signed_in_user(request)
    )
    return redirect("organiser-staff", slug)


@require_POST
@never_cache
def role_give(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a permanent role to a user with an account."""
    tournament = find_tournament(request, slug, Right.GIVE_ROLES)
    form = RoleForm(request.POST)
    if wait := limit_form(request, form, ACCOUNT_LOOKUP):
        return as_too_many_requests(_page(request, tournament, role_form=form), wait)
    if not form.is_valid():
        return _page(request, tournament, role_form=form)
    try:
        role = give_role(tournament=tournament, given_by=signed_in_user(request), **form.cleaned_data)
    except AppError as error:
        show_error(form, error)
        return _page(request, tournament, role_form=form)
    add_success_message(
        request,
        _("%(user)s a le rôle « %(role)s ».") % {"user": role.user, "role": role.get_role_display()},
    )
    return redirect("organiser-staff", slug)


@require_POST
def role_withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.GIVE_ROLES)
    role = get_object_or_404(
        Role.objects.select_related("user", "tournament__club", "invitation"), pk=pk, tournament=tournament
    )
    message = _("%(user)s n’a plus le rôle « %(role)s ».") % {
        "user": role.user,
        "role": role.get_role_display(),
    }
    if role.invitation is not None and role.user != request.user:
        withdrawn = _("L’invitation « %(label)s » est retirée.") % {"label": role.invitation.label}
        message = f"{message} {withdrawn}"
    run_service(request, withdraw_role, message, role=role, withdrawn_by=signed_in_user(request))
    # users who withdraw their own role may no longer open the staff page
    return redirect("organiser-home") if role.user == request.user else redirect("organiser-staff", slug)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    invitation_form: InvitationForm | None = None,
    role_form: RoleForm | None = None,
) -> HttpResponse:
    link = shown_link(request, LINK_COOKIE)
    context = {
        "tournament": tournament,
        "tab": "staff",
        "staff": load_staff(tournament),
        "roles": roles_in_words(),
        "invitation_form": invitation_form or InvitationForm(can_mail=can_send()),
        "role_form": role_form or RoleForm(),
        "link": link,
        "qr": qr_image(link) if link else "",
    }
    status = 422 if invitation_form or role_form else 200
    return render(request, "tournaments/people/organiser/staff.html", context, status=status)
