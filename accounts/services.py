"""One-time links to sign in, and the language of an account."""

import hashlib
import secrets
from datetime import timedelta

from django.contrib.admin.models import LogEntry
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from accounts.forms import OwnLanguageResetForm
from accounts.mails import can_send, send_mail
from accounts.models import SignInLink, SignUp, User
from accounts.second_factor import forget_second_factor
from common.errors import AppError
from common.text.moments import filter_in_force

LINK_LIFETIME = timedelta(hours=12)
MAILED_LIFETIME = timedelta(hours=1)
"""Lifetime of a link that its reader requested and waits for."""


def make_sign_in_link(*, user: User, lifetime: timedelta = LINK_LIFETIME) -> str:
    """Return a path that signs `user` in once within `lifetime`. Earlier unused links become invalid."""
    token = secrets.token_urlsafe(32)
    with transaction.atomic():
        SignInLink.objects.filter(user=user, used_at=None).delete()
        SignInLink.objects.create(
            user=user, token_digest=token_digest(token), expires_at=timezone.now() + lifetime
        )
    return reverse("accounts-sign-in-link", args=[token])


def use_sign_in_link(*, token: str) -> User:
    """Use up a link and return its user.

    Raises:
        AppError: `link_unknown` for a link that does not exist, is used or is too old.
    """
    moment = timezone.now()
    with transaction.atomic():
        link = _links_in_force(token).select_for_update().first()
        if link is None:
            raise AppError(
                "link_unknown",
                _("Ce lien a déjà servi ou n’est plus valable. Demandez-en un nouveau à l’organisateur."),
            )
        link.used_at = moment
        link.save(update_fields=["used_at"])
    return link.user


def user_of_link(token: str) -> User | None:
    """Return the user of a valid link, without using it up. One query."""
    link = _links_in_force(token).select_related("user").first()
    return link.user if link else None


def keep_language(*, user: User, language: str) -> None:
    """Store the language of a user: a code of the site's languages, "" for that of the device."""
    if user.language != language:
        user.language = language
        user.save(update_fields=["language"])


def send_password_reset(*, email: str, domain: str, use_https: bool, language: str) -> None:
    """Send a link to choose a new password to the account with this address, if there is one.

    Called by the worker. The message is in the language of the account, else in that of the page.

    Args:
        domain: host name of the site in the request.
        use_https: whether the request used https.
    """
    form = OwnLanguageResetForm({"email": email})
    if form.is_valid():
        with override(language):
            form.save(
                domain_override=domain,
                use_https=use_https,
                email_template_name="accounts/password_reset_email.txt",
                subject_template_name="accounts/password_reset_subject.txt",
            )


def send_sign_in_link(*, email: str, site: str, language: str) -> int:
    """Send a link that signs in to the account with this address, if there is one.

    Called by the worker: the response takes the same time for an address without an account.

    Args:
        site: address of the site in the request, "https://club.example".

    Returns:
        The number of messages sent.
    """
    user = User.objects.find_open_account(email)
    if user is None:
        return 0
    link = site + make_sign_in_link(user=user, lifetime=MAILED_LIFETIME)
    return send_mail(
        to=user.email,
        language=user.language or language,
        subject=_("Étui : votre lien de connexion"),
        template="accounts/mails/sign_in_link.txt",
        context={"link": link},
    )


def forget_user(*, user: User) -> None:
    """Delete all personal data of an account except its primary key, and sign it out everywhere."""
    SignInLink.objects.filter(user=user).delete()
    lines = LogEntry.objects.filter(content_type__app_label="accounts", object_id=str(user.pk))
    lines.filter(content_type__model="user").update(object_repr=f"#{user.pk}")
    # before the address is overwritten
    SignUp.objects.filter(email__iexact=user.email).delete()
    forget_second_factor(user)
    user.past_pseudonyms.all().delete()
    keys = user.signed_in_devices.values("session_key")
    Session.objects.filter(session_key__in=keys).delete()
    user.signed_in_devices.all().delete()
    user.email, user.name, user.language = f"{user.pk}@erased.invalid", f"#{user.pk}", ""
    user.pseudonym = user.pseudonym_folded = user.country = ""
    user.is_told_of_devices = False
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = None
    user.groups.clear()
    user.user_permissions.clear()
    user.set_unusable_password()
    user.save()


def first_organiser() -> User | None:
    """Return the oldest active staff account if the staff can only sign in by a printed link.

    Returns None if a staff account has signed in and can do so again: by its password, or by a link that
    this site sends.
    """
    staff = User.objects.filter(is_staff=True, is_active=True)
    returning = staff.exclude(last_login=None)
    if not can_send():
        returning = returning.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    if returning.exists():
        return None
    return staff.order_by("created_at", "pk").first()


def _links_in_force(token: str) -> QuerySet[SignInLink]:
    """Return the link of a token unless it is used, too old, or of a closed account."""
    return SignInLink.objects.filter(
        filter_in_force("expires_at", LINK_LIFETIME, timezone.now()),
        token_digest=token_digest(token),
        used_at=None,
        user__is_active=True,
    )


def token_digest(token: str) -> str:
    """Return the stored hash of a token that gives access."""
    return hashlib.sha256(token.encode()).hexdigest()
