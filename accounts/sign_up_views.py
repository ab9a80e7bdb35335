"""Signing up: the form, and the link of the message that makes the account."""

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
from accounts.mails import site_address
from accounts.models import SignUp, User
from accounts.second_factor_views import enter
from accounts.sign_up import SIGN_UP_LIFETIME, ask_for_account, make_account, may_sign_up, sign_up_of
from common.errors import AppError
from common.requests.devices import keep_device
from common.requests.limits import count_wrong_link, give_back, refusing, seconds_to_wait, wait_in_words

LONGEST_WAY_ON = 200
WAY_ON = "etui_suite"
"""The cookie with the page to go on with after signing up."""


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Ask for an account; the answer is the same for an address that has one."""
    if request.user.is_authenticated:
        return redirect("accounts-account")
    is_open = may_sign_up()
    form = SignUpForm(request.POST or None)
    wait = 0
    if request.method == "POST" and is_open and form.is_valid():
        wait = seconds_to_wait(request, SIGN_UP, person=form.cleaned_data["email"].strip().lower())
        if not wait and _has_asked(request, form):
            return _keep_way_on(request, redirect("accounts-sign-up-sent"))
    context = {
        "form": form,
        "is_open": is_open,
        "next": _way_on(request),
        "refusal": wait_in_words(wait) if wait else "",
    }
    response = render(request, "accounts/sign_up.html", context, status=422 if form.errors else 200)
    keep_device(request, response)
    return refusing(response, wait) if wait else response


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def confirm_sign_up(request: HttpRequest, token: str) -> HttpResponse:
    """Ask for the password again, then make the account and sign it in: a preview of the link makes none."""
    asked = sign_up_of(token)
    if asked is None:
        count_wrong_link(request)
        return render(request, "accounts/sign_up_confirm.html", status=410)
    form = SignUpConfirmForm(request.POST or None, initial={"pseudonym": asked.pseudonym})
    wait = 0
    if request.method == "POST" and form.is_valid():
        wait = seconds_to_wait(request, PASSWORD, person=_guessed(asked))
        user = None if wait else _make(request, asked, token, form)
        if user is not None:
            messages.success(request, _("Votre compte est prêt."))
            response = enter(request, user, go_on=_kept_way_on(request) or reverse("accounts-account"))
            response.delete_cookie(WAY_ON)
            return response
    context = {
        "form": form,
        "asked": asked,
        "refusal": wait_in_words(wait) if wait else "",
    }
    page = answer_in(
        request,
        asked.language,
        lambda: render(request, "accounts/sign_up_confirm.html", context, status=422 if form.errors else 200),
    )
    return refusing(page, wait) if wait else page


def _has_asked(request: HttpRequest, form: SignUpForm) -> bool:
    """Ask for the account; False when the form says what to change."""
    typed = form.cleaned_data
    try:
        ask_for_account(
            email=typed["email"],
            pseudonym=typed["pseudonym"],
            country=typed["country"],
            password=typed["password"],
            language=get_language() or "",
            site=site_address(request),
        )
    except AppError as error:
        form.add_error(next(iter(error.fields), None), str(error.message))
        return False
    return True


def _make(request: HttpRequest, asked: SignUp, token: str, form: SignUpConfirmForm) -> User | None:
    """Make the account; None when the form says what to change. Only a wrong password counts as a try."""
    try:
        user = make_account(token=token, **form.cleaned_data)
    except AppError as error:
        if error.code != "password_wrong":
            give_back(request, PASSWORD, person=_guessed(asked))
        form.add_error(next(iter(error.fields), None), str(error.message))
        return None
    give_back(request, PASSWORD, person=_guessed(asked))
    return user


def _guessed(asked: SignUp) -> str:
    """What tries at the password of a sign-up are counted by."""
    return f"sign-up {asked.pk}"


def _way_on(request: HttpRequest) -> str:
    """The page of this site that somebody came from and wants to go on with; "" for none."""
    path = request.POST.get("next", "") or request.GET.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(path, allowed_hosts=None)
    return path if is_ours and len(path) <= LONGEST_WAY_ON else ""


def _keep_way_on(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Leave where to go on afterwards on the device: nobody else keeps a private page's address."""
    if path := _way_on(request):
        response.set_signed_cookie(
            WAY_ON,
            path,
            max_age=int(SIGN_UP_LIFETIME.total_seconds()),
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )
    return response


def _kept_way_on(request: HttpRequest) -> str:
    return str(request.get_signed_cookie(WAY_ON, default=""))
