"""Free tables that play the étuis of an evening."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from play.free.models.tables import FreeTable
from tournaments.models import Session


class EveningTable(models.Model):
    """A free table whose deals are étuis of a session that are open to all."""

    table = models.OneToOneField(FreeTable, on_delete=models.CASCADE, related_name="evening_table")
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="+")
    first_board = models.PositiveSmallIntegerField(_("premier étui"))
    """Number of the étui from which the table plays on to the last one."""

    class Meta:
        verbose_name = _("table d’une soirée rejouée")
        verbose_name_plural = _("tables d’une soirée rejouée")
        constraints = [
            models.CheckConstraint(condition=Q(first_board__gte=1), name="evening_table_board_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.session_id} {self.table_id}"
