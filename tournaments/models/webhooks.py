"""Webhooks of a club: addresses of other programs that the site notifies of changes."""

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import DeliveryState, HookKind
from tournaments.models.events import Tournament
from tournaments.models.people import Club


def new_hook_nonce() -> str:
    """Return the random part from which the secret of a webhook is made."""
    return secrets.token_hex(16)


class Webhook(models.Model):
    """An address that receives a message of each change. Its secret is computed, not stored."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    address = models.CharField(_("adresse"), max_length=300)
    site = models.CharField(max_length=200, editable=False)
    """Address of this site without a slash at the end, for links in messages."""
    kinds = models.JSONField(default=list)
    """Values of `HookKind` that the program is notified of."""
    nonce = models.CharField(max_length=32, default=new_hook_nonce, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    failing_since = models.DateTimeField(null=True, blank=True, editable=False)
    """First failure since the last success; None after a success."""
    failed_at = models.DateTimeField(null=True, blank=True, editable=False)
    """Last failure, after which the address rests; None after a success."""
    paused_at = models.DateTimeField(_("en pause depuis"), null=True, blank=True, editable=False)
    was_paused_by_failures = models.BooleanField(default=False, editable=False)

    class Meta:
        verbose_name = _("programme averti")
        verbose_name_plural = _("programmes avertis")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.address


class WebhookRequest(models.Model):
    """A change of an event that webhooks of its club must be notified of."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="webhook_requests")
    kind = models.CharField(max_length=10, choices=HookKind)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("changement à annoncer")
        verbose_name_plural = _("changements à annoncer")

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.kind}"


class WebhookDelivery(models.Model):
    """One message to a webhook. It is sent again after pauses until the program accepts it."""

    hook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    """Identifier in the message: equal in all attempts."""
    kind = models.CharField(max_length=10, choices=HookKind)
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    """None for a trial."""
    version = models.PositiveBigIntegerField(default=0)
    """Number of the change. It grows with each change of the site."""
    state = models.CharField(max_length=10, choices=DeliveryState, default=DeliveryState.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)
    changed_at = models.DateTimeField(default=timezone.now)
    """Time of the last attempt, or of the request."""
    code = models.PositiveSmallIntegerField(default=0)
    """Status of the last response, 0 without one."""
    problem = models.CharField(max_length=20, blank=True)
    """Reason of a failure without a response: see `tournaments.site.services.outbound`."""

    class Meta:
        verbose_name = _("message à un programme")
        verbose_name_plural = _("messages aux programmes")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=HookKind.values), name="webhook_kind_known"),
            models.CheckConstraint(condition=Q(state__in=DeliveryState.values), name="webhook_state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.uid}"
