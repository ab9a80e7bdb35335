"""Pages of the sign-up: the form, and the link of the message that creates the account."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.forms import SignUpConfirmForm, SignUpForm
from accounts.languages import answer_in
from accounts.limits import PASSWORD, SIGN_UP
from accounts.mails import mail_site_address
from accounts.models import SignUp, User
from accounts.refusals import as_too_many_requests, count_wrong_link, describe_wait
from accounts.second_factor_views import sign_in_or_ask_code
from accounts.sign_up import SIGN_UP_LIFETIME, ask_for_account, make_account, may_sign_up, sign_up_of
from common.errors import AppError
from common.requests.devices import keep_device
from common.requests.limits import return_attempt, seconds_to_wait

LONGEST_WAY_ON = 200
WAY_ON = "etui_suite"
"""Name of the cookie with the page to return to after the sign-up."""


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Request an account. The response is the same for an address that has one."""
    if request.user.is_authenticated:
        return redirect("own-home")
    is_open = may_sign_up()
    form = SignUpForm(request.POST or None)
    wait = 0
    if request.method == "POST" and is_open and form.is_valid():
        wait = seconds_to_wait(request, SIGN_UP, person=form.cleaned_data["email"].strip().lower())
        if not wait and _request_account(request, form):
            return _store_return_path(request, redirect("accounts-sign-up-sent"))
    context = {
        "form": form,
        "is_open": is_open,
        "next": _return_path(request),
        "refusal": describe_wait(wait) if wait else "",
    }
    response = render(request, "accounts/sign_up.html", context, status=422 if form.errors else 200)
    keep_device(request, response)
    return as_too_many_requests(response, wait) if wait else response


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def confirm_sign_up(request: HttpRequest, token: str) -> HttpResponse:
    """Check the password again, then create the account and sign it in."""
    sign_up_request = sign_up_of(token)
    if sign_up_request is None:
        count_wrong_link(request)
        return render(request, "accounts/sign_up_confirm.html", status=410)
    # only a POST creates the account: a preview of the link by a mail program must not
    form = SignUpConfirmForm(request.POST or None, initial={"pseudonym": sign_up_request.pseudonym})
    wait = 0
    if request.method == "POST" and form.is_valid():
        wait = seconds_to_wait(request, PASSWORD, person=_tries_key(sign_up_request))
        user = None if wait else _make(request, sign_up_request, token, form)
        if user is not None:
            messages.success(request, _("Votre compte est prêt."))
            response = sign_in_or_ask_code(
                request, user, go_on=_stored_return_path(request) or reverse("own-home")
            )
            response.delete_cookie(WAY_ON)
            return response
    context = {
        "form": form,
        "asked": sign_up_request,
        "refusal": describe_wait(wait) if wait else "",
    }
    page = answer_in(
        request,
        sign_up_request.language,
        lambda: render(request, "accounts/sign_up_confirm.html", context, status=422 if form.errors else 200),
    )
    return as_too_many_requests(page, wait) if wait else page


def _request_account(request: HttpRequest, form: SignUpForm) -> bool:
    """Request the account. Return False if the form has errors."""
    values = form.cleaned_data
    try:
        ask_for_account(
            email=values["email"],
            pseudonym=values["pseudonym"],
            country=values["country"],
            password=values["password"],
            language=get_language() or "",
            site=mail_site_address(request),
        )
    except AppError as error:
        form.add_error(next(iter(error.fields), None), str(error.message))
        return False
    return True


def _make(request: HttpRequest, sign_up_request: SignUp, token: str, form: SignUpConfirmForm) -> User | None:
    """Create the account. Return None if the form has errors."""
    try:
        user = make_account(token=token, **form.cleaned_data)
    except AppError as error:
        # only a wrong password counts as a try
        if error.code != "password_wrong":
            return_attempt(request, PASSWORD, person=_tries_key(sign_up_request))
        form.add_error(next(iter(error.fields), None), str(error.message))
        return None
    return_attempt(request, PASSWORD, person=_tries_key(sign_up_request))
    return user


def _tries_key(sign_up_request: SignUp) -> str:
    """Return the key under which wrong passwords of a sign-up are counted."""
    return f"sign-up {sign_up_request.pk}"


def _return_path(request: HttpRequest) -> str:
    """Return the page of this site to go back to after the sign-up, "" for none."""
    path = request.POST.get("next", "") or request.GET.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(path, allowed_hosts=None)
    return path if is_ours and len(path) <= LONGEST_WAY_ON else ""


def _store_return_path(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Store the return path in a cookie: the address of a private page must stay on the device."""
    if path := _return_path(request):
        response.set_signed_cookie(
            WAY_ON,
            path,
            max_age=int(SIGN_UP_LIFETIME.total_seconds()),
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )
    return response


def _stored_return_path(request: HttpRequest) -> str:
    return str(request.get_signed_cookie(WAY_ON, default=""))
