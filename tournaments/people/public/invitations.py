"""Page of an invitation link: who invites, the tournament and role, the expiry, and a button to accept."""

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.refusals import refuse_for_now
from common.requests.limits import MINUTE, By, Limit, limit_kind, seconds_to_wait
from tournaments.base.access import Right, rights_of_role
from tournaments.base.web.acting import add_success_message
from tournaments.base.web.organising import note_organiser
from tournaments.models import Invitation
from tournaments.people.services.invitations import ClosedInvitation, accept_invitation, find_invitation
from tournaments.people.words.role_wording import name_role, role_in_words

WRONG_INVITATION = limit_kind("wrong-invitation", Limit(By.ADDRESS, 60, MINUTE), Limit(By.DEVICE, 30, MINUTE))

BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_http_methods(["GET", "POST"])
@never_cache
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show the invitation. Only a POST request accepts it, since mail programs fetch links for a preview."""
    account = request.user if isinstance(request.user, User) and not request.user.is_guest else None
    try:
        if request.method == "POST":
            accepted_invitation, user = accept_invitation(token=token, account=account)
            return _enter(request, accepted_invitation, user)
        open_invitation = find_invitation(token)
    except ClosedInvitation as error:
        return _refuse(request, error)
    context = {
        "invitation": open_invitation,
        "role": name_role(open_invitation.role, open_invitation.table_number),
        "words": role_in_words(open_invitation.role),
        "account": account,
    }
    return render(request, "tournaments/people/public/invitation.html", context)


def _enter(request: HttpRequest, invitation: Invitation, user: User) -> HttpResponse:
    """Redirect to the page on which the role is useful. A guest is signed in until the invitation expires."""
    if user.is_guest:
        login(request, user, backend=BACKEND)
        request.session.set_expiry(invitation.expires_at)
    note_organiser(request)
    text = _("Vous avez le rôle « %(role)s » dans %(tournament)s.")
    role = name_role(invitation.role, invitation.table_number)
    add_success_message(request, text % {"role": role, "tournament": invitation.tournament})
    rights = rights_of_role(invitation.role, invitation.pk)
    if Right.READ_DESK in rights:
        return redirect("organiser-desk", invitation.tournament.slug)
    page = "organiser-my-tables" if Right.ENTER_TABLE in rights else "public-standings"
    return redirect(page, invitation.tournament.slug)


def _refuse(request: HttpRequest, error: ClosedInvitation) -> HttpResponse:
    if wait := seconds_to_wait(request, WRONG_INVITATION):
        return refuse_for_now(request, wait)
    return render(
        request, "tournaments/people/public/invitation.html", {"error": error.message}, status=error.status
    )
