"""Results of robots and the open search on a deal, computed once in the background and stored."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from play.tables.models import PlayedTable
from tournaments.enums import JobState
from tournaments.models.events import Session
from tournaments.models.sheets import PlayRecord


class Computation(models.Model):
    """A long job on one deal, with its progress. The job updates `heartbeat_at` while it runs."""

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
        """True while the job is queued or running."""
        return self.state in (JobState.QUEUED, JobState.RUNNING)


class PlayAnalysis(Computation):
    """The cost of each card of a finished deal: one of a table of the site, or one recorded by an event."""

    table = models.OneToOneField(
        PlayedTable, on_delete=models.CASCADE, null=True, blank=True, related_name="analysis"
    )
    log_length = models.PositiveSmallIntegerField(default=0)
    """Number of rows of the table's log in the analysed play.

    If an action was undone and played differently since, the analysis belongs to another play.
    """
    record = models.OneToOneField(
        PlayRecord, on_delete=models.CASCADE, null=True, blank=True, related_name="analysis"
    )
    readings = models.JSONField(default=list, blank=True)
    """Readings as `format_readings` writes them: numbers that name no card."""

    class Meta:
        verbose_name = _("analyse d’une partie")
        verbose_name_plural = _("analyses de parties")
        constraints = [
            models.CheckConstraint(condition=Q(state__in=JobState.values), name="analysis_state_known"),
            # either a deal of a table of the site, or a recorded play of an event
            models.CheckConstraint(
                condition=Q(table__isnull=True) ^ Q(record__isnull=True), name="analysis_of_one_play"
            ),
        ]

    def __str__(self) -> str:
        return str(self.table or self.record)


class BoardReference(Computation):
    """The reference mark of a board: the outcome of many plays by robots."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="references")
    board = models.PositiveSmallIntegerField(_("étui"))
    scores = models.JSONField(default=list, blank=True)
    """Score of the attack in each play so far, as each defender pays it; 0 if all players passed."""

    class Meta:
        verbose_name = _("note de référence")
        verbose_name_plural = _("notes de référence")
        constraints = [
            models.UniqueConstraint(fields=["session", "board"], name="reference_once_a_board"),
            models.CheckConstraint(condition=Q(state__in=JobState.values), name="reference_state_known"),
        ]

    def __str__(self) -> str:
        return str(self.board)
