"""A table's secret as the key of a program: it opens this table and nothing else."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import Throttled
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from common.limits import ApiLimit, seconds_to_wait
from tournaments.models import TableAccess
from tournaments.results.services.table_access import ClosedTable, find_table_access

SCHEME = "Bearer"


class TableAuthentication(BaseAuthentication):
    """`Authorization: Bearer <secret>`; a secret that opens nothing is refused with `table_closed`."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, TableAccess] | None:
        scheme, _space, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme != SCHEME:
            return None
        try:
            return AnonymousUser(), find_table_access(secret.strip())
        except ClosedTable:
            if wait := seconds_to_wait(request._request, "wrong-link"):
                raise Throttled(wait) from None
            raise

    def authenticate_header(self, request: Request) -> str:
        return SCHEME


class HasTable(BasePermission):
    """Somebody who showed the secret of a table."""

    def has_permission(self, request: Request, view: object) -> bool:
        return isinstance(request.auth, TableAccess)


class TableThrottle(ApiLimit):
    """Per table: a hall of phones behind one address is no limit."""

    kind = "api-table"

    def thing_of(self, request: Request) -> str:
        return str(request.auth.pk) if isinstance(request.auth, TableAccess) else ""


class TableScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema calls it."""

    target_class = TableAuthentication
    name = "tableSecret"

    def get_security_definition(self, auto_schema: object) -> dict[str, Any]:
        return {"type": "http", "scheme": "bearer", "description": "The secret of a table's link."}
