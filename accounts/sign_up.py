"""Signing up: an account is asked for, its address checked by a message, and then it is made.

Whoever asks is answered alike, in the same time, whether the address has an account or not: the worker finds
out, and the message says it to the owner of the address alone.
"""

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.mails import can_send, send_message
from accounts.models import SignUp, User
from accounts.profiles import refuse_taken
from accounts.pseudonyms import clean_pseudonym, fold_pseudonym
from accounts.services import token_digest
from common.errors import AppError
from common.text.moments import in_force
from common.workers.queueing import after_commit

SIGN_UP_LIFETIME = timedelta(hours=24)


def may_sign_up() -> bool:
    """Whether strangers make accounts here: the installation allows it and can send mail."""
    return bool(settings.ETUI_SIGN_UP) and can_send()


@transaction.atomic
def ask_for_account(
    *, email: str, pseudonym: str, country: str, password: str, language: str, site: str
) -> SignUp:
    """Keep what somebody wants his account to be, and have the worker write to the address.

    Args:
        password: as typed; its hash alone is kept.
        site: where the site was asked, "https://club.example".

    Raises:
        AppError: the pseudonym is not allowed or not free, as `change_profile` says.
    """
    name = clean_pseudonym(pseudonym)
    refuse_taken(name)
    asked = SignUp.objects.create(
        email=email.strip().lower(),
        pseudonym=name,
        country=country,
        language=language,
        password=make_password(password),
        expires_at=timezone.now() + SIGN_UP_LIFETIME,
    )
    after_commit("accounts.send_sign_up", sign_up_id=asked.pk, site=site)
    return asked


def send_sign_up(*, sign_up_id: int, site: str) -> int:
    """Write to the address: the link that makes the account, or that it has one already.

    Called by the worker. How many messages left; a sign-up for an address with an account is forgotten.
    """
    asked = SignUp.objects.filter(pk=sign_up_id, token_digest="").first()
    if asked is None:
        return 0
    known = User.objects.filter(email__iexact=asked.email, is_guest=False).first()
    if known is not None:
        asked.delete()
        return _send_known(known, asked, site)
    token = secrets.token_urlsafe(32)
    asked.token_digest = token_digest(token)
    asked.save(update_fields=["token_digest"])
    return send_message(
        to=asked.email,
        language=asked.language,
        subject=gettext_lazy("Étui : confirmez votre adresse"),
        template="accounts/mails/sign_up.txt",
        context={
            "link": f"{site}{reverse('accounts-sign-up-confirm', args=[token])}",
            "pseudonym": asked.pseudonym,
        },
    )


def sign_up_of(token: str) -> SignUp | None:
    """What was asked for with the link of this token, while it is good. One query."""
    ends_ahead = in_force("expires_at", SIGN_UP_LIFETIME, timezone.now())
    return SignUp.objects.filter(ends_ahead, token_digest=token_digest(token)).first()


@transaction.atomic
def make_account(*, token: str, pseudonym: str, password: str) -> User:
    """Make the account that was asked for; its links are spent.

    The password is typed again, so that nobody makes somebody else's address an account that he can open.

    Args:
        pseudonym: the one asked for, or another where it has been taken since.

    Raises:
        AppError: the link is spent or too old (`link_unknown`); the password is not the one that was chosen
            (`password_wrong`); the pseudonym is not allowed or not free, as `change_profile` says.
    """
    asked = SignUp.objects.select_for_update().filter(token_digest=token_digest(token)).first()
    if asked is None or sign_up_of(token) is None or User.objects.filter(email__iexact=asked.email).exists():
        raise AppError("link_unknown", _("Ce lien a déjà servi ou n’est plus valable."))
    if not check_password(password, asked.password):
        message = _("Ce n’est pas le mot de passe choisi pour ce compte.")
        raise AppError("password_wrong", message, fields={"password": message})
    name = clean_pseudonym(pseudonym)
    refuse_taken(name)
    user = User(
        email=asked.email,
        name=name,
        pseudonym=name,
        pseudonym_folded=fold_pseudonym(name),
        country=asked.country,
        language=asked.language,
        password=asked.password,
    )
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:  # somebody took the name, or the address, a moment before
        refuse_taken(name)
        raise AppError("link_unknown", _("Ce lien a déjà servi ou n’est plus valable.")) from None
    SignUp.objects.filter(email=asked.email).delete()
    return user


def forget_sign_ups(now: datetime) -> int:
    """Delete what was asked for and not confirmed in time; how many."""
    return SignUp.objects.exclude(in_force("expires_at", SIGN_UP_LIFETIME, now)).delete()[0]


def _send_known(user: User, asked: SignUp, site: str) -> int:
    if not user.is_active:
        return 0
    return send_message(
        to=user.email,
        language=user.language or asked.language,
        subject=gettext_lazy("Étui : vous avez déjà un compte"),
        template="accounts/mails/sign_up_known.txt",
        context={
            "sign_in": site + reverse("accounts-sign-in"),
            "reset": site + reverse("accounts-password-reset"),
        },
    )
