"""Authentication of programs by a token of an account."""

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import Throttled
from rest_framework.request import Request

from accounts.refusals import WRONG_LINK
from common.requests.limits import seconds_to_wait
from tournaments.base.access import Right
from tournaments.enums import ApiScope
from tournaments.models import ApiToken
from tournaments.site.services.api_tokens import API_PREFIX, RIGHTS_OF_SCOPE, WrongToken, find_api_token

BEARER = "bearer"
"""Scheme of the header, whose case does not count (RFC 9110)."""


class AccountAuthentication(SessionAuthentication):
    """Authentication by `Authorization: Bearer etui_…`, or by the session of a browser.

    A wrong token is refused with `wrong_token`.
    """

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        scheme, _space, text = request.headers.get("Authorization", "").partition(" ")
        # other secrets are those of tables
        if scheme.lower() != BEARER or not text.strip().startswith(API_PREFIX):
            return super().authenticate(request)
        try:
            token = find_api_token(text.strip())
        except WrongToken:
            # the number of wrong tokens is limited, against guesses
            if wait := seconds_to_wait(request, WRONG_LINK):
                raise Throttled(wait) from None
            raise
        return token.user, token


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Names and definitions of both authentications in the schema."""

    target_class = AccountAuthentication
    name = ["accountToken", "cookieAuth"]

    def get_security_definition(self, auto_schema: object) -> list[dict[str, Any]]:
        description = "A token of an account, with a scope: read, results or admin."
        return [
            {"type": "http", "scheme": "bearer", "description": description},
            {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME},
        ]


def rights_left_by_scope(request: Request, rights: frozenset[Right]) -> frozenset[Right]:
    """Return the rights of a request: all of the account, or those that the scope of its token leaves."""
    if isinstance(request.auth, ApiToken):
        return rights & RIGHTS_OF_SCOPE[ApiScope(request.auth.scope)]
    return rights
