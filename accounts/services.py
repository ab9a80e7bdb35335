"""Signing in by a link that works once, and the language of an account."""

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import SignInLink, User
from common.errors import AppError

LINK_LIFETIME = timedelta(hours=12)


def make_sign_in_link(*, user: User) -> str:
    """A path that signs `user` in once within twelve hours; earlier unused links stop working."""
    token = secrets.token_urlsafe(32)
    with transaction.atomic():
        SignInLink.objects.filter(user=user, used_at=None).delete()
        SignInLink.objects.create(
            user=user, token_digest=_digest(token), expires_at=timezone.now() + LINK_LIFETIME
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
        token_digest=_digest(token), used_at=None, expires_at__gt=timezone.now(), user__is_active=True
    )


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
