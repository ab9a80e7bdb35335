"""Signing in by a link that works once, and the language of an account."""

import hashlib
import secrets
from datetime import timedelta

from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from accounts.forms import OwnLanguageResetForm
from accounts.mails import send_message
from accounts.models import SignInLink, SignUp, User
from accounts.second_factor import forget_second_factor
from common.errors import AppError
from common.text.moments import in_force

LINK_LIFETIME = timedelta(hours=12)
MAILED_LIFETIME = timedelta(hours=1)
"""Of a link that its reader asked for himself and waits for."""


def make_sign_in_link(*, user: User, lifetime: timedelta = LINK_LIFETIME) -> str:
    """A path that signs `user` in once within `lifetime`; earlier unused links stop working."""
    token = secrets.token_urlsafe(32)
    with transaction.atomic():
        SignInLink.objects.filter(user=user, used_at=None).delete()
        SignInLink.objects.create(
            user=user, token_digest=token_digest(token), expires_at=timezone.now() + lifetime
        )
    return reverse("accounts-sign-in-link", args=[token])


def use_sign_in_link(*, token: str) -> User:
    """The user whose link this is; the link is spent.

    Raises:
        AppError: `link_unknown` for a link that never was, is spent or is too old.
    """
    now = timezone.now()
    with transaction.atomic():
        link = _links_in_force(token).select_for_update().first()
        if link is None:
            raise AppError(
                "link_unknown",
                _("Ce lien a déjà servi ou n’est plus valable. Demandez-en un nouveau à l’organisateur."),
            )
        link.used_at = now
        link.save(update_fields=["used_at"])
    return link.user


def user_of_link(token: str) -> User | None:
    """Whose link this is, while it is good; it is not spent. One query."""
    link = _links_in_force(token).select_related("user").first()
    return link.user if link else None


def keep_language(*, user: User, language: str) -> None:
    """Keep the language that somebody reads: a code of the site's languages, "" for what the device says."""
    if user.language != language:
        user.language = language
        user.save(update_fields=["language"])


def send_password_reset(*, email: str, domain: str, use_https: bool, language: str) -> None:
    """Write to the account with this address, if there is one, how to choose another password.

    Called by the worker. The message is in the language of the account, else in that of the page.

    Args:
        domain, use_https: of the site as it was asked.
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
    """Send the account with this address, if there is one, a link that signs it in; how many messages left.

    Called by the worker: whoever asks waits as long for an address that nobody has.

    Args:
        site: where the site was asked, "https://club.example".
    """
    user = User.objects.filter(email__iexact=email.strip(), is_active=True, is_guest=False).first()
    if user is None:
        return 0
    link = site + make_sign_in_link(user=user, lifetime=MAILED_LIFETIME)
    return send_message(
        to=user.email,
        language=user.language or language,
        subject=_("Étui : votre lien de connexion"),
        template="accounts/mails/sign_in_link.txt",
        context={"link": link},
    )


def forget_user(*, user: User) -> None:
    """Leave of an account its number alone: nobody signs in with it, and whoever is, is signed out."""
    SignInLink.objects.filter(user=user).delete()
    lines = LogEntry.objects.filter(content_type__app_label="accounts", object_id=str(user.pk))
    lines.filter(content_type__model="user").update(object_repr=f"#{user.pk}")
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
    """Whoever has to be told how to sign in: the oldest active staff account that never signed in.

    None once any staff account has signed in.
    """
    staff = User.objects.filter(is_staff=True, is_active=True)
    if staff.exclude(last_login=None).exists():
        return None
    return staff.order_by("created_at", "pk").first()


def _links_in_force(token: str) -> QuerySet[SignInLink]:
    """The link of a token, unless it is spent, too old or of an account that is closed."""
    return SignInLink.objects.filter(
        in_force("expires_at", LINK_LIFETIME, timezone.now()),
        token_digest=token_digest(token),
        used_at=None,
        user__is_active=True,
    )


def token_digest(token: str) -> str:
    """What is stored of a token that opens something."""
    return hashlib.sha256(token.encode()).hexdigest()
