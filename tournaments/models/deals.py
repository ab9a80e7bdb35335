"""Named readers of sealed cards, and boards whose cards are public once they have been played."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Session, Tournament


class DealReader(models.Model):
    """A user named to read the sealed cards of a tournament. They also need a role that allows it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="deal_readers")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="named_readings"
    )
    named_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("lecteur des donnes")
        verbose_name_plural = _("lecteurs des donnes")
        ordering = ["user__name", "pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="deal_reader_once")]

    def __str__(self) -> str:
        return f"{self.user} – {self.tournament}"


class OpenedBoard(models.Model):
    """A board that the organiser opened. Its cards are public once every table has played it."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="opened_boards")
    board = models.PositiveSmallIntegerField(_("étui"))
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("étui ouvert")
        verbose_name_plural = _("étuis ouverts")
        ordering = ["board"]
        constraints = [
            models.UniqueConstraint(fields=["session", "board"], name="opened_board_once"),
            models.CheckConstraint(condition=Q(board__gte=1), name="opened_board_from_one"),
        ]

    def __str__(self) -> str:
        return str(self.board)
