"""Registrations sent from the reader's device, stored in a signed cookie, so that pages link to them."""

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
"""Most registrations in the cookie. The oldest are dropped."""
GONE = (RegistrationState.CANCELLED, RegistrationState.REFUSED)


def own_registrations(request: HttpRequest, *events: Tournament) -> dict[int, str]:
    """Return the URL of the private page of the last registration for each of the events, by event id.

    Cancelled and refused registrations are left out. One query, none for a device without registrations.
    """
    registration_ids = _stored_ids(request)
    if not registration_ids or not events:
        return {}
    registrations = Registration.objects.filter(pk__in=registration_ids, tournament__in=events).exclude(
        state__in=GONE
    )
    rows = {row.pk: row for row in registrations.select_related("tournament")}
    # reversed, so that the latest registration of an event replaces earlier ones
    return {rows[pk].tournament_id: _address(rows[pk]) for pk in reversed(registration_ids) if pk in rows}


def keep_registration(request: HttpRequest, response: HttpResponse, registration: Registration) -> None:
    """Remember on this device that the registration was sent from it."""
    _write(request, response, [registration.pk, *_other_ids(request, registration)])


def forget_registration(request: HttpRequest, response: HttpResponse, registration: Registration) -> None:
    """Forget a registration that belongs to another person, according to the reader."""
    _write(request, response, _other_ids(request, registration))


def is_registration_remembered(request: HttpRequest, registration: Registration) -> bool:
    """Return whether this device remembers the registration."""
    return registration.pk in _stored_ids(request)


def _other_ids(request: HttpRequest, registration: Registration) -> list[int]:
    return [pk for pk in _stored_ids(request) if pk != registration.pk]


def _stored_ids(request: HttpRequest) -> list[int]:
    """Return the stored ids, the latest first; none from a cookie with a wrong signature."""
    value, _colon, code = request.COOKIES.get(COOKIE, "").rpartition(":")
    if not code or not constant_time_compare(_code(value), code):
        return []
    return [int(number) for number in value.split(".") if number]


def _write(request: HttpRequest, response: HttpResponse, registration_ids: Iterable[int]) -> None:
    numbers = list(registration_ids)[:MOST_KEPT]
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
