"""Registrations sent from the reader's device, kept in a signed cookie: pages lead back to them."""

from base64 import urlsafe_b64encode
from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from tournaments.base.services.link_keys import link_digest
from tournaments.entries.services.registrations import registration_secret
from tournaments.enums import LinkPurpose, RegistrationState
from tournaments.models import Registration, Tournament

COOKIE = "inscriptions"
KEPT_SECONDS = 400 * 24 * 60 * 60
MOST_KEPT = 20
"""The oldest give way."""
GONE = (RegistrationState.CANCELLED, RegistrationState.REFUSED)


def own_registrations(request: HttpRequest, *events: Tournament) -> dict[int, str]:
    """Address of the private page of the last one sent for each of the events, by id of the event.

    Those cancelled or refused are left out. One query, none for a device that has sent none.
    """
    kept = _kept(request)
    if not kept or not events:
        return {}
    found = Registration.objects.filter(pk__in=kept, tournament__in=events).exclude(state__in=GONE)
    rows = {row.pk: row for row in found.select_related("tournament")}
    return {rows[pk].tournament_id: _address(rows[pk]) for pk in reversed(kept) if pk in rows}


def keep_registration(request: HttpRequest, response: HttpResponse, registration: Registration) -> None:
    """Remember on this device that it was sent from here."""
    _write(request, response, [registration.pk, *_others(request, registration)])


def forget_registration(request: HttpRequest, response: HttpResponse, registration: Registration) -> None:
    """The reader says that it is somebody else's."""
    _write(request, response, _others(request, registration))


def is_kept(request: HttpRequest, registration: Registration) -> bool:
    """Whether this device remembers it."""
    return registration.pk in _kept(request)


def _others(request: HttpRequest, registration: Registration) -> list[int]:
    return [pk for pk in _kept(request) if pk != registration.pk]


def _kept(request: HttpRequest) -> list[int]:
    """Ids, the last sent first; nothing of a cookie that is not ours."""
    value, _colon, code = request.COOKIES.get(COOKIE, "").rpartition(":")
    if not code or not constant_time_compare(_code(value), code):
        return []
    return [int(number) for number in value.split(".") if number]


def _write(request: HttpRequest, response: HttpResponse, kept: Iterable[int]) -> None:
    numbers = list(kept)[:MOST_KEPT]
    if not numbers:
        response.delete_cookie(COOKIE)
        return
    value = ".".join(map(str, numbers))
    response.set_cookie(
        COOKIE,
        f"{value}:{_code(value)}",
        max_age=KEPT_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )


def _address(registration: Registration) -> str:
    secret = registration_secret(registration)
    return reverse("public-registration", args=[registration.tournament.slug, secret])


def _code(value: str) -> str:
    return urlsafe_b64encode(link_digest(LinkPurpose.OWN_REGISTRATIONS, value)).decode().rstrip("=")
