"""Free words: tables of a club's room, messages, silences."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from play.conduct.models.moderation import LONGEST_LINE
from play.free.models import FreeTable
from play.rooms.models.rooms import Room
from play.rooms.models.rounds import RoomRound


class ClubTable(models.Model):
    """A free table in a club's room. Only people who may play in the room may sit down."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="club_tables")
    table = models.OneToOneField(FreeTable, on_delete=models.CASCADE, related_name="club_table")

    class Meta:
        verbose_name = _("table d’une salle")
        verbose_name_plural = _("tables d’une salle")

    def __str__(self) -> str:
        return f"{self.room} {self.table_id}"


class WrittenLine(models.Model):
    """A message to the other players at a table of a room, or below a settled round."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="lines")
    table = models.ForeignKey(FreeTable, on_delete=models.CASCADE, null=True, related_name="lines")
    round = models.ForeignKey(RoomRound, on_delete=models.CASCADE, null=True, related_name="lines")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="written_lines"
    )
    name = models.CharField(_("nom"), max_length=40)
    """Author's name at the place."""
    text = models.CharField(_("message"), max_length=LONGEST_LINE)
    written_at = models.DateTimeField(default=timezone.now, db_index=True)
    taken_at = models.DateTimeField(null=True)
    """Time of removal by a moderator. From then on only moderators read the message."""
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(table=None, round__isnull=False) | Q(table__isnull=False, round=None),
                name="written_line_at_one_place",
            ),
            models.CheckConstraint(condition=~Q(text=""), name="written_line_has_text"),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.written_at:%Y-%m-%d %H:%M}"


class Silence(models.Model):
    """A user who may not write in a room, for a time or for good."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="silences")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="silences")
    name = models.CharField(_("nom"), max_length=40)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    until = models.DateTimeField(null=True)
    """End; None for good."""

    class Meta:
        verbose_name = _("droit d’écrire retiré")
        verbose_name_plural = _("droits d’écrire retirés")
        ordering = ["until", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["room", "user"], name="silence_once"),
        ]

    def __str__(self) -> str:
        return self.name
