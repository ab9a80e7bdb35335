"""Users with an email address, their pseudonyms, and one-time links to sign in."""

import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.pseudonyms import LONGEST, LONGEST_FOLDED

GUEST_DOMAIN = "guest.invalid"
"""Reserved domain that never receives mail (RFC 2606)."""

LONGEST_ADDRESS = 254
"""Characters in the column of an email address."""


class UserManager(BaseUserManager["User"]):
    """Manager of users. Email addresses are stored in lower case, so that they are found in any case."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_guest(self, name: str) -> "User":
        """Create a user without an account, who can use only the session made for them."""
        address = f"{secrets.token_hex(16)}@{GUEST_DOMAIN}"
        return self.create_user(address, name=name, is_guest=True)

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        address = (username or "").strip()
        if len(address) > LONGEST_ADDRESS:  # SQLite refuses to compare very long texts
            raise self.model.DoesNotExist
        return self.get(email__iexact=address)

    def find_open_account(self, email: str) -> "User | None":
        """Return the active account of an address, without those of guests; None without one. One query."""
        return self.filter(email__iexact=email.strip(), is_active=True, is_guest=False).first()


class User(AbstractBaseUser, PermissionsMixin):
    """Person who signs in: an organiser, a referee, a scorer. Players need no account."""

    email = models.EmailField(_("adresse électronique"), unique=True)
    name = models.CharField(_("nom affiché"), max_length=120)
    is_active = models.BooleanField(_("actif"), default=True)
    is_guest = models.BooleanField(_("invité"), default=False, editable=False)
    """True for an invited user without an account. They have no password, their address has no mailbox."""
    is_staff = models.BooleanField(_("accès à l’administration"), default=False)
    language = models.CharField(_("langue"), max_length=5, choices=settings.LANGUAGES, blank=True)
    """Language of pages on all devices, and of messages. If blank, the language of the device in use."""
    pseudonym = models.CharField(_("pseudonyme"), max_length=LONGEST, blank=True)
    """Name as a player on the site. Blank until it is chosen."""
    pseudonym_folded = models.CharField(max_length=LONGEST_FOLDED, blank=True, editable=False)
    """Form in which similar names are equal: `accounts.pseudonyms.fold_pseudonym`."""
    country = models.CharField(_("pays"), max_length=2, blank=True)
    """Code of ISO 3166-1, two capital letters. Blank if not given."""
    is_told_of_devices = models.BooleanField(_("prévenu des nouveaux appareils"), default=True)
    """True if a message reports each sign-in on a new device."""
    created_at = models.DateTimeField(_("créé le"), default=timezone.now, editable=False)

    objects = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    class Meta:
        verbose_name = _("utilisateur")
        verbose_name_plural = _("utilisateurs")
        constraints = [
            models.UniqueConstraint(Lower("email"), name="user_email_unique_any_case"),
            models.CheckConstraint(
                condition=Q(language__in=["", *dict(settings.LANGUAGES)]), name="user_language_known"
            ),
            models.UniqueConstraint(
                fields=["pseudonym_folded"], condition=~Q(pseudonym_folded=""), name="user_pseudonym_unique"
            ),
            models.CheckConstraint(
                condition=Q(pseudonym="", pseudonym_folded="") | ~Q(pseudonym="") & ~Q(pseudonym_folded=""),
                name="user_pseudonym_folded_in_step",
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.email


class PastPseudonym(models.Model):
    """Former pseudonym of an account. For half a year after `left_at` no other account may use it."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="past_pseudonyms")
    pseudonym = models.CharField(_("pseudonyme"), max_length=LONGEST)
    folded = models.CharField(max_length=LONGEST_FOLDED, db_index=True)
    left_at = models.DateTimeField(_("jusqu’au"), default=timezone.now)

    class Meta:
        verbose_name = _("ancien pseudonyme")
        verbose_name_plural = _("anciens pseudonymes")

    def __str__(self) -> str:
        return f"{self.pseudonym} ({self.left_at:%Y-%m-%d})"


class SignInLink(models.Model):
    """Link that signs in one user once, for a limited time. Only a hash of it is stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_in_links")
    token_digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user} ({self.created_at:%Y-%m-%d})"


class SignUp(models.Model):
    """Request for an account. The account is created when the link sent to the address is used.

    The request reserves neither the address nor the pseudonym, and is deleted after use.
    """

    email = models.EmailField()
    pseudonym = models.CharField(max_length=LONGEST)
    country = models.CharField(max_length=2, blank=True)
    language = models.CharField(max_length=5, blank=True)
    password = models.CharField(max_length=128)
    """Hash of the password, as in an account."""
    token_digest = models.CharField(max_length=64, blank=True)
    """Hash of the link's token, "" until the worker has sent the message."""
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["token_digest"], condition=~Q(token_digest=""), name="sign_up_one_link"
            )
        ]

    def __str__(self) -> str:
        return f"{self.pseudonym} ({self.created_at:%Y-%m-%d})"


class SignedInDevice(models.Model):
    """Browser in which an account is signed in, as shown to the owner. Each row belongs to a session."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="signed_in_devices")
    session_key = models.CharField(max_length=40, unique=True)
    browser = models.CharField(max_length=80, blank=True)
    network = models.CharField(max_length=45, blank=True)
    """Shortened network address of the last visit: "192.0.2.0/24"."""
    first_seen_at = models.DateTimeField(default=timezone.now)
    last_seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("appareil connecté")
        verbose_name_plural = _("appareils connectés")

    def __str__(self) -> str:
        return f"{self.browser} ({self.first_seen_at:%Y-%m-%d})"


class SignIn(models.Model):
    """One sign-in, successful or failed. The sweep deletes it after six months (docs/privacy.md)."""

    typed = models.CharField(_("adresse tapée"), max_length=254, db_index=True)
    address = models.GenericIPAddressField(_("adresse réseau"), null=True)
    browser = models.CharField(_("navigateur"), max_length=80, blank=True)
    is_good = models.BooleanField(_("réussie"))
    at = models.DateTimeField(_("quand"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("connexion")
        verbose_name_plural = _("connexions")

    def __str__(self) -> str:
        return f"{self.typed} ({self.at:%Y-%m-%d %H:%M})"
