"""Tokens of the API: making, finding and revoking them, and the rights of their scopes."""

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.access import Right
from tournaments.enums import ApiScope
from tournaments.models import ApiToken

API_PREFIX = "etui_"
"""Start of each token, by which scanners of published source text recognise it."""
MOST_TOKENS = 20
"""Largest number of tokens of one account."""
USE_NOTED = timedelta(hours=1)
"""Time for which a token's last use is not written again."""

_READING = frozenset({Right.VIEW, Right.READ_DESK, Right.READ_RESULTS})
_WRITING_RESULTS = _READING | {Right.ENTER_RESULTS}
RIGHTS_OF_SCOPE: dict[ApiScope, frozenset[Right]] = {
    ApiScope.READ: _READING,
    ApiScope.RESULTS: _WRITING_RESULTS,
    # no token reads sealed cards or gives roles
    ApiScope.ADMIN: _WRITING_RESULTS
    | {Right.PREPARE, Right.PRINT, Right.CHECK_RESULTS, Right.RULE, Right.RUN, Right.WELCOME},
}
"""Rights that a scope leaves of those of the account."""


class WrongToken(AppError):
    """A token that is unknown, expired or revoked, or whose account is closed (`wrong_token`)."""

    status = 401


@transaction.atomic
def make_api_token(*, user: User, name: str, scope: ApiScope, days: int) -> tuple[ApiToken, str]:
    """Store a token that is valid for `days`. Return it with its text, which is not stored.

    Raises:
        AppError: `guest_account`, or `too_many_tokens`.
    """
    if user.is_guest:
        raise AppError("guest_account", _("Un accès invité n’a pas de clés de programmes."))
    # locked, so that two simultaneous requests do not exceed the limit
    User.objects.select_for_update().get(pk=user.pk)
    if user.api_tokens.count() >= MOST_TOKENS:
        message = _("Un compte a %(most)d clés au plus : supprimez-en une.")
        raise AppError("too_many_tokens", message % {"most": MOST_TOKENS})
    text = API_PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=user,
        name=name,
        digest=_digest(text),
        sign_in_hash=user.get_session_auth_hash(),
        scope=scope,
        expires_at=timezone.now() + timedelta(days=days),
    )
    return token, text


def revoke_api_token(*, user: User, pk: int) -> None:
    """Delete a token of the account. A missing one is ignored."""
    user.api_tokens.filter(pk=pk).delete()


def find_api_token(text: str) -> ApiToken:
    """Return the open token of this text with its account, and note its use. One query, two once an hour.

    Raises:
        WrongToken: no such token, or it is not open.
    """
    token = ApiToken.objects.select_related("user").filter(digest=_digest(text)).first()
    if token is None or not is_open(token):
        raise WrongToken("wrong_token", _("Cette clé est inconnue, expirée ou supprimée."))
    now = timezone.now()
    if token.used_at is None or token.used_at < now - USE_NOTED:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)
    return token


def is_open(token: ApiToken) -> bool:
    """Return whether a token is valid: in time, of an active account, with the password that it had then."""
    has_same_password = constant_time_compare(token.sign_in_hash, token.user.get_session_auth_hash())
    return token.expires_at > timezone.now() and token.user.is_active and has_same_password


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
