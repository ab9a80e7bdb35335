"""Tables tied to a day or to an étui."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from play.tables.models import PlayedTable
from tournaments.models import Session

LONGEST_NAME = 24
"""Maximum length of a name in the ranking of a day."""


class DailyPlay(models.Model):
    """A player's only play of the deal of a day, with their name in its ranking."""

    table = models.OneToOneField(PlayedTable, on_delete=models.CASCADE, related_name="daily")
    day = models.DateField(_("jour"), db_index=True)
    name = models.CharField(_("nom"), max_length=LONGEST_NAME)
    player = models.CharField(max_length=40)
    """Key of an account or a browser by `alone.queries.daily.player_key`. Its first play counts."""

    class Meta:
        verbose_name = _("donne du jour jouée")
        verbose_name_plural = _("donnes du jour jouées")
        constraints = [
            models.UniqueConstraint(fields=["day", "player"], name="daily_play_once_a_day"),
            models.CheckConstraint(condition=~Q(player=""), name="daily_play_has_player"),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.name}"


class BoardPlayedAgain(models.Model):
    """A table at which a person plays an étui that is open to all."""

    table = models.OneToOneField(PlayedTable, on_delete=models.CASCADE, related_name="board_again")
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="+")
    board = models.PositiveSmallIntegerField(_("étui"))

    class Meta:
        verbose_name = _("étui rejoué")
        verbose_name_plural = _("étuis rejoués")

    def __str__(self) -> str:
        return str(self.board)
