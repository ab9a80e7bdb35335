"""Sign-up: a request for an account, a message to its address, and then the account.

The response and its time are the same whether the address has an account or not. The worker checks, and only
the message to the owner of the address reveals it.
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

from accounts.mails import can_send, send_mail
from accounts.models import SignUp, User
from accounts.profiles import refuse_taken
from accounts.pseudonyms import clean_pseudonym, fold_pseudonym
from accounts.services import token_digest
from common.errors import AppError
from common.text.moments import filter_in_force
from common.workers.queueing import after_commit

SIGN_UP_LIFETIME = timedelta(hours=24)


def may_sign_up() -> bool:
    """Return whether strangers may create accounts here: the installation permits it and can send mail."""
    return bool(settings.ETUI_SIGN_UP) and can_send()


@transaction.atomic
def ask_for_account(
    *, email: str, pseudonym: str, country: str, password: str, language: str, site: str
) -> SignUp:
    """Store a request for an account, and have the worker send a message to the address.

    Args:
        password: as typed. Only its hash is stored.
        site: address of the site in the request, "https://club.example".

    Raises:
        AppError: the pseudonym is not allowed or not free, as in `change_profile`.
    """
    name = clean_pseudonym(pseudonym)
    refuse_taken(name)
    sign_up = SignUp.objects.create(
        email=email.strip().lower(),
        pseudonym=name,
        country=country,
        language=language,
        password=make_password(password),
        expires_at=timezone.now() + SIGN_UP_LIFETIME,
    )
    after_commit("accounts.send_sign_up", sign_up_id=sign_up.pk, site=site)
    return sign_up


def send_sign_up(*, sign_up_id: int, site: str) -> int:
    """Send the link that creates the account, or a note that the address has one already.

    Called by the worker. A request for an address with an account is deleted. Returns the number of messages
    sent.
    """
    sign_up = SignUp.objects.filter(pk=sign_up_id, token_digest="").first()
    if sign_up is None:  # an earlier run has sent the message, or the request has expired
        return 0
    owner = User.objects.filter(email__iexact=sign_up.email, is_guest=False).first()
    if owner is not None:
        sign_up.delete()
        return _send_reminder(owner, sign_up, site)
    token = secrets.token_urlsafe(32)
    # of two workers with one message, only one sends its link: the other would close it
    unsent = SignUp.objects.filter(pk=sign_up.pk, token_digest="")
    if not unsent.update(token_digest=token_digest(token)):
        return 0
    return send_mail(
        to=sign_up.email,
        language=sign_up.language,
        subject=gettext_lazy("Étui : confirmez votre adresse"),
        template="accounts/mails/sign_up.txt",
        context={
            "link": f"{site}{reverse('accounts-sign-up-confirm', args=[token])}",
            "pseudonym": sign_up.pseudonym,
        },
    )


def sign_up_of(token: str) -> SignUp | None:
    """Return the valid sign-up request of a token. One query."""
    ends_ahead = filter_in_force("expires_at", SIGN_UP_LIFETIME, timezone.now())
    return SignUp.objects.filter(ends_ahead, token_digest=token_digest(token)).first()


@transaction.atomic
def make_account(*, token: str, pseudonym: str, password: str) -> User:
    """Create the requested account, and delete all sign-up requests of its address.

    Args:
        pseudonym: the requested one, or another if it is no longer free.
        password: typed again. Otherwise a stranger could sign up with the address of another person, wait
            until the link is opened, and know the password of the account.

    Raises:
        AppError: the link is used or too old (`link_unknown`); the password is not the one that was chosen
            (`password_wrong`); the pseudonym is not allowed or not free, as in `change_profile`.
    """
    sign_up = SignUp.objects.select_for_update().filter(token_digest=token_digest(token)).first()
    if (
        sign_up is None
        or sign_up_of(token) is None
        or User.objects.filter(email__iexact=sign_up.email).exists()
    ):
        raise AppError("link_unknown", _("Ce lien a déjà servi ou n’est plus valable."))
    if not check_password(password, sign_up.password):
        message = _("Ce n’est pas le mot de passe choisi pour ce compte.")
        raise AppError("password_wrong", message, fields={"password": message})
    name = clean_pseudonym(pseudonym)
    refuse_taken(name)
    user = User(
        email=sign_up.email,
        name=name,
        pseudonym=name,
        pseudonym_folded=fold_pseudonym(name),
        country=sign_up.country,
        language=sign_up.language,
        password=sign_up.password,
    )
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:  # another request has just taken the name or the address
        refuse_taken(name)
        raise AppError("link_unknown", _("Ce lien a déjà servi ou n’est plus valable.")) from None
    SignUp.objects.filter(email=sign_up.email).delete()
    return user


def forget_sign_ups(now: datetime) -> int:
    """Delete requests that were not confirmed in time. Return their number."""
    return SignUp.objects.exclude(filter_in_force("expires_at", SIGN_UP_LIFETIME, now)).delete()[0]


def _send_reminder(user: User, sign_up: SignUp, site: str) -> int:
    if not user.is_active:
        return 0
    return send_mail(
        to=user.email,
        language=user.language or sign_up.language,
        subject=gettext_lazy("Étui : vous avez déjà un compte"),
        template="accounts/mails/sign_up_known.txt",
        context={
            "sign_in": site + reverse("accounts-sign-in"),
            "reset": site + reverse("accounts-password-reset"),
        },
    )
