"""Where an account is signed in: which browsers, since when; ending some or all; telling of a new one.

A row stands beside each session. Ending it deletes the session itself, so that pages ask nothing more than
they do anyway; when the account was last seen there is written once an hour.
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
from accounts.mails import can_send, send_message, site_address
from accounts.models import SignedInDevice, User
from common.requests.callers import caller_address
from common.requests.devices import known_device
from common.text.moments import left_of
from common.workers.queueing import after_commit

SEEN_AGAIN = timedelta(hours=1)
SINCE = "signed_in_at"
"""In the session, in seconds since 1970: for an hour afterwards there is nothing to write."""
NETWORK_BITS = {4: 24, 6: 48}
"""What is shown of an address: the provider's network, not the household (docs/privacy.md)."""


def watch() -> None:
    """Keep where accounts are signed in from now on; called once the models are loaded."""
    user_logged_in.connect(_note_signed_in, dispatch_uid="etui-device-signed-in")
    user_logged_out.connect(_note_signed_out, dispatch_uid="etui-device-signed-out")


def note_presence(site: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware, after the one that knows the user: when an account was last seen on its device.

    A database that cannot be written keeps nobody from reading.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            user = request.user
            if isinstance(user, User) and not user.is_guest and _is_due(request):
                try:
                    _keep(request, user)
                except OperationalError:
                    cache.delete(_presence_key(request))
        return site(request)

    return answer


def devices_of(user: User) -> QuerySet[SignedInDevice]:
    """Where the account is signed in now, the one seen last first. One query."""
    live = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    return user.signed_in_devices.filter(session_key__in=live).order_by("-last_seen_at", "-pk")


def end_devices(*, user: User, but: str = "", pk: int | None = None) -> int:
    """Sign the account out on one device, or on all of them; how many.

    Args:
        but: key of the session that goes on, "" for none.
        pk: of the one device; None for all.
    """
    ended = user.signed_in_devices.exclude(session_key=but)
    if pk is not None:
        ended = ended.filter(pk=pk)
    keys = list(ended.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    ended.delete()
    return len(keys)


def end_others(request: HttpRequest, *, before: str) -> None:
    """Sign the account out everywhere else, once the session has another key.

    Args:
        before: the session's key before it was changed.
    """
    assert isinstance(request.user, User)
    now_key = str(request.session.session_key)
    request.user.signed_in_devices.filter(session_key=before).update(session_key=now_key)
    end_devices(user=request.user, but=now_key)


def choose_notices(*, user: User, is_told: bool) -> None:
    """Whether a message tells the account of each new device."""
    user.is_told_of_devices = is_told
    user.save(update_fields=["is_told_of_devices"])


def send_device_mail(*, user_id: int, browser: str, at: float, site: str, language: str) -> int:
    """Tell the owner that his account was signed in on a new device; how many messages left.

    Called by the worker.

    Args:
        at: when, in seconds since 1970.
    """
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        return 0
    return send_message(
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
    """Delete what stands beside no session any more; how many."""
    live = Session.objects.filter(expire_date__gt=now).values("session_key")
    return SignedInDevice.objects.exclude(session_key__in=live).delete()[0]


def short_network(address: str | None) -> str:
    """The network of an address, "192.0.2.0/24"; "" for none."""
    try:
        found = ip_address((address or "").partition("%")[0])
    except ValueError:
        return ""
    return str(ip_network((found, NETWORK_BITS[found.version]), strict=False))


def _note_signed_in(sender: object, user: User, request: HttpRequest | None = None, **_: Any) -> None:
    if request is None or user.is_guest:
        return
    if request.session.session_key is None:
        request.session.save()
    request.session[SINCE] = timezone.now().timestamp()
    _keep(request, user)
    device = known_device(request)
    is_new = device is None or not device.has_signed_in(user.email)
    # Django has not yet noted this sign-in: a first one ever is no surprise to its owner
    if caller_address() and is_new and user.last_login and user.is_told_of_devices and can_send():
        after_commit(
            "accounts.send_device_mail",
            user_id=user.pk,
            browser=device_name(request.headers.get("User-Agent", "")),
            at=timezone.now().timestamp(),
            site=site_address(request),
            language=get_language() or "",
        )


def _note_signed_out(sender: object, request: HttpRequest, **_: Any) -> None:
    SignedInDevice.objects.filter(session_key=request.session.session_key or "").delete()


def _keep(request: HttpRequest, user: User) -> None:
    """Write where the session is used from, and that it is now."""
    SignedInDevice.objects.update_or_create(
        session_key=str(request.session.session_key),
        defaults={
            "user": user,
            "browser": device_name(request.headers.get("User-Agent", "")),
            "network": short_network(caller_address()),
            "last_seen_at": timezone.now(),
        },
    )


def _is_due(request: HttpRequest) -> bool:
    """Whether the account was not seen in this session for an hour, as far as session and cache know."""
    since = request.session.get(SINCE, 0)
    if left_of(SEEN_AGAIN, datetime.fromtimestamp(since, UTC), timezone.now()):
        return False
    return cache.add(_presence_key(request), True, SEEN_AGAIN.total_seconds())


def _presence_key(request: HttpRequest) -> str:
    key = request.session.session_key or ""
    return f"seen:{hashlib.blake2b(key.encode(), digest_size=12).hexdigest()}"
