"""What the robots and the open search make of a deal, computed once behind the pages and kept."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from play.tables.models import PlayedTable
from tournaments.enums import JobState
from tournaments.models.events import Session
from tournaments.models.sheets import PlayRecord


class Computation(models.Model):
    """A long job on one deal, with its progress; `heartbeat_at` is written as it goes."""

    state = models.CharField(_("état"), max_length=10, choices=JobState, default=JobState.QUEUED)
    done = models.PositiveSmallIntegerField(default=0)
    total = models.PositiveSmallIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    error = models.CharField(_("erreur"), max_length=300, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def is_open(self) -> bool:
        """Waiting or running."""
        return self.state in (JobState.QUEUED, JobState.RUNNING)


class PlayAnalysis(Computation):
    """What each card of a finished deal cost: one of a table of the site, or one that an event recorded."""

    table = models.OneToOneField(
        PlayedTable, on_delete=models.CASCADE, null=True, blank=True, related_name="analysis"
    )
    log_length = models.PositiveSmallIntegerField(default=0)
    """Rows of the table's log that it is about: where one was taken back since, it is about another play."""
    record = models.OneToOneField(
        PlayRecord, on_delete=models.CASCADE, null=True, blank=True, related_name="analysis"
    )
    readings = models.JSONField(default=list, blank=True)
    """As `format_readings` writes them: numbers that name no card."""

    class Meta:
        verbose_name = _("analyse d’une partie")
        verbose_name_plural = _("analyses de parties")
        constraints = [
            models.CheckConstraint(condition=Q(state__in=JobState.values), name="analysis_state_known"),
            models.CheckConstraint(
                condition=Q(table__isnull=True) ^ Q(record__isnull=True), name="analysis_of_one_play"
            ),
        ]

    def __str__(self) -> str:
        return str(self.table or self.record)


class BoardReference(Computation):
    """The mark of reference of an étui: what many plays of it by robots came to."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="references")
    board = models.PositiveSmallIntegerField(_("étui"))
    scores = models.JSONField(default=list, blank=True)
    """Of the attack in each play made so far, as each defender pays it; 0 where all passed."""

    class Meta:
        verbose_name = _("note de référence")
        verbose_name_plural = _("notes de référence")
        constraints = [
            models.UniqueConstraint(fields=["session", "board"], name="reference_once_a_board"),
            models.CheckConstraint(condition=Q(state__in=JobState.values), name="reference_state_known"),
        ]

    def __str__(self) -> str:
        return str(self.board)
