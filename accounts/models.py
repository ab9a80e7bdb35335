"""Users, who sign in with an e-mail address, their pseudonyms, and the links that sign them in once."""

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
"""Reserved: no mail ever goes there (RFC 2606)."""

LONGEST_ADDRESS = 254
"""Letters of an address of mail, as its column has them."""


class UserManager(BaseUserManager["User"]):
    """Makes users; an address is kept in lower case, so that it is found however it is typed."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_guest(self, name: str) -> "User":
        """Somebody without an account, who can sign in by nothing but the session made for them."""
        address = f"{secrets.token_hex(16)}@{GUEST_DOMAIN}"
        return self.create_user(address, name=name, is_guest=True)

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        address = (username or "").strip()
        if len(address) > LONGEST_ADDRESS:  # SQLite compares no text of any length
            raise self.model.DoesNotExist
        return self.get(email__iexact=address)


class User(AbstractBaseUser, PermissionsMixin):
    """Somebody who signs in: an organiser, a referee, a scorer. Players need no account."""

    email = models.EmailField(_("adresse électronique"), unique=True)
    name = models.CharField(_("nom affiché"), max_length=120)
    is_active = models.BooleanField(_("actif"), default=True)
    is_guest = models.BooleanField(_("invité"), default=False, editable=False)
    """Came in by an invitation, without an account: no password, and an address that nobody has."""
    is_staff = models.BooleanField(_("accès à l’administration"), default=False)
    language = models.CharField(_("langue"), max_length=5, choices=settings.LANGUAGES, blank=True)
    """Of pages and messages, wherever one signs in; blank for what the device says."""
    pseudonym = models.CharField(_("pseudonyme"), max_length=LONGEST, blank=True)
    """Under which somebody plays on the site; blank until he chooses one."""
    pseudonym_folded = models.CharField(max_length=LONGEST_FOLDED, blank=True, editable=False)
    """What is alike in all names that could be taken for it: `accounts.pseudonyms.fold_pseudonym`."""
    country = models.CharField(_("pays"), max_length=2, blank=True)
    """ISO 3166-1, two capital letters; blank for who does not say."""
    is_told_of_devices = models.BooleanField(_("prévenu des nouveaux appareils"), default=True)
    """Whether a message tells of each sign-in on a device that is not known."""
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
    """A pseudonym that an account had before: for half a year nobody else takes it."""

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
    """A link that signs one user in, once, for a limited time; only its digest is stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_in_links")
    token_digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user} ({self.created_at:%Y-%m-%d})"


class SignUp(models.Model):
    """An account that somebody asked for; it is made once the link sent to the address is used.

    Nothing is kept of it afterwards, and nothing is taken by it before: not the address, not the pseudonym.
    """

    email = models.EmailField()
    pseudonym = models.CharField(max_length=LONGEST)
    country = models.CharField(max_length=2, blank=True)
    language = models.CharField(max_length=5, blank=True)
    password = models.CharField(max_length=128)
    """Its hash, as an account has it."""
    token_digest = models.CharField(max_length=64, blank=True)
    """Of the link's token; "" until the worker has written to the address."""
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
    """A browser in which an account is signed in: what stands beside its session, for the owner to see."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="signed_in_devices")
    session_key = models.CharField(max_length=40, unique=True)
    browser = models.CharField(max_length=80, blank=True)
    network = models.CharField(max_length=45, blank=True)
    """Where it was last seen, shortened: "192.0.2.0/24"."""
    first_seen_at = models.DateTimeField(default=timezone.now)
    last_seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("appareil connecté")
        verbose_name_plural = _("appareils connectés")

    def __str__(self) -> str:
        return f"{self.browser} ({self.first_seen_at:%Y-%m-%d})"


class SignIn(models.Model):
    """One sign-in, good or bad; the sweep forgets it after six months (docs/privacy.md)."""

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
