"""The log of sign-ins, good and bad: who, when, from where; never a password or a link. Kept for a time."""

from datetime import datetime
from typing import Any

from django.contrib.auth.signals import user_logged_in, user_login_failed
from django.http import HttpRequest

from accounts.device_names import device_name
from accounts.models import SignIn, User
from common.requests.callers import caller_address


def watch() -> None:
    """Keep every sign-in from now on; called once the models are loaded."""
    user_logged_in.connect(_keep_good, dispatch_uid="etui-signed-in")
    user_login_failed.connect(_keep_bad, dispatch_uid="etui-sign-in-failed")


def forget_sign_ins_before(limit: datetime) -> int:
    """Delete what is older; how many rows."""
    return SignIn.objects.filter(at__lt=limit).delete()[0]


def forget_sign_ins_of(user: User) -> None:
    """Delete what is kept of somebody's address: call it before the account loses it."""
    SignIn.objects.filter(typed__iexact=user.email).delete()


def _keep_good(sender: object, user: User, request: HttpRequest | None = None, **_: Any) -> None:
    _keep(request, user.email, is_good=True)


def _keep_bad(
    sender: object, credentials: dict[str, Any], request: HttpRequest | None = None, **_: Any
) -> None:
    _keep(request, str(credentials.get("username", "")), is_good=False)


def _keep(request: HttpRequest | None, typed: str, *, is_good: bool) -> None:
    if request is None:  # a command or a test: nobody came from anywhere
        return
    browser = device_name(request.headers.get("User-Agent", ""))
    SignIn.objects.create(typed=typed[:254], address=caller_address(), browser=browser, is_good=is_good)
