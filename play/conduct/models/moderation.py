"""What people and directors do about somebody who spoils the game: blocks, reports, bars."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from play.alone.models import LONGEST_NAME
from play.conduct.enums import ReportReason
from play.free.models import FreeTable
from play.rooms.models.rooms import Room
from play.rooms.models.rounds import RoomRound

LONGEST_WORDS = 500
"""Letters of a report, or of its answer."""
LONGEST_LINE = 200
"""Letters that somebody writes at once to the others."""


class PlayerBlock(models.Model):
    """Somebody who wants to meet somebody else no more."""

    by = models.CharField(max_length=40)
    """As `play.alone.queries.daily.player_key` names an account or a browser; so are all keys here."""
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="player_blocks"
    )
    whom = models.CharField(max_length=40)
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+"
    )
    name = models.CharField(_("nom"), max_length=LONGEST_NAME)
    """Under which he sat there."""
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("joueur bloqué")
        verbose_name_plural = _("joueurs bloqués")
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["by", "whom"], name="player_block_once"),
            models.CheckConstraint(condition=~Q(by="") & ~Q(whom=""), name="player_block_of_two"),
        ]

    def __str__(self) -> str:
        return self.name


class ConductReport(models.Model):
    """What somebody tells the directors about somebody else."""

    by = models.CharField(max_length=40, db_index=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="player_reports"
    )
    whom = models.CharField(max_length=40)
    about = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    name = models.CharField(_("nom"), max_length=40)
    """Under which he played there."""
    room = models.ForeignKey(Room, on_delete=models.CASCADE, null=True, related_name="reports")
    """Whose directors read it; None for those of the site, at free tables."""
    round = models.ForeignKey(RoomRound, on_delete=models.SET_NULL, null=True, related_name="+")
    free_table = models.ForeignKey(FreeTable, on_delete=models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(_("motif"), max_length=10, choices=ReportReason)
    words = models.CharField(_("ce qui s’est passé"), max_length=LONGEST_WORDS, blank=True)
    line = models.CharField(max_length=LONGEST_LINE, blank=True)
    """What the reported person had written; "" for a report of something else."""
    made_at = models.DateTimeField(default=timezone.now)
    answer = models.CharField(_("réponse"), max_length=LONGEST_WORDS, blank=True)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        verbose_name = _("signalement")
        verbose_name_plural = _("signalements")
        ordering = ["closed_at", "-made_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(reason__in=ReportReason.values), name="player_report_reason_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.made_at:%Y-%m-%d}"


class RoomBar(models.Model):
    """Somebody who may not enter a room, or sit down at free tables, for a time."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, null=True, related_name="bars")
    """None for the free tables of the site."""
    whom = models.CharField(max_length=40, db_index=True)
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="room_bars"
    )
    name = models.CharField(_("nom"), max_length=40)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    until = models.DateTimeField()

    class Meta:
        verbose_name = _("exclusion")
        verbose_name_plural = _("exclusions")
        ordering = ["until", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(whom=""), name="room_bar_has_person"),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.until:%Y-%m-%d}"
