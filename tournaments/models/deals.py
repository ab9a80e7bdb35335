"""Which étuis of a session anybody may look into once they have been played."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Session


class OpenedBoard(models.Model):
    """An étui that the organiser opened; its cards show once every table has played it."""

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
