"""Printed documents, each made by a task and kept."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import DocumentKind, JobState
from tournaments.models.events import Tournament


class PrintedDocument(models.Model):
    """A PDF asked for: a job while it is made, then a file.

    A running job writes `heartbeat_at` as it goes; the sweep sends a silent one again.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="documents")
    kind = models.CharField(_("document"), max_length=30)
    """A DocumentKind; one that this version does not know any more is kept, and cannot be made again."""
    language = models.CharField(_("langue"), max_length=5, default="fr")
    options = models.JSONField(default=dict, blank=True)
    """As `documents.options.options_json` writes them."""
    content_hash = models.CharField(max_length=64, blank=True)
    """Of what the file shows: two documents of the same hash are the same file; "" when nobody knows."""
    state = models.CharField(_("état"), max_length=10, choices=JobState, default=JobState.QUEUED)
    pages_done = models.PositiveIntegerField(default=0)
    pages_total = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    file = models.FileField(upload_to="printed/", blank=True)
    error = models.CharField(_("erreur"), max_length=300, blank=True)
    notes = models.JSONField(default=list, blank=True)
    """Sentences about what was printed otherwise than asked."""
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("document imprimé")
        verbose_name_plural = _("documents imprimés")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=JobState.values), name="document_state_known"),
            models.CheckConstraint(
                condition=~Q(state=JobState.DONE) | ~Q(file=""), name="document_done_has_a_file"
            ),
        ]

    def __str__(self) -> str:
        return self.kind_label

    @property
    def kind_label(self) -> str:
        """What the document is in words; the stored name of a kind that is gone."""
        return str(DocumentKind(self.kind).label) if self.kind in DocumentKind.values else self.kind
