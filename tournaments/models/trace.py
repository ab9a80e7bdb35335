"""The trace: who did what, when, from what to what."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Tournament
from tournaments.models.people import Club


class AuditEvent(models.Model):
    """One thing that somebody did; rows are added, never deleted by the site.

    None is changed, but for the names of those who were erased (`services/erasure.py`) and network addresses
    that are forgotten.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="audit_events")
    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, null=True, blank=True, related_name="audit_events"
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    action = models.CharField(_("action"), max_length=60)
    subject = models.CharField(_("objet"), max_length=120)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    address = models.GenericIPAddressField(_("adresse réseau"), null=True, blank=True)
    """From where, for what `trace/services/trace.py` names; forgotten after some months."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("trace")
        verbose_name_plural = _("traces")
        ordering = ["-created_at", "-pk"]
        indexes = [
            models.Index(
                fields=["created_at"],
                condition=models.Q(address__isnull=False),
                name="audit_addresses_by_age",
            )
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.subject}"
