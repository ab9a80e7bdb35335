"""Second factor of an account: codes of an authenticator app (RFC 6238) and recovery codes for its loss.

django-otp stores the keys, and only a hash of each recovery code. Its rows limit no tries: the pages where
codes are typed have rate limits (`common.requests.limits`).
"""

import hashlib
import secrets
from binascii import unhexlify
from datetime import UTC, datetime

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_otp.oath import TOTP
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice
from django_otp.util import random_hex

from accounts.mails import send_mail
from accounts.models import User
from common.errors import AppError
from common.workers.queueing import after_commit

RECOVERY_CODES = 10
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Characters of recovery codes, without those that are easily confused on paper."""
CODE_LENGTH = 10
DIGEST_LENGTH = 16
"""Characters of a hash: the length of the column."""
NEIGHBOURS = 1
"""Accepted codes before and after the current one, for a telephone whose clock is half a minute off."""
NAME = "Étui"


def has_second_factor(user: User) -> bool:
    """Return whether a sign-in requires a code. One query."""
    return bool(TOTPDevice.objects.filter(user=user, confirmed=True).exists())


def new_key() -> str:
    """Return a random key for an authenticator app, in hexadecimal."""
    return str(random_hex(20))


def key_address(*, user: User, key: str) -> str:
    """Return the address in the QR code for the authenticator app: key, account and site."""
    return str(TOTPDevice(user=user, key=key).config_url)


@transaction.atomic
def turn_on(*, user: User, key: str, code: str) -> list[str]:
    """Require a code at each later sign-in. Return the recovery codes, which are shown only once.

    Args:
        key: key in the authenticator app, from `new_key`.
        code: current code of that app.

    Raises:
        AppError: the code is not that of the app (`code_wrong`); there is a second factor already
            (`second_factor_on`).
    """
    locked_user = _lock(user)
    if has_second_factor(locked_user):
        raise AppError("second_factor_on", _("Le code à la connexion est déjà activé."))
    expected_code = TOTP(unhexlify(key))
    plain_code = _plain(code)
    if not (_is_number(plain_code) and expected_code.verify(int(plain_code), NEIGHBOURS)):
        raise _wrong()
    # `last_t` makes the code just typed useless for a sign-in
    TOTPDevice.objects.create(
        user=locked_user,
        name=NAME,
        key=key,
        tolerance=NEIGHBOURS,
        last_t=expected_code.t(),
        drift=expected_code.drift,
    )
    codes = _renew(locked_user)
    _notify_owner(locked_user, is_on=True)
    return codes


@transaction.atomic
def turn_off(*, user: User) -> None:
    """Turn the second factor off: delete key and recovery codes, and send the owner a message."""
    locked_user = _lock(user)
    if has_second_factor(locked_user):
        forget_second_factor(locked_user)
        _notify_owner(locked_user, is_on=False)


@transaction.atomic
def turn_off_by_command(*, user: User) -> None:
    """Turn the second factor off, and record in the administration that a command did it."""
    turn_off(user=user)
    LogEntry.objects.create(
        user=user,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(user.pk),
        object_repr=str(user),
        action_flag=CHANGE,
        change_message=_("Code à la connexion désactivé par la commande second_factor_off."),
    )


@transaction.atomic
def renew_codes(*, user: User) -> list[str]:
    """Return new recovery codes. The earlier ones become invalid."""
    return _renew(_lock(user))


@transaction.atomic
def use_code(*, user: User, code: str) -> bool:
    """Return whether a code of the app or a recovery code is valid. A valid code cannot be used again."""
    locked_user = _lock(user)
    plain_code = _plain(code)
    if _is_number(plain_code):
        phones = TOTPDevice.objects.filter(user=locked_user, confirmed=True)
        return any(phone.verify_token(plain_code) for phone in phones)
    lists = StaticDevice.objects.filter(user=locked_user, confirmed=True)
    return any(code_list.verify_token(_digest(locked_user, plain_code)) for code_list in lists)


def is_recovery_code(code: str) -> bool:
    """Return whether a code has the form of a recovery code."""
    plain_code = _plain(code)
    return len(plain_code) == CODE_LENGTH and set(plain_code) <= set(LETTERS)


def codes_left(user: User) -> int:
    """Return the number of unused recovery codes. One query."""
    return int(StaticToken.objects.filter(device__user=user).count())


def forget_second_factor(user: User) -> None:
    """Delete the key and the recovery codes of an account."""
    TOTPDevice.objects.filter(user=user).delete()
    StaticDevice.objects.filter(user=user).delete()


def send_second_factor_mail(*, user_id: int, is_on: bool, at: float, language: str) -> int:
    """Send the owner a message that the second factor was turned on or off. Called by the worker.

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
        subject=gettext_lazy("Étui : code à la connexion"),
        template="accounts/mails/second_factor.txt",
        context={"is_on": is_on, "at": datetime.fromtimestamp(at, UTC)},
    )


def _lock(user: User) -> User:
    """Lock the row of a user: a code sent twice at the same moment is valid once."""
    return User.objects.select_for_update().get(pk=user.pk)


def _renew(user: User) -> list[str]:
    StaticDevice.objects.filter(user=user).delete()
    device = StaticDevice.objects.create(user=user, name=NAME)
    codes = ["".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH)) for _ in range(RECOVERY_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=device, token=_digest(user, code)) for code in codes)
    return [f"{code[: CODE_LENGTH // 2]}-{code[CODE_LENGTH // 2 :]}" for code in codes]


def _digest(user: User, code: str) -> str:
    # with the user: equal codes of two accounts have different hashes
    return hashlib.sha256(f"{user.pk} {code}".encode(errors="replace")).hexdigest()[:DIGEST_LENGTH]


def _plain(code: str) -> str:
    """Return a code without the separators that make it readable."""
    return "".join(filter(str.isalnum, code)).lower()


def _is_number(code: str) -> bool:
    return code.isascii() and code.isdecimal() and len(code) == TOTPDevice().digits


def _wrong() -> AppError:
    message = _("Ce code n’est pas le bon, ou il est passé. Tapez celui que l’application montre maintenant.")
    return AppError("code_wrong", message, fields={"code": message})


def _notify_owner(user: User, *, is_on: bool) -> None:
    after_commit(
        "accounts.send_second_factor_mail",
        user_id=user.pk,
        is_on=is_on,
        at=timezone.now().timestamp(),
        language=user.language,
    )
