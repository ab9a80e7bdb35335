"""Pages for the organisers of a club: list, roles, and new accounts."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.limits import ACCOUNT_LOOKUP
from accounts.refusals import as_too_many_requests, limit_form
from common.errors import AppError
from tournaments.base.access import may_own_club
from tournaments.base.web.acting import add_success_message, run_service, show_error
from tournaments.base.web.finding import find_club, find_own_club, signed_in_user
from tournaments.base.web.shown_once import show_link, shown_link
from tournaments.core.alphabet import sort_key
from tournaments.models import Club
from tournaments.people.forms.staff import KeeperAccountForm, MembershipForm
from tournaments.people.services.roles import give_membership, open_keeper_account, withdraw_membership

LINK_COOKIE = "etui-first-link"


@require_http_methods(["GET", "POST"])
@never_cache
def keepers(request: HttpRequest, slug: str) -> HttpResponse:
    """List the organisers of the club. An owner adds an account or changes its role."""
    if request.method != "POST":
        return _page(request, find_club(request, slug))
    club = find_own_club(request, slug)
    form = MembershipForm(request.POST)
    if wait := limit_form(request, form, ACCOUNT_LOOKUP):
        return as_too_many_requests(_page(request, club, form=form), wait)
    if not form.is_valid():
        return _page(request, club, form=form)
    try:
        membership = give_membership(club=club, given_by=signed_in_user(request), **form.cleaned_data)
    except AppError as error:
        show_error(form, error)
        return _page(request, club, form=form)
    add_success_message(
        request, _("%(user)s : %(role)s.") % {"user": membership.user, "role": membership.get_role_display()}
    )
    return redirect("organiser-keepers", slug)


@require_POST
@never_cache
def create_keeper_account(request: HttpRequest, slug: str) -> HttpResponse:
    """Create an account for a new organiser. The next page shows its first sign-in link, once."""
    club = find_own_club(request, slug)
    form = KeeperAccountForm(request.POST)
    if wait := limit_form(request, form, ACCOUNT_LOOKUP):
        return as_too_many_requests(_page(request, club, account_form=form), wait)
    if not form.is_valid():
        return _page(request, club, account_form=form)
    try:
        membership, link = open_keeper_account(
            club=club, made_by=signed_in_user(request), **form.cleaned_data
        )
    except AppError as error:
        show_error(form, error)
        return _page(request, club, account_form=form)
    add_success_message(request, _("Le compte %(user)s est créé.") % {"user": membership.user})
    page = reverse("organiser-keepers", args=[slug])
    response = redirect(page)
    show_link(response, LINK_COOKIE, link, on=page, secure=request.is_secure())
    return response


@require_POST
def remove_keeper_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Withdraw the role of an organiser of the club. The last owner cannot be withdrawn."""
    club = find_own_club(request, slug)
    membership = get_object_or_404(club.memberships.select_related("user", "club"), pk=pk)
    message = _("%(user)s n’organise plus dans ce club.") % {"user": membership.user}
    run_service(
        request, withdraw_membership, message, membership=membership, withdrawn_by=signed_in_user(request)
    )
    # owners may withdraw their own role and then no longer have the page
    is_still_owner = may_own_club(request.user, club)
    return redirect("organiser-keepers", slug) if is_still_owner else redirect("organiser-home")


def _page(
    request: HttpRequest,
    club: Club,
    *,
    form: MembershipForm | None = None,
    account_form: KeeperAccountForm | None = None,
) -> HttpResponse:
    context = {
        "club": club,
        "tab": "club",
        "memberships": sorted(
            club.memberships.select_related("user"), key=lambda membership: sort_key(membership.user.name)
        ),
        "is_owner": may_own_club(request.user, club),
        "form": form or MembershipForm(),
        "account_form": account_form or KeeperAccountForm(),
        "link": shown_link(request, LINK_COOKIE),
    }
    status = 422 if form or account_form else 200
    return render(request, "tournaments/people/organiser/keepers.html", context, status=status)
