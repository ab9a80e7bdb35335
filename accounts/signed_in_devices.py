"""Devices of an account: browsers with their first and last use, sign-out, and a message about a new one.

Each row belongs to a session. Signing out deletes that session, so pages need no query to check the device.
The time of the last use is written at most once an hour.
"""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import OperationalError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy

from accounts.device_names import device_name
from accounts.mails import can_send, mail_site_address, send_mail
from accounts.models import SignedInDevice, User
from common.requests.callers import client_address
from common.requests.devices import known_device
from common.text.moments import time_left_of
from common.workers.queueing import after_commit

SEEN_AGAIN = timedelta(hours=1)
SINCE = "signed_in_at"
"""Session key of the time of the sign-in, in seconds since 1970.

For an hour after it the last use is not written.
"""
NETWORK_BITS = {4: 24, 6: 48}
"""Bits of an address that are stored, by IP version.

They show the network of the provider, not that of the household (docs/privacy.md).
"""


def connect_device_log() -> None:
    """Record every later sign-in with its device. Called once the models are loaded."""
    user_logged_in.connect(_record_sign_in, dispatch_uid="etui-device-signed-in")
    user_logged_out.connect(_record_sign_out, dispatch_uid="etui-device-signed-out")


def note_device_use(site: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that records the last use of a device. It comes after the one that sets the user."""

    def answer(request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            user = request.user
            if isinstance(user, User) and not user.is_guest and _needs_update(request):
                try:
                    _store(request, user)
                except OperationalError:  # a locked or full database must not stop readers
                    cache.delete(_presence_key(request))
        return site(request)

    return answer


def devices_of(user: User) -> QuerySet[SignedInDevice]:
    """Return the devices of an account with a live session, the last used first. One query."""
    live = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    return user.signed_in_devices.filter(session_key__in=live).order_by("-last_seen_at", "-pk")


def end_devices(*, user: User, but: str = "", pk: int | None = None) -> int:
    """Sign the account out on one device or on all. Return the number of devices.

    Args:
        but: key of the session to keep, "" for none.
        pk: primary key of one device; None for all.
    """
    devices = user.signed_in_devices.exclude(session_key=but)
    if pk is not None:
        devices = devices.filter(pk=pk)
    keys = list(devices.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    devices.delete()
    return len(keys)


def end_others(request: HttpRequest, *, previous_key: str) -> None:
    """Sign the account out on all other devices after a change of the session key.

    Args:
        previous_key: key of the session before the change.
    """
    assert isinstance(request.user, User)
    current_key = str(request.session.session_key)
    request.user.signed_in_devices.filter(session_key=previous_key).update(session_key=current_key)
    end_devices(user=request.user, but=current_key)


def choose_notices(*, user: User, is_told: bool) -> None:
    """Set whether a message reports each new device to the owner."""
    user.is_told_of_devices = is_told
    user.save(update_fields=["is_told_of_devices"])


def send_device_mail(*, user_id: int, browser: str, at: float, site: str, language: str) -> int:
    """Send the owner a message about a sign-in on a new device. Called by the worker.

    Args:
        at: time in seconds since 1970.

    Returns:
        The number of messages sent.
    """
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        return 0
    return send_mail(
        to=user.email,
        language=user.language or language,
        subject=gettext_lazy("Étui : connexion sur un nouvel appareil"),
        template="accounts/mails/new_device.txt",
        context={
            "browser": browser,
            "at": datetime.fromtimestamp(at, UTC),
            "link": site + reverse("accounts-devices"),
        },
    )


def forget_ended_devices(now: datetime) -> int:
    """Delete devices without a session. Return their number."""
    live = Session.objects.filter(expire_date__gt=now).values("session_key")
    return SignedInDevice.objects.exclude(session_key__in=live).delete()[0]


def short_network(address: str | None) -> str:
    """Return the network of an address, such as "192.0.2.0/24"; "" without an address."""
    try:
        parsed_address = ip_address((address or "").partition("%")[0])
    except ValueError:
        return ""
    return str(ip_network((parsed_address, NETWORK_BITS[parsed_address.version]), strict=False))


def _record_sign_in(sender: object, user: User, request: HttpRequest | None = None, **_: Any) -> None:
    if request is None or user.is_guest:
        return
    # a new session has no key until it is saved
    if request.session.session_key is None:
        request.session.save()
    request.session[SINCE] = timezone.now().timestamp()
    _store(request, user)
    device = known_device(request)
    is_new = device is None or not device.has_signed_in(user.email)
    # Django's receiver sets last_login after this one: it is empty at a first sign-in, which needs no message
    if client_address() and is_new and user.last_login and user.is_told_of_devices and can_send():
        after_commit(
            "accounts.send_device_mail",
            user_id=user.pk,
            browser=device_name(request.headers.get("User-Agent", "")),
            at=timezone.now().timestamp(),
            site=mail_site_address(request),
            language=get_language() or "",
        )


def _record_sign_out(sender: object, request: HttpRequest, **_: Any) -> None:
    SignedInDevice.objects.filter(session_key=request.session.session_key or "").delete()


def _store(request: HttpRequest, user: User) -> None:
    """Store the device and the current time for the session."""
    SignedInDevice.objects.update_or_create(
        session_key=str(request.session.session_key),
        defaults={
            "user": user,
            "browser": device_name(request.headers.get("User-Agent", "")),
            "network": short_network(client_address()),
            "last_seen_at": timezone.now(),
        },
    )


def _needs_update(request: HttpRequest) -> bool:
    """Return whether the last use was not recorded for an hour, according to session and cache."""
    since = request.session.get(SINCE, 0)
    if time_left_of(SEEN_AGAIN, datetime.fromtimestamp(since, UTC), timezone.now()):
        return False
    # only one of several requests at once can add the key
    return cache.add(_presence_key(request), True, SEEN_AGAIN.total_seconds())


def _presence_key(request: HttpRequest) -> str:
    key = request.session.session_key or ""
    return f"seen:{hashlib.blake2b(key.encode(), digest_size=12).hexdigest()}"
