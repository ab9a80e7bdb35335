"""Tokens with which programs use the API in the name of an account."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import ApiScope


class ApiToken(models.Model):
    """A token of one account, limited by its scope. Only a digest of its text is stored."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("programme"), max_length=60)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    sign_in_hash = models.CharField(max_length=128, editable=False)
    """Hash of the account's password, as sessions have it: a new password closes the token as well."""
    scope = models.CharField(_("portée"), max_length=10, choices=ApiScope)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(_("valable jusqu’au"))
    used_at = models.DateTimeField(_("dernier usage"), null=True, blank=True, editable=False)
    """Time of the last use, to the hour; None for a token that was never used."""

    class Meta:
        verbose_name = _("clé de programme")
        verbose_name_plural = _("clés de programmes")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(scope__in=ApiScope.values), name="api_token_scope_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name
