"""The incidents of a session, and what was done about each."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import IncidentKind
from tournaments.models.events import Session


class IncidentQuerySet(models.QuerySet["Incident"]):
    """Filters in the words of the hall."""

    def in_force(self) -> "IncidentQuerySet":
        """Done and not taken back."""
        return self.filter(undone_at=None)


class Incident(models.Model):
    """One guided action: what it says of itself, and what it needs to be taken back.

    `facts` are names, rounds, tables and boards as they were (see `incidents/services/incident_words.py`);
    `steps` is a list of objects with `step`, one for each thing that was changed, in order, as
    `incidents/services/steps.py` writes and reads them.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="incidents")
    kind = models.CharField(_("imprévu"), max_length=12, choices=IncidentKind)
    facts = models.JSONField(_("faits"), default=dict)
    steps = models.JSONField(_("changements"), default=list)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = IncidentQuerySet.as_manager()

    class Meta:
        verbose_name = _("imprévu")
        verbose_name_plural = _("imprévus")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=IncidentKind.values), name="incident_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ({self.session})"
