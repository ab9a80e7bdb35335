"""Addresses of the site for laptops: signed requests in JSON, answered in JSON.

A refusal has the form of the API's errors (`common.errors.make_error_body`), so that the laptop shows its
sentence.
"""

import base64
import binascii
import json
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError, make_error_body
from common.requests.limits import MINUTE, QUARTER, By, Limit, limit_kind, seconds_to_wait
from common.web_server.policy import max_body
from publishing.models import MARK_LENGTH, Laptop
from publishing.queries.events_of_club import events_for_laptop
from publishing.services.applying import refuse_malformed
from publishing.services.compressed import decompress
from publishing.services.keys import has_signature
from publishing.services.pairing import pair_laptop
from publishing.services.receiving import (
    FIELDS,
    SentState,
    event_of_laptop,
    receive_hand_back,
    receive_state,
    state_of,
    take_event,
)
from publishing.services.site_client import LAPTOP_HEADER, LAYOUT, SIGNATURE_HEADER
from tournaments.base.row_numbers import is_row_number
from tournaments.models import Tournament

PAIRING = limit_kind("pairing", Limit(By.SITE, 120, QUARTER), Limit(By.ADDRESS, 20, QUARTER))
"""Limit for pairing codes."""
LAPTOP_REQUESTS = limit_kind("laptop-requests", Limit(By.ADDRESS, 600, MINUTE))
LARGEST_BODY = 16 * 1024 * 1024
"""Largest compressed body. The state of 300 tables has a few hundred kilobytes."""
LARGEST_CONTENT = 128 * 1024 * 1024
"""Largest body without its compression."""
LARGEST_PAIRING = 8 * 1024
"""Largest request to pair, compressed or not. Any stranger may send one, and JSON in memory is far larger."""

View = Callable[..., HttpResponse]


class NotSigned(AppError):
    """A request without the signature of a paired laptop."""

    status = 403


class TooOften(AppError):
    status = 429


def for_laptops(view: View) -> View:
    """Wrap a view that gets the laptop and the content of a signed request. Refusals become JSON."""

    @csrf_exempt
    @never_cache
    @max_body(LARGEST_BODY)
    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            _refuse_many(request, LAPTOP_REQUESTS)
            laptop = _laptop_of(request)
            return view(request, *args, laptop=laptop, content=_content(request, LARGEST_CONTENT), **kwargs)
        except AppError as error:
            return _refused(error)

    return wrapper


@csrf_exempt
@never_cache
@max_body(LARGEST_PAIRING)
@require_POST
def pair_view(request: HttpRequest) -> HttpResponse:
    """Pair a laptop with the club of a code."""
    try:
        _refuse_many(request, PAIRING)
        content = _content(request, LARGEST_PAIRING)
        laptop = refuse_malformed(
            lambda: pair_laptop(
                code=_text(content, "code"),
                name=_text(content, "name"),
                public_key=_text(content, "public_key"),
                now=timezone.now(),
            )
        )
    except AppError as error:
        return _refused(error)
    return JsonResponse({"laptop": laptop.pk, "club": laptop.club.name})


@require_safe
@for_laptops
def list_events(request: HttpRequest, *, laptop: Laptop, content: Mapping[str, Any]) -> HttpResponse:
    """List the events of the club, with who writes each."""
    return JsonResponse({"club": laptop.club.name, "events": events_for_laptop(laptop)})


@require_http_methods(["GET", "POST"])
@for_laptops
def event_state(
    request: HttpRequest, uid: UUID, *, laptop: Laptop, content: Mapping[str, Any]
) -> HttpResponse:
    """Return the stored state of an event. A POST stores the next one."""
    if request.method != "POST":
        return JsonResponse(state_of(event_of_laptop(laptop, uid), laptop))
    state = refuse_malformed(lambda: _state(content))
    shared = receive_state(laptop=laptop, uid=uid, state=state, now=timezone.now())
    return JsonResponse({"turn": shared.turn, "version": shared.version, FIELDS: shared.digests[FIELDS]})


@require_POST
@for_laptops
def take_view(request: HttpRequest, slug: str, *, laptop: Laptop, content: Mapping[str, Any]) -> HttpResponse:
    """Make the laptop the writer of an event, and return the event."""
    tournament = Tournament.objects.filter(club=laptop.club_id, slug=slug, is_practice=False).first()
    if tournament is None:
        raise AppError("event_unknown", _("Le site ne connaît pas ce tournoi."))
    turn, mark, is_forced = refuse_malformed(
        lambda: (_number(content, "turn"), _mark(content), content["is_forced"] is True)
    )
    return JsonResponse(
        take_event(laptop=laptop, tournament=tournament, turn=turn, mark=mark, is_forced=is_forced)
    )


@require_POST
@for_laptops
def hand_back_view(
    request: HttpRequest, uid: UUID, *, laptop: Laptop, content: Mapping[str, Any]
) -> HttpResponse:
    """Make the site the writer of an event again."""
    shared = event_of_laptop(laptop, uid)
    if shared is None:
        raise AppError("event_unknown", _("Le site ne connaît pas ce tournoi."))
    turn, version, follows, private = refuse_malformed(
        lambda: (
            _number(content, "turn"),
            _number(content, "version"),
            _marks(content),
            dict(content["private"]),
        )
    )
    new_turn = receive_hand_back(
        laptop=laptop, event=shared, turn=turn, version=version, follows=follows, private=private
    )
    return JsonResponse({"turn": new_turn})


def _refused(error: AppError) -> HttpResponse:
    return JsonResponse(
        make_error_body(error.code, str(error.message), extra=error.extra), status=error.status
    )


def _refuse_many(request: HttpRequest, kind: Any) -> None:
    if wait := seconds_to_wait(request, kind):
        raise TooOften("too_many", _("Trop d’essais : recommencez dans %(seconds)d s.") % {"seconds": wait})


def _laptop_of(request: HttpRequest) -> Laptop:
    """Return the laptop that signed the request.

    Raises:
        NotSigned: `laptop_unknown`, `laptop_revoked`.
    """
    number = request.headers.get(LAPTOP_HEADER, "")
    laptop = (
        Laptop.objects.select_related("club", "paired_by").filter(pk=int(number)).first()
        if is_row_number(number)
        else None
    )
    signature = request.headers.get(SIGNATURE_HEADER, "")
    if laptop is None or not has_signature(
        laptop.public_key, signature, str(request.method), request.path_info, request.body
    ):
        raise NotSigned(
            "laptop_unknown", _("Le site ne connaît pas cet ordinateur : associez-le par un code.")
        )
    if laptop.revoked_at is not None:
        raise NotSigned(
            "laptop_revoked", _("Le site a retiré cet ordinateur : associez-le par un nouveau code.")
        )
    Laptop.objects.filter(pk=laptop.pk).update(seen_at=timezone.now())
    return laptop


def _content(request: HttpRequest, largest: int) -> dict[str, Any]:
    """Return the content of a request, {} of one without a body.

    Args:
        largest: number of bytes without the compression.

    Raises:
        AppError: `state_malformed`, `site_older` for a newer layout.
    """
    body = request.body
    if not body:
        return {}
    content = refuse_malformed(lambda: _read_content(body, largest))
    if content["layout"] > LAYOUT:
        raise AppError(
            "site_older",
            _("Le site est d’une version plus ancienne que cet ordinateur : demandez sa mise à jour."),
        )
    return content


def _read_content(body: bytes, largest: int) -> dict[str, Any]:
    content = json.loads(decompress(body, largest))
    if not isinstance(content, dict) or not isinstance(content["layout"], int):
        raise TypeError("content")
    return content


def _state(content: Mapping[str, Any]) -> SentState:
    sealed = content["sealed"]
    try:
        sealed_bytes = None if sealed is None else base64.b64decode(sealed, validate=True)
    except binascii.Error as error:
        raise ValueError("sealed") from error
    return SentState(
        turn=_number(content, "turn"),
        version=_number(content, "version"),
        follows=_marks(content),
        mark=_mark(content),
        digests={str(name): str(digest) for name, digest in dict(content["digests"]).items()},
        texts={str(name): _text(content["texts"], name) for name in dict(content["texts"])},
        sealed=sealed_bytes,
        is_whole=content["is_whole"] is True,
    )


def _text(content: Mapping[str, Any], name: str) -> str:
    value = content[name]
    if not isinstance(value, str) or "\0" in value:
        raise TypeError(name)
    return value


def _marks(content: Mapping[str, Any]) -> list[str]:
    marks = content["follows"]
    if not isinstance(marks, list) or not all(isinstance(mark, str) for mark in marks):
        raise TypeError("follows")
    return marks


def _mark(content: Mapping[str, Any]) -> str:
    value = _text(content, "mark")
    if len(value) != MARK_LENGTH:
        raise ValueError("mark")
    return value


def _number(content: Mapping[str, Any], name: str) -> int:
    value = content[name]
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**31:
        raise TypeError(name)
    return value
