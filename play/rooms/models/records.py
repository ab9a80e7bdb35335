"""Sums of an account over the rounds of a room and season, and its rating over all rooms."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from play.free.models.ratings import KeptRating
from play.rooms.models.rooms import Room


class RoomRecord(models.Model):
    """The sums of one account in one room and season."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="records")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="room_records")
    season = models.PositiveSmallIntegerField(_("saison"))
    """Year in which the season began, on 1 September."""
    compared = models.PositiveIntegerField(default=0)
    """Number of deals with a mark."""
    marks = models.TextField(default="0")
    """Sum of the marks in percent, an exact fraction."""
    played = models.PositiveIntegerField(default=0)
    """Number of deals finished."""
    scores = models.TextField(default="0")
    """Sum of the points at the table, an exact fraction."""
    rounds = models.PositiveIntegerField(default=0)
    """Number of rounds with a place among at least two players."""
    shares = models.TextField(default="0")
    """Sum over these rounds of the share of the other players beaten, in percent, an exact fraction."""
    halves_beaten = models.PositiveIntegerField(default=0)
    """Twice the players beaten in these rounds, plus one for each player at the same place."""

    class Meta:
        verbose_name = _("bilan de salle")
        verbose_name_plural = _("bilans de salle")
        constraints = [
            models.UniqueConstraint(fields=["room", "user", "season"], name="room_record_once"),
        ]

    def __str__(self) -> str:
        return f"{self.room_id} {self.user_id} {self.season}"


class RoomRating(KeptRating):
    """The estimated strength of an account over all rooms."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="room_rating"
    )

    class Meta:
        verbose_name = _("cote des salles")
        verbose_name_plural = _("cotes des salles")

    def __str__(self) -> str:
        return f"{self.user_id} {self.value:.0f}"
