"""Log of sign-ins, successful and failed: account, time, address. Contains no password and no link."""

from datetime import datetime
from typing import Any

from django.contrib.auth.signals import user_logged_in, user_login_failed
from django.http import HttpRequest

from accounts.device_names import device_name
from accounts.models import SignIn, User
from common.requests.callers import client_address


def connect_sign_in_log() -> None:
    """Record every later sign-in. Called once the models are loaded."""
    user_logged_in.connect(_record_success, dispatch_uid="etui-signed-in")
    user_login_failed.connect(_record_failure, dispatch_uid="etui-sign-in-failed")


def forget_sign_ins_before(limit: datetime) -> int:
    """Delete older rows. Return their number."""
    return SignIn.objects.filter(at__lt=limit).delete()[0]


def forget_sign_ins_of(user: User) -> None:
    """Delete the rows with the email address of a user. Call it before the account loses the address."""
    SignIn.objects.filter(typed__iexact=user.email).delete()


def _record_success(sender: object, user: User, request: HttpRequest | None = None, **_: Any) -> None:
    _record(request, user.email, is_good=True)


def _record_failure(
    sender: object, credentials: dict[str, Any], request: HttpRequest | None = None, **_: Any
) -> None:
    _record(request, str(credentials.get("username", "")), is_good=False)


def _record(request: HttpRequest | None, email: str, *, is_good: bool) -> None:
    if request is None:  # a command or a test, without a client
        return
    browser = device_name(request.headers.get("User-Agent", ""))
    SignIn.objects.create(typed=email[:254], address=client_address(), browser=browser, is_good=is_good)
