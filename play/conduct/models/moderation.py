"""Measures against players who spoil the game: blocks, reports, bars."""

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
"""Maximum length of a report, or of its answer."""
LONGEST_LINE = 200
"""Maximum length of a message to other players."""


class PlayerBlock(models.Model):
    """A block of one player by another."""

    by = models.CharField(max_length=40)
    """Key by `play.alone.queries.daily.player_key`, as all keys of players in this module."""
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="player_blocks"
    )
    whom = models.CharField(max_length=40)
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+"
    )
    name = models.CharField(_("nom"), max_length=LONGEST_NAME)
    """Name of the blocked player at the table where they met."""
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
    """A player's report about another one to the directors."""

    by = models.CharField(max_length=40, db_index=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="player_reports"
    )
    whom = models.CharField(max_length=40)
    about = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    name = models.CharField(_("nom"), max_length=40)
    """Name of the reported player in the room or at the table."""
    room = models.ForeignKey(Room, on_delete=models.CASCADE, null=True, related_name="reports")
    """Room whose directors read the report; None for free tables of the site."""
    round = models.ForeignKey(RoomRound, on_delete=models.SET_NULL, null=True, related_name="+")
    free_table = models.ForeignKey(FreeTable, on_delete=models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(_("motif"), max_length=10, choices=ReportReason)
    words = models.CharField(_("ce qui s’est passé"), max_length=LONGEST_WORDS, blank=True)
    line = models.CharField(max_length=LONGEST_LINE, blank=True)
    """Reported message; "" for a report of something else."""
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
    """A bar of a player from a room, or from free tables, for a time."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, null=True, related_name="bars")
    """Room; None for the free tables of the site."""
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
