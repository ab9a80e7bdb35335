"""Page on which the owner of an account closes it. It lists the data that are deleted and kept."""

from django.contrib.auth import logout
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.forms import OwnPasswordForm
from accounts.limits import PASSWORD
from accounts.refusals import as_too_many_requests, describe_wait
from common.errors import AppError
from common.requests.limits import return_attempt, seconds_to_wait
from tournaments.base.web.acting import add_success_message, posted_data, show_error
from tournaments.base.web.finding import signed_in_user
from tournaments.models import Person
from tournaments.people.services.account_closing import close_account


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
@never_cache
def close_account_page(request: HttpRequest) -> HttpResponse:
    """Close the account after a check of the password, or of the address for an account without password.

    Guests have no account to close and are redirected.
    """
    if not request.user.is_authenticated:
        raise PermissionDenied
    user = signed_in_user(request)
    if user.is_guest:
        return redirect("accounts-account")
    seconds = seconds_to_wait(request, PASSWORD, person=str(user.pk)) if request.method == "POST" else 0
    form = OwnPasswordForm(None if seconds else posted_data(request), user=user)
    if form.is_bound and form.is_valid():
        # a correct password does not count as an attempt
        return_attempt(request, PASSWORD, person=str(user.pk))
        try:
            close_account(user=user)
        except AppError as error:
            show_error(form, error)
        else:
            logout(request)
            add_success_message(request, _("Votre compte est fermé."))
            return redirect("public-home")
    context = {
        "form": form,
        "refusal": describe_wait(seconds) if seconds else "",
        "people": Person.objects.filter(user=user).select_related("club").order_by("club__name"),
    }
    response = render(
        request,
        "tournaments/people/organiser/account_close.html",
        context,
        status=422 if form.errors else 200,
    )
    return as_too_many_requests(response, seconds) if seconds else response
