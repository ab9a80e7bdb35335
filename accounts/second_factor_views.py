"""Pages of the second factor: the code during sign-in, and turning it on and off.

Between the password, or the link, and the code no user is signed in. The session stores the user for the
code.
"""

from datetime import UTC, datetime, timedelta

import segno
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.signals import user_login_failed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.forms import CodeForm, SecondFactorForm
from accounts.limits import PASSWORD, RECOVERY_CODE, SECOND_FACTOR, SECOND_FACTOR_KNOWN
from accounts.models import User
from accounts.refusals import account_required, as_too_many_requests, describe_wait
from accounts.second_factor import (
    codes_left,
    has_second_factor,
    is_recovery_code,
    key_address,
    new_key,
    renew_codes,
    turn_off,
    turn_on,
    use_code,
)
from accounts.signed_in_devices import end_devices
from common.errors import AppError
from common.requests.devices import keep_device, known_device
from common.requests.limits import Kind, return_attempt, seconds_to_wait
from common.text.moments import NOTHING, time_left_of

BACKEND = "django.contrib.auth.backends.ModelBackend"
STEP_LIFETIME = timedelta(minutes=10)
STEP, KEY = "second_step", "second_key"
"""Keys of the session: the user of the pending sign-in, and the key for a new telephone."""


def sign_in_or_ask_code(request: HttpRequest, user: User, *, go_on: str) -> HttpResponse:
    """Sign a user in after a password or a link, directly or after the code of the second factor.

    Args:
        go_on: the page of this site to open afterwards.
    """
    if has_second_factor(user):
        request.session[STEP] = {
            "user": user.pk,
            # a password changed in the meantime ends the pending sign-in
            "password": user.get_session_auth_hash(),
            "at": timezone.now().timestamp(),
            "next": go_on,
        }
        return redirect("accounts-code")
    return _sign_in(request, user, go_on)


@sensitive_post_parameters("code")
@require_http_methods(["GET", "POST"])
def ask_code(request: HttpRequest) -> HttpResponse:
    """Check the code of the telephone or a recovery code, then sign in."""
    user = _pending_user(request)
    if user is None:
        request.session.pop(STEP, None)
        return redirect("accounts-sign-in")
    form = CodeForm(request.POST or None)
    wait = 0
    if request.method == "POST" and form.is_valid():
        kind = _limit_of(request, user, form.cleaned_data["code"])
        wait = seconds_to_wait(request, kind, person=str(user.pk))
        if not wait and use_code(user=user, code=form.cleaned_data["code"]):
            return_attempt(request, kind, person=str(user.pk))
            return _sign_in(request, user, request.session.pop(STEP)["next"])
        if not wait:
            user_login_failed.send(__name__, credentials={"username": user.email}, request=request)
            form.add_error("code", _("Ce code n’est pas le bon, ou il a déjà servi."))
    context = {"form": form, "refusal": describe_wait(wait) if wait else ""}
    response = render(request, "accounts/code.html", context, status=422 if form.errors else 200)
    return as_too_many_requests(response, wait) if wait else response


@sensitive_post_parameters("password", "code")
@account_required
@require_http_methods(["GET", "POST"])
def second_factor(request: HttpRequest) -> HttpResponse:
    """Turn the second factor on. If it is on, turn it off (`do` is "off") or renew the recovery codes
    ("codes").
    """
    assert isinstance(request.user, User)
    user = User.objects.get(pk=request.user.pk)
    if user.is_guest:
        return redirect("accounts-account")
    wait = seconds_to_wait(request, PASSWORD) if request.method == "POST" else 0
    form = SecondFactorForm(None if wait else request.POST or None, user=user)
    is_on = has_second_factor(user)
    if form.is_bound and form.is_valid():
        try:
            codes = _change(request, user, form.cleaned_data["code"], is_on=is_on)
        except AppError as error:
            form.add_error(next(iter(error.fields), None), str(error.message))
        else:
            return_attempt(request, PASSWORD)
            if codes:
                return render(request, "accounts/recovery_codes.html", {"codes": codes})
            messages.success(request, _("La connexion ne demande plus de code."))
            return redirect("accounts-account")
    context = {"form": form, "is_on": is_on, "refusal": describe_wait(wait) if wait else ""}
    context |= {"codes_left": codes_left(user)} if is_on else _key_context(request, user)
    response = render(request, "accounts/second_factor.html", context, status=422 if form.errors else 200)
    return as_too_many_requests(response, wait) if wait else response


def _limit_of(request: HttpRequest, user: User, code: str) -> Kind:
    """Return the limit that a code counts against."""
    device = known_device(request)
    if device is not None and device.has_signed_in(user.email):
        return SECOND_FACTOR_KNOWN
    return RECOVERY_CODE if is_recovery_code(code) else SECOND_FACTOR


def _sign_in(request: HttpRequest, user: User, go_on: str) -> HttpResponse:
    login(request, user, backend=BACKEND)
    response = redirect(go_on)
    keep_device(request, response, signed_in=user.email)
    return response


def _pending_user(request: HttpRequest) -> User | None:
    """Return the user of a pending sign-in of the last ten minutes, None after a change of the password."""
    step = request.session.get(STEP)
    if not step:
        return None
    since = datetime.fromtimestamp(step["at"], UTC)
    if time_left_of(STEP_LIFETIME, since, timezone.now()) == NOTHING:
        return None
    user = User.objects.filter(pk=step["user"], is_active=True).first()
    is_same = user is not None and constant_time_compare(step["password"], user.get_session_auth_hash())
    return user if is_same else None


def _change(request: HttpRequest, user: User, code: str, *, is_on: bool) -> list[str]:
    """Change the second factor. Return the recovery codes to show, none when it is turned off.

    Raises:
        AppError: the code is wrong (`code_wrong`), as in `turn_on`.
    """
    if not is_on:
        codes = turn_on(user=user, key=_key(request), code=code)
        request.session.pop(KEY)
        # the other sessions were opened without a code
        end_devices(user=user, but=str(request.session.session_key))
        return codes
    if not use_code(user=user, code=code):
        message = _("Ce code n’est pas le bon, ou il a déjà servi.")
        raise AppError("code_wrong", message, fields={"code": message})
    if request.POST.get("do") == "codes":
        return renew_codes(user=user)
    turn_off(user=user)
    return []


def _key(request: HttpRequest) -> str:
    """Return the key in this session, the same until a telephone stores it."""
    return str(request.session.setdefault(KEY, new_key()))


def _key_context(request: HttpRequest, user: User) -> dict[str, str]:
    """Return the key as a QR code, as a link for this telephone, and as text."""
    address = key_address(user=user, key=_key(request))
    secret = address.partition("secret=")[2].partition("&")[0]
    return {
        "address": address,
        "qr": str(segno.make(address, error="m").svg_data_uri(scale=4, border=2, light="#fff")),
        "key": " ".join(secret[start : start + 4] for start in range(0, len(secret), 4)),
    }
