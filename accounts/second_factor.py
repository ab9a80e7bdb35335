"""The second factor of an account: codes of a telephone (RFC 6238) and recovery codes for when it is lost.

Keys and codes are kept by django-otp; of a recovery code only its digest is. Guessing is limited where codes
are typed (`common.requests.limits`), not in these rows.
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

from accounts.mails import send_message
from accounts.models import User
from common.errors import AppError
from common.workers.queueing import after_commit

RECOVERY_CODES = 10
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of recovery codes: none is taken for another when it is copied from paper."""
CODE_LENGTH = 10
DIGEST_LENGTH = 16
"""Letters that the column has."""
NEIGHBOURS = 1
"""Codes before and after the present one that count, for a telephone whose clock is half a minute off."""
NAME = "Étui"


def has_second_factor(user: User) -> bool:
    """Whether signing in asks for a code. One query."""
    return bool(TOTPDevice.objects.filter(user=user, confirmed=True).exists())


def new_key() -> str:
    """A key that a telephone may share, in hexadecimal."""
    return str(random_hex(20))


def key_address(*, user: User, key: str) -> str:
    """What the telephone reads from a QR code: key, account and site."""
    return str(TOTPDevice(user=user, key=key).config_url)


@transaction.atomic
def turn_on(*, user: User, key: str, code: str) -> list[str]:
    """Ask for a code at each sign-in from now on; the recovery codes, which are shown this once.

    Args:
        key: as the telephone has it, from `new_key`.
        code: what the telephone shows.

    Raises:
        AppError: the code is not the telephone's (`code_wrong`); there is a second factor already
            (`second_factor_on`).
    """
    locked = _lock(user)
    if has_second_factor(locked):
        raise AppError("second_factor_on", _("Le code à la connexion est déjà activé."))
    shown = TOTP(unhexlify(key))
    typed = _plain(code)
    if not (_is_number(typed) and shown.verify(int(typed), NEIGHBOURS)):
        raise _wrong()
    TOTPDevice.objects.create(
        user=locked, name=NAME, key=key, tolerance=NEIGHBOURS, last_t=shown.t(), drift=shown.drift
    )
    codes = _renew(locked)
    _tell(locked, is_on=True)
    return codes


@transaction.atomic
def turn_off(*, user: User) -> None:
    """Ask for no code any more; telephone and recovery codes are forgotten, the owner is told by mail."""
    locked = _lock(user)
    if has_second_factor(locked):
        forget_second_factor(locked)
        _tell(locked, is_on=False)


@transaction.atomic
def turn_off_by_command(*, user: User) -> None:
    """The same for somebody who has lost telephone and codes; the account's history in the administration
    says that it was done at the machine."""
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
    """Other recovery codes; the earlier ones open nothing any more."""
    return _renew(_lock(user))


@transaction.atomic
def use_code(*, user: User, code: str) -> bool:
    """Whether this is a code of the telephone or a recovery code; it is spent."""
    locked = _lock(user)
    typed = _plain(code)
    if _is_number(typed):
        phones = TOTPDevice.objects.filter(user=locked, confirmed=True)
        return any(phone.verify_token(typed) for phone in phones)
    lists = StaticDevice.objects.filter(user=locked, confirmed=True)
    return any(each.verify_token(_digest(locked, typed)) for each in lists)


def is_recovery_code(code: str) -> bool:
    """Return whether a code has the form of a recovery code."""
    typed = _plain(code)
    return len(typed) == CODE_LENGTH and set(typed) <= set(LETTERS)


def codes_left(user: User) -> int:
    """How many recovery codes were not used. One query."""
    return int(StaticToken.objects.filter(device__user=user).count())


def forget_second_factor(user: User) -> None:
    """Delete what is kept of it."""
    TOTPDevice.objects.filter(user=user).delete()
    StaticDevice.objects.filter(user=user).delete()


def send_second_factor_mail(*, user_id: int, is_on: bool, at: float, language: str) -> int:
    """Tell the owner that signing in asks for a code from now on, or no more; how many messages left.

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
        subject=gettext_lazy("Étui : code à la connexion"),
        template="accounts/mails/second_factor.txt",
        context={"is_on": is_on, "at": datetime.fromtimestamp(at, UTC)},
    )


def _lock(user: User) -> User:
    """One code is used once, whoever sends it twice at the same moment."""
    return User.objects.select_for_update().get(pk=user.pk)


def _renew(user: User) -> list[str]:
    StaticDevice.objects.filter(user=user).delete()
    kept = StaticDevice.objects.create(user=user, name=NAME)
    codes = ["".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH)) for _ in range(RECOVERY_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=kept, token=_digest(user, code)) for code in codes)
    return [f"{code[: CODE_LENGTH // 2]}-{code[CODE_LENGTH // 2 :]}" for code in codes]


def _digest(user: User, code: str) -> str:
    return hashlib.sha256(f"{user.pk} {code}".encode(errors="replace")).hexdigest()[:DIGEST_LENGTH]


def _plain(code: str) -> str:
    """A code without what is put between its letters to read it."""
    return "".join(filter(str.isalnum, code)).lower()


def _is_number(code: str) -> bool:
    return code.isascii() and code.isdecimal() and len(code) == TOTPDevice().digits


def _wrong() -> AppError:
    message = _("Ce code n’est pas le bon, ou il est passé. Tapez celui que l’application montre maintenant.")
    return AppError("code_wrong", message, fields={"code": message})


def _tell(user: User, *, is_on: bool) -> None:
    after_commit(
        "accounts.send_second_factor_mail",
        user_id=user.pk,
        is_on=is_on,
        at=timezone.now().timestamp(),
        language=user.language,
    )
