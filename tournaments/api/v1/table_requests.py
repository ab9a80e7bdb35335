"""Parts of every request of a table: the secret, the phone, the idempotency key, the play."""

import uuid
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import Throttled
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from accounts.device_names import device_name
from accounts.refusals import WRONG_LINK
from common.errors import AppError
from common.requests.limits import MINUTE, By, Limit, limit_kind, seconds_to_wait
from common.web_server.policy import hides_nothing
from tournaments.api.v1.fields import ErrorSerializer
from tournaments.api.v1.queries import QueryView
from tournaments.api.v1.throttles import ApiLimit
from tournaments.base.prepared import PreparedModels
from tournaments.base.web.phones import PHONE_HEADER, phone_key
from tournaments.models import Play, Round, TableAccess
from tournaments.results.queries.table_rounds import named_round, table_rounds
from tournaments.results.services.table_access import ClosedTable, find_table_access
from tournaments.results.services.table_phones import Device, phone_name

API_TABLE = limit_kind(
    "api-table", Limit(By.THING, 180, MINUTE), Limit(By.ADDRESS, 180, MINUTE, strangers_only=True)
)

SCHEME = "Bearer"
KEY_HEADER = "Idempotency-Key"
PHONE = OpenApiParameter(
    PHONE_HEADER,
    uuid.UUID,
    OpenApiParameter.HEADER,
    description="Chosen by the phone; the site knows it again.",
)
KEY = OpenApiParameter(
    KEY_HEADER,
    uuid.UUID,
    OpenApiParameter.HEADER,
    required=True,
    description="Made by the sender for what it sends: sent twice, stored once.",
)
REFUSALS = {400: ErrorSerializer, 401: ErrorSerializer, 404: ErrorSerializer, 409: ErrorSerializer}


class TableAuthentication(BaseAuthentication):
    """Authentication by `Authorization: Bearer <secret>`. A wrong secret is refused with `table_closed`."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, TableAccess] | None:
        scheme, _space, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme != SCHEME:
            return None
        try:
            return AnonymousUser(), find_table_access(secret.strip())
        except ClosedTable:
            # the number of wrong secrets is limited, against guesses
            if wait := seconds_to_wait(request, WRONG_LINK):
                raise Throttled(wait) from None
            raise

    def authenticate_header(self, request: Request) -> str:
        return SCHEME


class HasTable(BasePermission):
    """Permission for requests with the secret of a table."""

    def has_permission(self, request: Request, view: object) -> bool:
        return isinstance(request.auth, TableAccess)


class TableThrottle(ApiLimit):
    """Limit per table, because all phones of a hall may share one network address."""

    kind = API_TABLE

    def thing_of(self, request: Request) -> str:
        return str(request.auth.pk) if isinstance(request.auth, TableAccess) else ""


class TableScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Name and definition of the authentication in the schema."""

    target_class = TableAuthentication
    name = "tableSecret"

    def get_security_definition(self, auto_schema: object) -> dict[str, Any]:
        return {"type": "http", "scheme": "bearer", "description": "The secret of a table's link."}


class NotOfTable(AppError):
    """A play of another table, or no play at all."""

    status = 404


@hides_nothing
class TableAPIView(QueryView):
    """Base of the views of a table."""

    authentication_classes = (TableAuthentication,)
    permission_classes = (HasTable,)
    throttle_classes = (TableThrottle,)


def requested_table(request: Request) -> TableAccess:
    assert isinstance(request.auth, TableAccess)
    return request.auth


def device_of(request: Request) -> Device:
    """Return the device of a request. A phone without a key is a new device at each request."""
    browser = device_name(request.headers.get("User-Agent", ""))
    return Device(phone_key(request) or uuid.uuid4(), phone_name(requested_table(request), browser))


def key_of(request: Request) -> uuid.UUID:
    """Return the idempotency key of a request.

    Raises:
        ValidationError: for a missing key, or one that is no UUID.
    """
    try:
        return uuid.UUID(request.headers.get(KEY_HEADER, ""))
    except ValueError:
        message = _("Donnez un UUID fait pour ce résultat.")
        raise serializers.ValidationError({KEY_HEADER: [message]}) from None


def find_requested_play(access: TableAccess, pk: int) -> Play:
    """Return a play of the table with its round, session and tournament. One query.

    Raises:
        NotOfTable: the play is of another table, or does not exist.
    """
    play = _PLAY.first(pk, access.table_id)
    if play is None:
        raise NotOfTable("play_not_of_table", _("Cette donne n’est pas jouée à cette table."))
    return play


def _play(pk: int, table: int) -> QuerySet[Play, Play]:
    return Play.objects.filter(pk=pk, table=table)


_PLAY = PreparedModels(
    _play,
    int,
    int,
    related=("round__section__session__tournament", "round__section__movement", "table"),
    without=("round__section__movement__document",),
)


def find_requested_round(access: TableAccess, number: str) -> Round:
    """Return a round of the table. Raise Http404 for any other round. One query."""
    this_round = named_round(table_rounds(access.table), number)
    if this_round is None:
        raise Http404
    return this_round
